import { createHash } from 'node:crypto'
import { lockedData } from '@huanwei/contract/locks/rules'
import type { FastifyRequest } from 'fastify'
import type { Changes } from '../../db/changes.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { Refused, unauthorized } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { concerns, viewerTables } from '../../http/viewer-changes.ts'
import { findByAccess, loadViewers, openClient, videoClient } from './queries.ts'
import { believedMs, type Known, remembering } from './remember.ts'

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** The tenant header in either spelling; undefined when not sent. Source: spec 3, section 4. */
export const tenantHeader = (request: FastifyRequest) => request.headers['tenant-id'] ?? request.headers.tenant_id

export const bearerOf = (request: FastifyRequest) => /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

/** Looks viewers up by token and remembers them until something they depend on changes. */
export function authenticator(db: Database, changes: Changes) {
  const known = remembering({
    changes,
    tables: viewerTables,
    isAbout: (change, { viewer }) => concerns(change, viewer),
    read: (keys) => db.system((tx) => readLogIns(tx, keys)),
  })

  /** The viewers behind `tokens`, by token: those that are unknown, expired or revoked are left out. */
  async function viewersOf(tokens: readonly string[]): Promise<Map<string, Viewer>> {
    const viewers = new Map<string, Viewer>()
    const unknown = new Map<string, string>()
    for (const token of tokens) {
      const key = hashToken(token)
      const hit = known.get(key)
      if (hit) viewers.set(token, hit.viewer)
      else unknown.set(key, token)
    }
    const loaded = await known.load([...unknown.keys()])
    for (const [key, token] of unknown) {
      const found = loaded.get(key)
      if (found) viewers.set(token, found.viewer)
    }
    return viewers
  }

  const viewerOf = async (token: string) => (await viewersOf([token])).get(token)

  async function authenticate(request: FastifyRequest, whileLocked = false): Promise<Viewer> {
    const token = bearerOf(request)
    const viewer = token && (await viewerOf(token))
    if (!viewer) throw unauthorized()
    mustBeOpen(viewer, request, whileLocked)
    return viewer
  }

  return {
    viewersOf,
    viewerOf,
    authenticate,
    /** Asks the database about a user anew. Who ends or locks a session here does not wait for the change to be heard. */
    forget: ({ tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>) => known.forget({ table: 'sys_token', tenantId, userId }),
  }
}

/** Refuses a request that names another tenant, and one of a locked session unless `whileLocked`. */
function mustBeOpen(viewer: Viewer, request: FastifyRequest, whileLocked: boolean) {
  const named = tenantHeader(request)
  if (named !== undefined && Number(named || Number.NaN) !== viewer.tenantId)
    throw new Refused(401, 'session:refusal.badTenant', {}, 'unauthorized')
  if (viewer.isLocked && !whileLocked) throw new Refused(423, 'lock:refusal.locked', {}, lockedData)
}

async function readLogIns(tx: Tx, keys: string[]): Promise<Map<string, Known>> {
  const logIns = (await findByAccess(tx, keys)).filter(({ clientId }) => clientId !== openClient && clientId !== videoClient)
  const loaded = await loadViewers(
    tx,
    logIns.map(({ tenantId, userId, family }) => ({ tenantId, userId, family })),
  )
  const now = Date.now()
  return new Map(
    logIns.flatMap(({ accessHash, secondsLeft }, i) => {
      const viewer = loaded[i]?.viewer
      return viewer ? [[accessHash, { viewer, expires: now + Math.min(believedMs, secondsLeft * 1000) }] as const] : []
    }),
  )
}
