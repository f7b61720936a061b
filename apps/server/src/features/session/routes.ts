import { getUserDetail } from '@huanwei/contract/profile/endpoints'
import { captchaNeeded, checkToken, checkTokenByPost, issueToken, logout } from '@huanwei/contract/session/endpoints'
import { captchaAfterFailures } from '@huanwei/contract/session/rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/connect.ts'
import { beginTry } from '../../lib/attempts.ts'
import { bearerOf, hashToken } from '../../lib/authenticate.ts'
import { requireClient } from '../../lib/clients.ts'
import {
  authoritiesOf,
  badCredentials,
  beginLogIn,
  cameFrom,
  issuePair,
  logged,
  mustBeActive,
  tenantOf,
} from '../../lib/log-in.ts'
import { decodePassword, isPassword } from '../../lib/password.ts'
import { invalid, Refused, unauthorized } from '../../lib/refuse.ts'
import { serve, Told } from '../../lib/serve.ts'
import { findUser } from '../users/queries.ts'
import {
  addLoginLog,
  endSessions,
  failuresOf,
  findAccount,
  findByAccess,
  findLogIn,
  forgetFailures,
  keepCaptcha,
  loadViewer,
  lockAttempts,
  takeCaptcha,
  takeRefresh,
} from './queries.ts'

/** The key of a picture: four digits and a time, in the family's clients. Source: spec 4, S0 §7. */
const CaptchaQuery = z.object({ randomStr: z.string().regex(/^[\x21-\x7e]{1,64}$/) })

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
    const tenantId = await tenantOf(db, request)
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
      await beginTry(tx, keys)
      underWay.set(address, (underWay.get(address) ?? 0) + 1)
    })
    try {
      return await logged(db, { tenantId, username: input.username, grantType: 'password' }, request, async () => {
        const account = await db.system((tx) => findAccount(tx, { tenantId, username: input.username }))
        const password = decodePassword(input.password, config.PASSWORD_KEY)
        if (!(await isPassword(account?.user.password, password ?? '')) || !account) throw badCredentials()
        mustBeActive(account)
        return db.system(async (tx) => {
          const token = await beginLogIn(tx, account, client, request)
          await forgetFailures(tx, { account: accountKey, address })
          return token
        })
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
      if (!session.reused) return issuePair(tx, session, request)
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

  serve(app, captchaNeeded, async ({ username }, _, request) => {
    const { account, address } = attemptKeys(await tenantOf(db, request), username ?? '', request.ip)
    return { needed: needsCaptcha(await db.system((tx) => failuresOf(tx, [account, address]))) }
  })

  app.get('/code', { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }, async (request, reply) => {
    const asked = CaptchaQuery.safeParse(request.query)
    if (!asked.success) throw invalid('randomStr')
    const { randomStr } = asked.data
    // Its font is drawn only for those who failed before.
    const { default: svgCaptcha } = await import('svg-captcha')
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

  serve(app, logout, async (_, __, request) => {
    const token = bearerOf(request)
    if (!token) return new Told(false, app.say(request, 'noTokenToLeave'))
    const ended = await db.system(async (tx) => {
      const found = await findLogIn(tx, hashToken(token))
      if (!found) return false
      const { tenantId, username, family } = found
      await addLoginLog(tx, { tenantId, username, grantType: '', operation: 1, status: 1, ...cameFrom(request) })
      return endSessions(tx, found, { family })
    })
    app.forgetViewers()
    return ended ? null : new Told(true, app.say(request, 'badTokenToLeave'))
  })

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
