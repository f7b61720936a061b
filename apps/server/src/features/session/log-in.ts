import { randomBytes } from 'node:crypto'
import { id as TenantId } from '@huanwei/contract/fields'
import type { Token, UserInfo } from '@huanwei/contract/session/endpoints'
import type { FastifyRequest } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { Refused } from '../../http/refuse.ts'
import { siteOf } from '../sites/queries.ts'
import { hashToken, tenantHeader } from './authenticate.ts'
import { accessSeconds, addLoginLog, addSession, type findAccount, holdUser, loadViewer } from './queries.ts'

export const badCredentials = () => new Refused(426, 'session:refusal.badCredentials', {}, 'invalid_exception')

/** Address and browser of a request, as log-ins store them. */
export const cameFrom = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, 300),
})

/** The tenant a log-in is for: the header when sent, else the one of the host. */
export async function tenantOf(db: Database, request: FastifyRequest) {
  const named = tenantHeader(request)
  if (named === undefined) return (await db.system((tx) => siteOf(tx, request))).tenant.id
  const { success, data: id } = TenantId.safeParse(named)
  if (!success) throw new Refused(401, 'session:refusal.badTenant', {}, 'unauthorized')
  return id
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Refuses people and organisations that are locked. */
export function mustBeActive({ user, isTenantOpen }: Account) {
  if (user.lockFlag === '9') throw new Refused(426, 'session:refusal.userLocked', {}, 'invalid_exception')
  if (!isTenantOpen) throw new Refused(426, 'session:refusal.tenantFrozen', {}, 'invalid_exception')
}

type Try = { tenantId: number; username: string; grantType: 'password' | 'sms' | 'social' }

/** Makes one try to log in and writes down how it ended: what `attempt` throws is a failure. */
export async function logged<T>(db: Database, tried: Try, request: FastifyRequest, attempt: () => Promise<T>) {
  const note = (status: 0 | 1 | 2) => db.system((tx) => addLoginLog(tx, { ...tried, ...cameFrom(request), operation: 0, status }))
  try {
    const result = await attempt()
    await note(1)
    return result
  } catch (error) {
    await note(error instanceof Refused && error.word === 'session:refusal.userLocked' ? 2 : 0)
    throw error
  }
}

/** The first token pair of a log-in, unless the account was changed while it was being checked. */
export async function beginLogIn(tx: Tx, { user }: Account, clientId: string, request: FastifyRequest) {
  const whose = { tenantId: user.tenantId, userId: user.id }
  const held = await holdUser(tx, whose)
  if (held?.password !== user.password) throw badCredentials()
  return issuePair(tx, { ...whose, clientId, family: randomBytes(16).toString('hex') }, request)
}

type Whose = { tenantId: number; userId: number; clientId: string; family: string; createTime?: string }

/** Issues a token pair and says whose it is. Refuses when the account was locked or removed meanwhile. */
export async function issuePair(
  tx: Tx,
  { tenantId, userId, clientId, family, createTime }: Whose,
  request: FastifyRequest,
): Promise<Token> {
  const loaded = await loadViewer(tx, tenantId, userId, family)
  if (!loaded) throw badCredentials()
  const [access, renewal] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const hashes = { accessHash: hashToken(access), refreshHash: hashToken(renewal) }
  await addSession(tx, { tenantId, userId, clientId, family, createTime, ...cameFrom(request), ...hashes })
  const { viewer, user } = loaded
  const { username, deptId } = viewer
  const user_info: UserInfo = {
    id: userId,
    userId,
    username,
    name: user.name || username,
    tenantId,
    deptId,
    avatar: user.avatar,
    phone: user.phone,
    enabled: true,
    accountNonExpired: true,
    accountNonLocked: true,
    credentialsNonExpired: true,
    authorities: authoritiesOf(viewer).map((authority) => ({ authority })),
    seesAll: viewer.departments === null,
    password: null,
  }
  return {
    access_token: access,
    token_type: 'bearer',
    refresh_token: renewal,
    expires_in: accessSeconds,
    scope: 'server',
    user_info,
    user_id: userId,
    username,
    dept_id: deptId,
    tenant_id: tenantId,
    license: 'made by huanwei',
    active: true,
  }
}

/** `ROLE_<id>` of each role and every permission, as the family's clients know them. Source: spec 4, S0 §3. */
export const authoritiesOf = (viewer: { roleIds: number[]; permissions: ReadonlySet<string> }) => [
  ...viewer.roleIds.map((roleId) => `ROLE_${roleId}`),
  ...viewer.permissions,
]
