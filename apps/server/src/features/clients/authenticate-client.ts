import { clockToleranceMs, signMethod } from '@huanwei/contract/clients/rules'
import type { Endpoint } from '@huanwei/contract/endpoint'
import { minuteMs } from '@huanwei/contract/time'
import type { TextKey } from '@huanwei/words/messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Changes } from '../../db/changes.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { senderOf } from '../../http/addresses.ts'
import { isInRange } from '../../http/open/address-range.ts'
import { hashOf, hmacOf, isSame, md5Of } from '../../http/open/signature.ts'
import { Refused } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { concerns, viewerTables } from '../../http/viewer-changes.ts'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import type { Sealing } from '../../lib/sealing.ts'
import { dayText } from '../../lib/time.ts'
import { loadViewers } from '../session/queries.ts'
import { believedMs, type Known, remembering } from '../session/remember.ts'
import { type ClientRow, findByNames, noteUse, takeOnce } from './queries.ts'

/** Open calls of one address, before anything is known of its signature. */
const calls = { burst: 600, perSecond: 200 }
/** Lines of the log about refusals of one client. */
const refusals = { burst: 20, perSecond: 0.2 }

const Signed = z.object({
  'client-id': z.string().regex(/^[\w-]{1,64}$/),
  timestamp: z.string().regex(/^\d{13}$/),
  sign: z.string().max(64),
  'sign-method': z.literal(signMethod).optional(),
  nonce: z
    .string()
    .regex(/^[A-Za-z0-9]{16,64}$/)
    .optional(),
})
type Signed = z.infer<typeof Signed>

type Caller = Known & { client: ClientRow }
type Parts = { db: Database; changes: Changes; sealing: Sealing }

const refused = (word: TextKey, status = 401) => new Refused(status, word, {}, 'unauthorized')

/**
 * Makes the function that finds the viewer of an open call by its signature. Refuses with 401 an unknown client and a wrong, late or repeated
 * signature, with 403 a client that is stopped, expired or elsewhere, with 429 what exceeds its rate.
 */
export function clientAuthenticator(app: FastifyInstance, { db, changes, sealing }: Parts) {
  const known = remembering<Caller>({
    changes,
    tables: [...viewerTables, 'open_client'],
    isAbout: (change, { viewer, client }) =>
      change.table === 'open_client'
        ? (change.tenantId ?? client.tenantId) === client.tenantId && (change.id ?? client.id) === client.id
        : concerns(change, viewer),
    read: (names) => db.system((tx) => readCallers(tx, names, sealing)),
  })
  const mayCall = createRateLimiter(calls)
  const mayLog = createRateLimiter(refusals)
  const isWithinRate = ratesOfClients()
  const note = uses(app, db)

  const callerOf = async (name: string) => known.get(name) ?? (await known.load([name])).get(name)

  async function accept({ client, viewer }: Caller, signed: Signed, request: FastifyRequest, body: Buffer): Promise<Viewer> {
    const now = Date.now()
    if (Math.abs(now - Number(signed.timestamp)) > clockToleranceMs) throw refused('clients:refusal.clock')
    if (!isSignedBy(client, signed, request, body)) throw refused('clients:refusal.sign')
    if (client.isStopped) throw refused('clients:refusal.stopped', 403)
    if (client.expires !== null && client.expires < dayText(now)) throw refused('clients:refusal.expired', 403)
    if (!isInRange(client.addressRange, request.ip)) throw refused('clients:refusal.address', 403)
    if (!isWithinRate(client, now)) throw new Refused(429, 'clients:refusal.rate')
    if (!(await db.system((tx) => takeOnce(tx, client, onceOf(signed))))) throw refused('clients:refusal.replayed')
    note(client, request.ip)
    return viewer
  }

  return async (request: FastifyRequest, endpoint: Endpoint, body: Buffer): Promise<Viewer> => {
    if (!mayCall(senderOf(request), Date.now())) throw new Refused(429, 'common:error.429')
    const signed = Signed.safeParse(request.headers)
    if (!signed.success) throw refused('clients:refusal.headers')
    const caller = await callerOf(signed.data['client-id'])
    if (!caller) throw refused('clients:refusal.sign')
    try {
      return await accept(caller, signed.data, request, body)
    } catch (error) {
      const { tenantId, username, client } = caller.viewer
      if (mayLog(String(caller.client.id), Date.now()))
        app.operations.begin(endpoint, { tenantId, username, client }, request)(error)
      throw error
    }
  }
}

/** The part of a signed call that comes once. MD5 covers no nonce: a copy could bring another one each time. */
const onceOf = ({ 'sign-method': method, nonce, sign }: Signed) => (method === signMethod && nonce ? nonce : sign)

/** True for the right signature of a call by one of the two methods. */
function isSignedBy(client: ClientRow, signed: Signed, { method, url }: FastifyRequest, body: Buffer) {
  const { clientId, secret, acceptsMd5 } = client
  const { timestamp, sign, nonce } = signed
  if (signed['sign-method'] === undefined)
    return acceptsMd5 && isSame(sign, md5Of({ path: url.split('?')[0] ?? '', clientId, secret, timestamp }))
  if (nonce === undefined) return false
  return isSame(sign, hmacOf(secret, { method, path: url, timestamp, nonce, bodyHash: hashOf(body) }))
}

/** Viewers of clients: users who are not locked, with no more than the client is for. */
async function readCallers(tx: Tx, names: readonly string[], sealing: Sealing): Promise<Map<string, Caller>> {
  const rows = await findByNames(tx, names, sealing)
  const owners = await loadViewers(
    tx,
    rows.map(({ tenantId, ownerId: userId, clientId }) => ({ tenantId, userId, family: `client ${clientId}` })),
  )
  const expires = Date.now() + believedMs
  return new Map(
    rows.flatMap((client, i) => {
      const owner = owners[i]?.viewer
      return owner ? [[client.clientId, { client, expires, viewer: limited(owner, client) }] as const] : []
    }),
  )
}

function limited(owner: Viewer, { clientId, permissions, departments }: ClientRow): Viewer {
  const all = owner.departments
  return {
    ...owner,
    client: clientId,
    permissions: new Set(permissions.filter((one) => owner.permissions.has(one))),
    departments: all === null ? departments : (departments?.filter((one) => all.includes(one)) ?? all),
    platform: false,
  }
}

/** Returns a function that counts a call of a client and tells whether it is within its rate. */
function ratesOfClients() {
  const limiters = new Map<number, { rate: number; mayCall: ReturnType<typeof createRateLimiter> }>()
  return ({ id, rate }: ClientRow, now: number) => {
    let limiter = limiters.get(id)
    if (limiter?.rate !== rate) {
      limiter = { rate, mayCall: createRateLimiter({ burst: rate, perSecond: rate / 60 }) }
      limiters.set(id, limiter)
    }
    return limiter.mayCall('', now)
  }
}

/** Returns a function that notes that a client called, once a minute at most. */
function uses(app: FastifyInstance, db: Database) {
  const noted = new Map<number, number>()
  return (client: ClientRow, address: string) => {
    const now = Date.now()
    if ((noted.get(client.id) ?? 0) > now - minuteMs) return
    noted.set(client.id, now)
    db.system((tx) => noteUse(tx, client, address)).catch((error: unknown) =>
      app.log.error({ error }, 'the use of a client could not be noted'),
    )
  }
}
