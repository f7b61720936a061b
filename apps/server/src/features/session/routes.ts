import { setTimeout as sleep } from 'node:timers/promises'
import { getUserDetail } from '@huanwei/contract/profile/endpoints'
import { captchaNeeded, checkToken, checkTokenByPost, issueToken, logout, type Token } from '@huanwei/contract/session/endpoints'
import { outsideUrl } from '@huanwei/contract/units/rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../../db/connect.ts'
import { requireClient } from '../../http/clients.ts'
import { invalid, Refused, unauthorized } from '../../http/refuse.ts'
import { serve, WithMessage } from '../../http/serve.ts'
import { findUnit } from '../units/queries.ts'
import { findUser } from '../users/queries.ts'
import { bearerOf, hashToken } from './authenticate.ts'
import { drawCaptcha } from './captcha-picture.ts'
import { authoritiesOf, cameFrom, issuePair } from './log-in.ts'
import { passwordLogIn } from './password-log-in.ts'
import {
  addLoginLog,
  endSessions,
  findByAccess,
  findLogIn,
  keepCaptcha,
  loadViewer,
  openClient,
  renewals,
  takeRefresh,
  videoClient,
} from './queries.ts'

/** The key of a picture: four digits and a time, in the family's clients. Source: spec 4, S0 §7. */
const CaptchaQuery = z.object({ randomStr: z.string().regex(/^[\x21-\x7e]{1,64}$/) })

/** A log-in by the code of a short message. */
type LogInByCode = (input: { mobile: string; code: string }, request: FastifyRequest) => Promise<Token>

type Parts = Parameters<typeof passwordLogIn>[0] & { logInByCode: LogInByCode }

export function sessionRoutes(app: FastifyInstance, parts: Parts) {
  const { db, logInByCode } = parts
  const byPassword = passwordLogIn(parts)
  const refresh = refresher(app, db)
  serve(app, issueToken, (input, _, request): ReturnType<typeof byPassword.logIn> | Promise<Token> => {
    if (input.grant_type === 'password') return byPassword.logIn(input, request)
    return input.grant_type === 'mobile' ? logInByCode(input, request) : refresh(input.refresh_token, request)
  })

  serve(app, captchaNeeded, async ({ username }, _, request) => ({
    needed: await byPassword.isCaptchaNeeded(username ?? '', request),
  }))

  app.get('/code', { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }, async (request, reply) => {
    const asked = CaptchaQuery.safeParse(request.query)
    if (!asked.success) throw invalid('randomStr')
    const { randomStr } = asked.data
    const { answer, jpeg } = await drawCaptcha()
    await db.system((tx) => keepCaptcha(tx, randomStr, answer))
    return reply.header('cache-control', 'no-store').type('image/jpeg').send(jpeg)
  })

  checkRoutes(app, db)
  ownRoutes(app, db)
}

/** Checks of a token by another program. */
function checkRoutes(app: FastifyInstance, db: Database) {
  for (const endpoint of [checkToken, checkTokenByPost])
    serve(app, endpoint, async ({ token }, _, request) => {
      const client = requireClient(request, true)
      const found = await db.system(async (tx) => {
        const [session] = await findByAccess(tx, [hashToken(token)])
        const unit = session?.clientId === openClient ? await findUnit(tx, session.tenantId) : undefined
        // A path is of this installation.
        const own = `${request.protocol}://${request.host}`
        const aud = unit?.evaluationUrl ? [outsideUrl(unit.evaluationUrl)?.origin ?? own] : undefined
        return session && { session, aud, loaded: await loadViewer(tx, session.tenantId, session.userId, session.family) }
      })
      if (!found?.loaded || found.session.clientId === videoClient)
        throw new Refused(400, 'session:refusal.invalidToken', {}, 'invalid_token')
      const { viewer } = found.loaded
      return {
        active: true as const,
        user_name: viewer.username,
        username: viewer.username,
        authorities: authoritiesOf(viewer),
        client_id: found.session.clientId || client,
        exp: Math.floor(Date.now() / 1000 + found.session.secondsLeft),
        ...(found.aud && { aud: found.aud }),
        scope: ['server'],
        user_id: viewer.userId,
        dept_id: viewer.deptId,
        tenant_id: viewer.tenantId,
      }
    })
}

/** End of the own log-in, and who is logged in. */
function ownRoutes(app: FastifyInstance, db: Database) {
  serve(app, logout, async (_, __, request) => {
    const token = bearerOf(request)
    if (!token) return new WithMessage(false, app.say(request, 'session:refusal.noToken'))
    const ended = await db.system(async (tx) => {
      const found = await findLogIn(tx, hashToken(token))
      if (!found) return undefined
      const { tenantId, username, family } = found
      await addLoginLog(tx, { tenantId, username, grantType: '', operation: 1, status: 1, ...cameFrom(request) })
      return (await endSessions(tx, found, { family })) ? found : undefined
    })
    if (ended) app.forgetViewersOf(ended)
    return ended ? null : new WithMessage(true, app.say(request, 'session:refusal.badToken'))
  })

  serve(app, getUserDetail, (_, viewer) =>
    db.within(viewer, async (tx) => {
      const sysUser = await findUser(tx, viewer, viewer.username)
      if (!sysUser) throw unauthorized()
      return { sysUser, permissions: [...viewer.permissions], roles: viewer.roleIds, seesAll: viewer.departments === null }
    }),
  )
}

/** Refresh tokens of log-ins that asked for too many pairs are refused from memory for this time, and after this wait, so that a loop of them costs little, ms. */
const refusedForMs = 10_000
const refusedAfterMs = 500

/** Gives a new pair of tokens for a refresh token. One that was used before ends its log-in. */
function refresher(app: FastifyInstance, db: Database) {
  /** When the refusal of a token ends, by its hash. */
  const refused = new Map<string, number>()

  function refuse(hash: string): never {
    const now = Date.now()
    for (const [other, until] of refused) if (until < now) refused.delete(other)
    refused.set(hash, now + refusedForMs)
    throw tooMany()
  }

  return async (token: string, request: FastifyRequest) => {
    const client = requireClient(request)
    const hash = hashToken(token)
    if ((refused.get(hash) ?? 0) > Date.now()) {
      await sleep(refusedAfterMs)
      throw tooMany()
    }
    const taken = await db.system(async (tx) => {
      const session = await takeRefresh(tx, hash, client)
      if (!session) return undefined
      if (!session.reused)
        return session.recent < renewals.most ? { session, pair: await issuePair(tx, session, request) } : refuse(hash)
      // A token that was used up long ago is in the wrong hands: nobody keeps this log-in.
      await endSessions(tx, session, { family: session.family })
      return { session, pair: undefined }
    })
    if (taken?.pair) return taken.pair
    if (taken) app.forgetViewersOf(taken.session)
    throw new Refused(426, 'session:refusal.invalidToken', {}, 'invalid_exception')
  }
}

const tooMany = () => new Refused(429, 'common:error.429', {}, null, { 'retry-after': 60 })
