import { isDeepStrictEqual } from 'node:util'
import type { BoardJoin } from '@huanwei/contract/boards/messages'
import type { Change, Changes } from '../../../db/changes.ts'
import type { Database } from '../../../db/connect.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { concerns, viewerTables } from '../../../http/viewer-changes.ts'
import { inTurns } from '../../../lib/in-turns.ts'
import type { Log } from '../../../position/log.ts'
import { unauthorizedClose } from '../../../position/push/stomp.ts'
import { accessByToken, accessOfViewer, type BoardAccess } from '../access.ts'
import type { TokenRow } from '../queries.ts'
import { goneClose } from './close-codes.ts'
import type { ScreenLine } from './screen-line.ts'

/** What let a screen in: the token of a board, or a session. */
type Pass = { row: TokenRow } | { viewer: Viewer }
type Admitted = { access: BoardAccess; pass: Pass }

/** A screen that looks at a board. */
export type Watcher = Admitted & { line: ScreenLine; join: BoardJoin; ip: string }

export type AdmitParts = {
  db: Database
  /** The viewers behind access tokens, by token. */
  viewersOf(tokens: readonly string[]): Promise<Map<string, Viewer>>
}

/** Access of a screen; undefined for who may not look. A locked session shows nothing. */
export async function admit(
  { db, viewersOf }: AdmitParts,
  { token, session, path, deptId }: BoardJoin,
  ip: string,
): Promise<Admitted | undefined> {
  if (token !== undefined) {
    const found = await accessByToken(db, { path, token }, ip)
    return found && { access: { scope: found.scope, namedDept: found.namedDept }, pass: { row: found.row } }
  }
  const viewer = session === undefined ? undefined : (await viewersOf([session])).get(session)
  if (!viewer || viewer.isLocked) return undefined
  return { access: await accessOfViewer(db, viewer, deptId), pass: { viewer } }
}

/** Name of the token or account that a screen belongs to. */
export const accountOfPass = (pass: Pass) =>
  'row' in pass ? `board ${pass.row.id}` : `user ${pass.viewer.tenantId} ${pass.viewer.userId}`

/** Screens that are looked up at once, in all and of one organisation: a change of one that has many must not let those of others wait. */
const [mostAtOnce, mostOfOne] = [4, 2]

type RecheckParts = AdmitParts & { changes: Changes; log: Pick<Log, 'error'>; watchers: ReadonlySet<Watcher> }

/** Looks again at who looks: an ended token or session, a lock and another scope take effect on open sockets. */
export function createScreenCheck({ changes, log, watchers, ...parts }: RecheckParts) {
  /** Number of changes so far: who joins meanwhile may have been let in before one of them. */
  let heard = 0
  const groups = { groupOf: ({ access }: Watcher) => access.scope.tenantId, most: mostOfOne }
  const check = inTurns(mostAtOnce, look, groups)

  async function look(watcher: Watcher) {
    try {
      const now = await admit(parts, watcher.join, watcher.ip)
      if (!now) return watcher.line.end(unauthorizedClose)
      watcher.pass = now.pass
      // With another scope it is another board, which the screen asks for anew.
      if (!isDeepStrictEqual(now.access, watcher.access)) watcher.line.end(goneClose)
    } catch (error) {
      log.error({ error }, 'a screen could not be checked')
    }
  }

  changes.on([...viewerTables, 'board_token'], (change) => {
    heard++
    for (const watcher of watchers) if (isConcerned(change, watcher.pass)) check(watcher)
  })
  return { heard: () => heard, check }
}

function isConcerned(change: Change, pass: Pass) {
  const { table, tenantId, id } = change
  if ('viewer' in pass) return table !== 'board_token' && concerns(change, pass.viewer)
  if (tenantId !== undefined && tenantId !== pass.row.tenantId) return false
  if (table === 'board_token') return id === undefined || id === pass.row.id
  return table === 'sys_tenant' || (table === 'sys_dept' && pass.row.deptId !== null)
}
