import { createHash } from 'node:crypto'
import { lockedData } from '@huanwei/contract/locks/rules'
import type { FastifyRequest } from 'fastify'
import type { Change, Changes } from '../../db/changes.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { Refused, unauthorized } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { concerns, viewerTables } from '../../http/viewer-changes.ts'
import { findByAccess, loadViewers, openClient } from './queries.ts'

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** The tenant header in either spelling; undefined when not sent. Source: spec 3, section 4. */
export const tenantHeader = (request: FastifyRequest) => request.headers['tenant-id'] ?? request.headers.tenant_id

export const bearerOf = (request: FastifyRequest) => /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

type Known = { viewer: Viewer; expires: number }

/** Lifetime of a cached viewer, ms. A change that concerns the viewer ends it at once. */
const believedMs = 60_000

/** Looks viewers up by token and remembers them until something they depend on changes. */
export function authenticator(db: Database, changes: Changes) {
  const known = rememberedViewers(db, changes)

  /** The viewers behind `tokens`, by token: those that are unknown, expired or revoked are left out. */
  async function viewersOf(tokens: readonly string[]): Promise<Map<string, Viewer>> {
    const viewers = new Map<string, Viewer>()
    const unknown = new Map<string, string>()
    for (const token of tokens) {
      const key = hashToken(token)
      const viewer = known.get(key)
      if (viewer) viewers.set(token, viewer)
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

/** Viewers by the hash of their token, until a change concerns them. */
function rememberedViewers(db: Database, changes: Changes) {
  const known = new Map<string, Known>()
  /** For each running lookup the changes that arrived meanwhile: its result may be older than they are. */
  const lookups = new Set<Change[]>()
  changes.on(viewerTables, forget)

  function forget(change: Change) {
    for (const [key, { viewer }] of known) if (concerns(change, viewer)) known.delete(key)
    for (const missed of lookups) missed.push(change)
  }

  return {
    forget,
    /** The viewer, unless it is unknown or too old. */
    get(key: string): Viewer | undefined {
      const hit = known.get(key)
      return hit && hit.expires > Date.now() ? hit.viewer : undefined
    },
    /** Reads the log-ins with these hashes in one transaction and remembers them. */
    async load(keys: string[]): Promise<Map<string, Known>> {
      if (!keys.length) return new Map()
      const missed: Change[] = []
      lookups.add(missed)
      try {
        const found = await db.system((tx) => readLogIns(tx, keys))
        for (const key of keys) {
          const one = found.get(key)
          if (one && !missed.some((change) => concerns(change, one.viewer))) known.set(key, one)
          else known.delete(key)
        }
        return found
      } finally {
        lookups.delete(missed)
      }
    },
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
  const logIns = (await findByAccess(tx, keys)).filter(({ clientId }) => clientId !== openClient)
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
