import type { Database, Tx } from '../../../db/connect.ts'
import { departmentsBelow } from '../../../db/scope.ts'
import { Refused } from '../../../http/refuse.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { boardAt } from '../board-at.ts'
import { readerOf } from '../compute.ts'
import { hasPictures } from '../preset.ts'
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

/** True while the board of a token has pictures of cameras: it may have been taken back, or published without. */
export const mayShowPictures = (tx: Tx, { tenantId, path }: Pick<TokenRow, 'tenantId' | 'path'>) =>
  boardAt(tx, tenantId, path).then(hasPictures, (error) => {
    if (error instanceof Refused) return false
    throw error
  })

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
    const found = await Promise.all(
      rows.map(async (row) => {
        const isShown = await db.within(row, (tx) => mayShowPictures(tx, row))
        return isShown ? [[keyOf(row), onlooker(await scopeOf(db, row))] as const] : []
      }),
    )
    return found.flat()
  }
  return async (keys) => {
    const { boards = [], sessions = [] } = Object.groupBy(keys, (key) => (key.startsWith(keyStart) ? 'boards' : 'sessions'))
    return new Map([...(await ofSessions(sessions)), ...(await ofBoards(boards))])
  }
}
