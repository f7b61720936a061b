import type { Database } from '../../db/connect.ts'
import { departmentsFor, mayUse } from '../../db/scope.ts'
import { senderOf } from '../../http/addresses.ts'
import { isInRange } from '../../http/open/address-range.ts'
import { Refused } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { hashToken } from '../session/authenticate.ts'
import { isSameBoard } from './board-at.ts'
import type { BoardScope } from './compute.ts'
import { findTokenByHash, type TokenRow } from './queries.ts'
import { scopeOf } from './screens/viewers.ts'

/** What somebody may see of a board. `listDept`: as the board has it. */
export type BoardAccess = { scope: BoardScope; namedDept: number | null; listDept?: number | undefined }

export type TokenAccess = BoardAccess & { row: TokenRow }

/** Access with the token of a board; undefined for one that is wrong, revoked, foreign or from elsewhere. */
export async function accessByToken(
  db: Database,
  { path, token }: { path: string; token: string },
  ip: string,
): Promise<TokenAccess | undefined> {
  const row = await db.system((tx) => findTokenByHash(tx, hashToken(token)))
  if (!row || !isSameBoard(row.path, path) || !isInRange(row.addressRange, ip)) return undefined
  return { row, scope: await scopeOf(db, row), namedDept: row.deptId }
}

/**
 * Returns a function that finds the access of a screen with a token. Refuses a sender that asks too much; wrong, revoked, foreign or from
 * elsewhere, the refusal is the same. It has `status`, by default in the envelope alone: a screen asks every few seconds, and a failing status
 * would fill its console.
 */
export const screenAccess =
  (db: Database, mayAsk: (sender: string) => boolean) =>
  async (asked: { path: string; token: string }, request: { ip: string }, status = 200): Promise<TokenAccess> => {
    if (!mayAsk(senderOf(request))) throw new Refused(429, 'common:error.429')
    const access = await accessByToken(db, asked, request.ip)
    if (!access) throw new Refused(status, 'boards:refusal.token', {}, 'board_token')
    return access
  }
export type ScreenAccess = ReturnType<typeof screenAccess>

/** Access of who is logged in, narrowed to a department with all below it. */
export async function accessOfViewer(db: Database, viewer: Viewer, deptId: number | undefined): Promise<BoardAccess> {
  const own = viewer.departments === null ? undefined : viewer.deptId
  const asked = deptId ?? own
  const ofDept = asked === undefined ? null : await db.within(viewer, (tx) => departmentsFor(tx, viewer, asked))
  const departments = deptId === undefined ? viewer.departments : ofDept
  // A department out of sight has no name: 0 is none's.
  const named = deptId === undefined ? (own ?? null) : mayUse(viewer, deptId) ? deptId : 0
  // The list of one department is not that of a scope of several.
  const listDept = departments?.length === ofDept?.length ? asked : undefined
  return { scope: { tenantId: viewer.tenantId, departments }, namedDept: named, listDept }
}
