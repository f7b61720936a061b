import { randomBytes } from 'node:crypto'
import { id as TenantId } from '@huanwei/contract/fields'
import {
  captchaNeeded,
  checkToken,
  checkTokenByPost,
  getUserDetail,
  issueToken,
  logout,
  type Token,
  type UserInfo,
} from '@huanwei/contract/session/endpoints'
import { captchaAfterFailures } from '@huanwei/contract/session/rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import svgCaptcha from 'svg-captcha'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { bearerOf, hashToken, tenantHeader } from '../../lib/authenticate.ts'
import { requireClient } from '../../lib/clients.ts'
import { decodePassword, isPassword } from '../../lib/password.ts'
import { invalid, Refused, unauthorized } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { tenantOfHost } from '../sites/queries.ts'
import { findUser } from '../users/queries.ts'
import {
  accessSeconds,
  addSession,
  countAttempt,
  endSessions,
  failuresOf,
  findAccount,
  findByAccess,
  findLogIn,
  forgetFailures,
  holdUser,
  keepCaptcha,
  loadViewer,
  lockAttempts,
  takeCaptcha,
  takeRefresh,
} from './queries.ts'

/** From this many failures on, each further try must wait twice as long as the one before; an address may be a whole office's. */
const slowAfterFailures = { account: 5, address: 20 }
const longestWaitSeconds = 300

/** The key of a picture: four digits and a time, in the family's clients. Source: spec 4, S0 §7. */
const CaptchaQuery = z.object({ randomStr: z.string().regex(/^[\x21-\x7e]{1,64}$/) })

const badCredentials = () => new Refused(426, 'badCredentials', {}, 'invalid_exception')

export function sessionRoutes(app: FastifyInstance, db: Database, config: Pick<Config, 'CAPTCHA' | 'PASSWORD_KEY'>) {
  serve(app, issueToken, async (input, _, request) =>
    input.grant_type === 'password' ? passwordLogin(input, request) : refresh(input.refresh_token, request),
  )

  /** How many attempts of each address are being checked in this process. */
  const underWay = new Map<string, number>()

  async function passwordLogin(
    input: { username: string; password: string; randomStr?: string | undefined; code?: string | undefined },
    request: FastifyRequest,
  ) {
    const client = requireClient(request)
    const tenantId = await tenantOf(request)
    const { account: accountKey, address } = attemptKeys(tenantId, input.username, request.ip)
    const keys = [accountKey, address]
    const known = await db.system((tx) => failuresOf(tx, keys))
    // Attempts count from their start; those still under way from an address may be people of one office at the same moment.
    const decided = known.map((one) => ({ failures: one.failures - (one.key === address ? (underWay.get(address) ?? 0) : 0) }))
    const isChecked = await checkCaptcha(input, needsCaptcha(decided))
    await db.system(async (tx) => {
      await lockAttempts(tx, keys)
      const failures = await failuresOf(tx, keys)
      // The address was asked about above.
      const ofAccount = failures.filter(({ key }) => key === accountKey)
      if (!isChecked && needsCaptcha(ofAccount)) throw new Refused(428, 'captchaEmpty')
      if (failures.some(mustWait)) throw new Refused(429, 'tooMany')
      await countAttempt(tx, keys)
      underWay.set(address, (underWay.get(address) ?? 0) + 1)
    })
    try {
      const account = await db.system((tx) => findAccount(tx, tenantId, input.username))
      const password = decodePassword(input.password, config.PASSWORD_KEY)
      if (!(await isPassword(account?.user.password, password ?? '')) || !account) throw badCredentials()
      if (account.user.lockFlag === '9') throw new Refused(426, 'userLocked', {}, 'invalid_exception')
      if (account.tenantStatus === '9') throw new Refused(426, 'tenantFrozen', {}, 'invalid_exception')
      return await db.system(async (tx) => {
        const held = await holdUser(tx, { tenantId, userId: account.user.id })
        // Changed while it was being checked: the old one opens nothing any longer.
        if (held?.password !== account.user.password) throw badCredentials()
        await forgetFailures(tx, { account: accountKey, address })
        return newPair(
          tx,
          { tenantId, userId: account.user.id, clientId: client, family: randomBytes(16).toString('hex') },
          request,
        )
      })
    } finally {
      const left = (underWay.get(address) ?? 0) - 1
      if (left > 0) underWay.set(address, left)
      else underWay.delete(address)
    }
  }

  async function refresh(token: string, request: FastifyRequest) {
    const client = requireClient(request)
    const pair = await db.system(async (tx) => {
      const session = await takeRefresh(tx, hashToken(token), client)
      if (!session) return undefined
      if (!session.reused) return newPair(tx, session, request)
      // A token that was used up long ago is in the wrong hands: nobody keeps this log-in.
      await endSessions(tx, session, { family: session.family })
      return undefined
    })
    if (pair) return pair
    app.forgetViewers()
    throw new Refused(426, 'invalidToken', {}, 'invalid_exception')
  }

  const needsCaptcha = (failures: { failures: number }[]) =>
    config.CAPTCHA === 'always' || (config.CAPTCHA === 'risk' && failures.some((one) => one.failures >= captchaAfterFailures))

  /** Whether a captcha was solved; refuses a wrong one, and none where one is needed. */
  async function checkCaptcha(
    { randomStr, code }: { randomStr?: string | undefined; code?: string | undefined },
    needed: boolean,
  ): Promise<boolean> {
    if (!needed && !code) return false
    if (!randomStr || !code) throw new Refused(428, 'captchaEmpty')
    const answer = await db.system((tx) => takeCaptcha(tx, randomStr))
    if (answer === undefined || answer !== code.trim()) throw new Refused(428, 'captchaWrong')
    return true
  }

  /** The tenant a log-in is for: the header when sent, else the one of the host. */
  async function tenantOf(request: FastifyRequest) {
    const named = tenantHeader(request)
    if (named === undefined) return (await db.system((tx) => tenantOfHost(tx, request.hostname))).id
    const { success, data: id } = TenantId.safeParse(named)
    if (!success) throw new Refused(401, 'badTenant', {}, 'unauthorized')
    return id
  }

  serve(app, captchaNeeded, async ({ username }, _, request) => {
    const { account, address } = attemptKeys(await tenantOf(request), username ?? '', request.ip)
    return { needed: needsCaptcha(await db.system((tx) => failuresOf(tx, [account, address]))) }
  })

  app.get('/code', { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }, async (request, reply) => {
    const asked = CaptchaQuery.safeParse(request.query)
    if (!asked.success) throw invalid('randomStr')
    const { randomStr } = asked.data
    const picture = svgCaptcha.createMathExpr({ width: 100, height: 40, mathMin: 1, mathMax: 9, mathOperator: '+', color: true })
    await db.system((tx) => keepCaptcha(tx, randomStr, picture.text))
    return reply.header('cache-control', 'no-store').type('image/svg+xml').send(picture.data)
  })

  for (const endpoint of [checkToken, checkTokenByPost])
    serve(app, endpoint, async ({ token }, _, request) => {
      const client = requireClient(request)
      const found = await db.system(async (tx) => {
        const session = await findByAccess(tx, hashToken(token))
        return session && { session, loaded: await loadViewer(tx, session.tenantId, session.userId, session.family) }
      })
      if (!found?.loaded) throw new Refused(400, 'invalidToken', {}, 'invalid_token')
      const { viewer } = found.loaded
      return {
        active: true as const,
        user_name: viewer.username,
        username: viewer.username,
        authorities: authoritiesOf(viewer),
        client_id: found.session.clientId || client,
        exp: Math.floor(Date.now() / 1000 + found.session.secondsLeft),
        scope: ['server'],
        user_id: viewer.userId,
        dept_id: viewer.deptId,
        tenant_id: viewer.tenantId,
      }
    })

  app.delete(logout.path, async (request) => {
    const token = bearerOf(request)
    if (!token) return { code: 0, msg: app.say(request, 'noTokenToLeave'), data: false }
    const ended = await db.system(async (tx) => {
      const found = await findLogIn(tx, hashToken(token))
      if (found) await endSessions(tx, found, { family: found.family })
      return found
    })
    app.forgetViewers()
    return ended ? { code: 0, msg: null, data: null } : { code: 0, msg: app.say(request, 'badTokenToLeave'), data: true }
  })
  app.endpoints.push(logout)

  serve(app, getUserDetail, (_, viewer) =>
    db.within(viewer, async (tx) => {
      const sysUser = await findUser(tx, viewer, viewer.username)
      if (!sysUser) throw unauthorized()
      return { sysUser, permissions: [...viewer.permissions], roles: viewer.roleIds }
    }),
  )
}

const attemptKeys = (tenantId: number, username: string, address: string) => ({
  account: `account:${tenantId}:${username.toLowerCase()}`,
  address: `address:${address}`,
})

function mustWait({ key, failures, secondsAgo }: { key: string; failures: number; secondsAgo: number }) {
  const tooMany = failures - (key.startsWith('address:') ? slowAfterFailures.address : slowAfterFailures.account)
  return tooMany >= 0 && secondsAgo < Math.min(2 ** tooMany, longestWaitSeconds)
}

const authoritiesOf = (viewer: { roleIds: number[]; permissions: ReadonlySet<string> }) => [
  ...viewer.roleIds.map((roleId) => `ROLE_${roleId}`),
  ...viewer.permissions,
]

type Whose = { tenantId: number; userId: number; clientId: string; family: string; createTime?: string }

/** Issues a token pair and says whose it is. Refuses when the account was locked or removed meanwhile. */
async function newPair(
  tx: Tx,
  { tenantId, userId, clientId, family, createTime }: Whose,
  request: FastifyRequest,
): Promise<Token> {
  const loaded = await loadViewer(tx, tenantId, userId, family)
  if (!loaded) throw badCredentials()
  const [access, renewal] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  await addSession(tx, {
    tenantId,
    userId,
    clientId,
    family,
    accessHash: hashToken(access),
    refreshHash: hashToken(renewal),
    address: request.ip,
    userAgent,
    createTime,
  })
  const { viewer, user } = loaded
  const user_info: UserInfo = {
    id: userId,
    userId,
    username: viewer.username,
    tenantId,
    deptId: viewer.deptId,
    avatar: user.avatar,
    phone: user.phone,
    enabled: true,
    accountNonExpired: true,
    accountNonLocked: true,
    credentialsNonExpired: true,
    authorities: authoritiesOf(viewer).map((authority) => ({ authority })),
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
    username: viewer.username,
    dept_id: viewer.deptId,
    tenant_id: tenantId,
    license: 'made by huanwei',
    active: true,
  }
}
