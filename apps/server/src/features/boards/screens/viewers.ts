import type { Database } from '../../../db/connect.ts'
import { departmentsBelow } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { readerOf } from '../compute.ts'
import { findTokensByHash, type TokenRow } from '../queries.ts'

/** What a token shows. */
export async function scopeOf(db: Database, { tenantId, deptId }: Pick<TokenRow, 'tenantId' | 'deptId'>) {
  const departments = deptId === null ? null : await db.system((tx) => departmentsBelow(tx, tenantId, [deptId]))
  return { tenantId, departments }
}

/** Somebody who looks at the pictures of a board. */
export const onlooker = (scope: Parameters<typeof readerOf>[0]) => readerOf(scope, ['video_view'])

/** Tells tokens of boards from those of sessions. */
const keyStart = 'board '
export const keyOf = ({ hash }: Pick<TokenRow, 'hash'>) => keyStart + hash

/** The viewers behind tokens, by token. */
export type ViewersOf = (keys: readonly string[]) => Promise<Map<string, Viewer>>

/** Finds the viewers of pictures: those of valid tokens of boards, and `ofSessions` those of sessions. */
export function viewersWithBoards(db: Database, ofSessions: ViewersOf): ViewersOf {
  async function ofBoards(keys: readonly string[]) {
    if (!keys.length) return []
    const rows = await db.system((tx) =>
      findTokensByHash(
        tx,
        keys.map((key) => key.slice(keyStart.length)),
      ),
    )
    return Promise.all(rows.map(async (row) => [keyOf(row), onlooker(await scopeOf(db, row))] as const))
  }
  return async (keys) => {
    const { boards = [], sessions = [] } = Object.groupBy(keys, (key) => (key.startsWith(keyStart) ? 'boards' : 'sessions'))
    return new Map([...(await ofSessions(sessions)), ...(await ofBoards(boards))])
  }
}
