import { createHash } from 'node:crypto'
import { lockedData } from '@huanwei/contract/locks/rules'
import type { FastifyRequest } from 'fastify'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import { findByAccess, loadViewer, openClient } from '../features/session/queries.ts'
import { Refused, unauthorized } from './refuse.ts'
import type { Viewer } from './serve.ts'

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** The tenant header in either spelling; undefined when not sent. Source: spec 3, section 4. */
export const tenantHeader = (request: FastifyRequest) => request.headers['tenant-id'] ?? request.headers.tenant_id

export const bearerOf = (request: FastifyRequest) => /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

type Known = { viewer: Viewer; expires: number }

/** How long a viewer is believed without asking the database, ms. Changes of sessions, users, roles, menus and departments end it at once. */
const believedMs = 60_000

/** Looks viewers up by token and remembers them until something they depend on changes. */
export function authenticator(db: Database, changes: Changes) {
  const known = new Map<string, Known>()
  let generation = 0
  changes.on(
    [
      'sys_token',
      'sys_token_lock',
      'sys_tenant',
      'sys_user',
      'sys_user_role',
      'sys_role',
      'sys_role_menu',
      'sys_menu',
      'sys_dept',
    ],
    forget,
  )

  /** Asks the database about every viewer anew. Called with each change that is heard; who ends a session here does not wait for that. */
  function forget() {
    generation++
    known.clear()
  }

  /** The viewer behind `token`, undefined when it is unknown, expired or revoked. */
  async function viewerOf(token: string): Promise<Viewer | undefined> {
    const key = hashToken(token)
    const hit = known.get(key)
    if (hit && hit.expires > Date.now()) return hit.viewer
    const started = generation
    const found = await db.system(async (tx) => {
      const session = await findByAccess(tx, key)
      if (!session || session.clientId === openClient) return undefined
      const loaded = await loadViewer(tx, session.tenantId, session.userId, session.family)
      return loaded && { viewer: loaded.viewer, expires: Date.now() + Math.min(believedMs, session.secondsLeft * 1000) }
    })
    if (!found) {
      known.delete(key)
      return undefined
    }
    // What was read may be stale when a change arrived meanwhile.
    if (generation === started) known.set(key, found)
    return found.viewer
  }

  async function authenticate(request: FastifyRequest, whileLocked = false): Promise<Viewer> {
    const token = bearerOf(request)
    const viewer = token && (await viewerOf(token))
    if (!viewer) throw unauthorized()
    const named = tenantHeader(request)
    if (named !== undefined && Number(named || Number.NaN) !== viewer.tenantId)
      throw new Refused(401, 'badTenant', {}, 'unauthorized')
    if (viewer.isLocked && !whileLocked) throw new Refused(423, 'locked', {}, lockedData)
    return viewer
  }

  return { viewerOf, authenticate, forget }
}
