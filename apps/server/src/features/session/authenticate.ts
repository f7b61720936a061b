import { createHash } from 'node:crypto'
import { lockedData } from '@huanwei/contract/locks/rules'
import type { FastifyRequest } from 'fastify'
import type { Change, Changes } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import { Refused, unauthorized } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { concerns, viewerTables } from '../../http/viewer-changes.ts'
import { findByAccess, loadViewer, openClient } from './queries.ts'

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** The tenant header in either spelling; undefined when not sent. Source: spec 3, section 4. */
export const tenantHeader = (request: FastifyRequest) => request.headers['tenant-id'] ?? request.headers.tenant_id

export const bearerOf = (request: FastifyRequest) => /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

type Known = { viewer: Viewer; expires: number }

/** Lifetime of a cached viewer, ms. A change that concerns the viewer ends it at once. */
const believedMs = 60_000

/** Looks viewers up by token and remembers them until something they depend on changes. */
export function authenticator(db: Database, changes: Changes) {
  const known = new Map<string, Known>()
  /** For each running lookup the changes that arrived meanwhile: its result may be older than they are. */
  const lookups = new Set<Change[]>()
  changes.on(viewerTables, forget)

  function forget(change: Change) {
    for (const [key, { viewer }] of known) if (concerns(change, viewer)) known.delete(key)
    for (const missed of lookups) missed.push(change)
  }

  /** The viewer behind `token`, undefined when it is unknown, expired or revoked. */
  async function viewerOf(token: string): Promise<Viewer | undefined> {
    const key = hashToken(token)
    const hit = known.get(key)
    if (hit && hit.expires > Date.now()) return hit.viewer
    const missed: Change[] = []
    lookups.add(missed)
    try {
      const found = await load(key)
      if (found && !missed.some((change) => concerns(change, found.viewer))) known.set(key, found)
      else known.delete(key)
      return found?.viewer
    } finally {
      lookups.delete(missed)
    }
  }

  const load = (key: string): Promise<Known | undefined> =>
    db.system(async (tx) => {
      const session = await findByAccess(tx, key)
      if (!session || session.clientId === openClient) return undefined
      const loaded = await loadViewer(tx, session.tenantId, session.userId, session.family)
      return loaded && { viewer: loaded.viewer, expires: Date.now() + Math.min(believedMs, session.secondsLeft * 1000) }
    })

  async function authenticate(request: FastifyRequest, whileLocked = false): Promise<Viewer> {
    const token = bearerOf(request)
    const viewer = token && (await viewerOf(token))
    if (!viewer) throw unauthorized()
    const named = tenantHeader(request)
    if (named !== undefined && Number(named || Number.NaN) !== viewer.tenantId)
      throw new Refused(401, 'session:refusal.badTenant', {}, 'unauthorized')
    if (viewer.isLocked && !whileLocked) throw new Refused(423, 'lock:refusal.locked', {}, lockedData)
    return viewer
  }

  return {
    viewerOf,
    authenticate,
    /** Asks the database about a user anew. Who ends or locks a session here does not wait for the change to be heard. */
    forget: ({ tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>) => forget({ table: 'sys_token', tenantId, userId }),
  }
}
