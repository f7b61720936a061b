import { randomBytes } from 'node:crypto'
import { pageOf } from '@huanwei/contract/page'
import { beginSocialLogin, issueTokenBySocial, listSocialLogins } from '@huanwei/contract/session/endpoints'
import {
  addProvider,
  beginSocialBind,
  bindSocial,
  editProvider,
  listOwnBindings,
  listProviders,
  removeProvider,
  unbindSocial,
} from '@huanwei/contract/social/endpoints'
import { readState, SocialAim } from '@huanwei/contract/social/rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { mustSeeAll } from '../../db/scope.ts'
import { senderOf } from '../../http/addresses.ts'
import { requireClient } from '../../http/clients.ts'
import { outsideFetch } from '../../http/outside-fetch.ts'
import { conflict, isUniqueViolation, notFound, Refused } from '../../http/refuse.ts'
import { serve, WithCookie } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Sealing } from '../../lib/sealing.ts'
import { beginTry } from '../session/attempts.ts'
import { hashToken } from '../session/authenticate.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { beginLogIn, logged, mustBeActive, tenantOf } from '../session/log-in.ts'
import { findAccount, forgetFailures } from '../session/queries.ts'
import { siteOf } from '../sites/queries.ts'
import { identityProviders, isLoopback, isSecureIssuer } from './identity.ts'
import {
  bind,
  deleteProvider,
  findBound,
  findOwnBindings,
  findProvider,
  findProviders,
  findSocialLogins,
  insertProvider,
  keepWay,
  lockProvider,
  takeWay,
  unbind,
  updateProvider,
} from './queries.ts'

/** Redirect address of providers. */
async function returnAddress(db: Database, request: FastifyRequest) {
  const { host } = await db.system((tx) => siteOf(tx, request))
  return new URL(`${request.protocol}://${host}/authredirect`).href
}

type SocialSettings = Pick<Config, 'DEMO' | 'PRIVATE_HOSTS'>
type Parts = { db: Database; sealing: Sealing; isDemo: boolean; providerOf: ReturnType<typeof identityProviders> }

/** Log-in and binding through identity providers, and their administration. */
export function socialRoutes(app: FastifyInstance, db: Database, { DEMO, PRIVATE_HOSTS }: SocialSettings, sealing: Sealing) {
  const fetch = outsideFetch((host) => PRIVATE_HOSTS.includes(host) || (DEMO && isLoopback(host)))
  const parts = { db, sealing, isDemo: DEMO, providerOf: identityProviders(fetch) }
  providerRoutes(app, parts)
  departureRoutes(app, parts)
  returnRoutes(app, parts)
  bindingRoutes(app, parts)
}

/** Administration of the tenant's providers. */
function providerRoutes(app: FastifyInstance, { db, sealing, isDemo }: Parts) {
  serve(app, listProviders, (filter, { tenantId }) =>
    db.within({ tenantId }, async (tx) => {
      const { records, total } = await findProviders(tx, tenantId, filter)
      return pageOf(records, total, filter)
    }),
  )

  serve(app, addProvider, async (provider, viewer) => {
    mustSeeAll(viewer)
    mustBeSecure(provider.issuer)
    return typeTaken(db.within(viewer, (tx) => insertProvider(tx, viewer, provider, sealing)))
  })

  serve(app, editProvider, async ({ id, updateTime, ...fields }, viewer) => {
    mustSeeAll(viewer)
    mustBeSecure(fields.issuer)
    return typeTaken(
      db.within(viewer, async (tx) => {
        const provider = await mustBeCurrent(tx, viewer, await lockProvider(tx, viewer.tenantId, id), updateTime)
        return updateProvider(tx, viewer, provider, fields, sealing)
      }),
    )
  })

  serve(app, removeProvider, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      mustSeeAll(viewer)
      const provider = await mustBeCurrent(tx, viewer, await lockProvider(tx, viewer.tenantId, id), updateTime)
      await deleteProvider(tx, viewer.tenantId, provider)
      return true
    }),
  )

  function mustBeSecure(issuer: string) {
    if (!isSecureIssuer(issuer, isDemo)) throw new Refused(400, 'social:refusal.issuerInsecure', {}, { field: 'issuer' })
  }
}

/** Calls that send a browser to a provider. */
function departureRoutes(app: FastifyInstance, { db, sealing, providerOf }: Parts) {
  serve(app, listSocialLogins, async (_, __, request) => {
    const tenantId = await tenantOf(db, request)
    return db.system((tx) => findSocialLogins(tx, tenantId))
  })

  serve(app, beginSocialLogin, async ({ type }, _, request) => {
    await db.system((tx) => beginTry(tx, [`address:social:${senderOf(request)}`]))
    const begun = await begin(await tenantOf(db, request), type, `${type}-${SocialAim.login}`, request)
    return new WithCookie(begun, secretCookie(begun.secret, request))
  })

  // Only the user who started a binding can complete it: the state names them.
  serve(app, beginSocialBind, async ({ type, password }, viewer, request) => {
    await mustConfirm(db, viewer, password)
    return begin(viewer.tenantId, type, `${type}-${SocialAim.bind}-${viewer.userId}`, request)
  })

  async function begin(tenantId: number, type: string, named: string, request: FastifyRequest) {
    const provider = await db.system((tx) => findProvider(tx, tenantId, type, sealing))
    if (!provider) throw notFound()
    const state = `${named}-${randomBytes(24).toString('base64url')}`
    const secret = randomBytes(32).toString('base64url')
    try {
      const { url, way } = await providerOf(provider).begin(await returnAddress(db, request), state)
      await db.system((tx) => keepWay(tx, tenantId, { ...way, type, secretHash: hashToken(secret) }))
      return { url, state, secret }
    } catch (error) {
      request.log.warn({ error }, 'an identity provider could not be reached')
      throw new Refused(200, 'social:refusal.unreachable', { what: provider.remark })
    }
  }
}

/** Log-in of a browser that comes back from a provider. */
function returnRoutes(app: FastifyInstance, parts: Parts) {
  const { db } = parts
  serve(app, issueTokenBySocial, async (input, _, request) => {
    const client = requireClient(request)
    const tenantId = await tenantOf(db, request)
    const { type, code } = namedIn(input)
    const secret = input.secret ?? secretFrom(request)
    const address = `address:${senderOf(request)}`
    await db.system((tx) => beginTry(tx, [address]))
    const tried = { tenantId, username: type, grantType: 'social' as const }
    return logged(db, tried, request, async () => {
      const parsedState = readState(input.state)
      if (parsedState?.type !== type || parsedState.aim !== SocialAim.login || !code || !secret)
        throw new Refused(426, 'social:refusal.failed', {}, 'invalid_exception')
      const account = await returnedAs(parts, tenantId, { ...input, code, secret }, request)
      const userId = await db.system((tx) => findBound(tx, tenantId, account))
      const found = userId === undefined ? undefined : await db.system((tx) => findAccount(tx, { tenantId, userId }))
      if (!found) throw new Refused(417, 'common:error.417')
      tried.username = found.user.username
      mustBeActive(found)
      return db.system(async (tx) => {
        const token = await beginLogIn(tx, found, client, request)
        await forgetFailures(tx, [], address)
        return token
      })
    })
  })
}

/** The bindings of a user. */
function bindingRoutes(app: FastifyInstance, parts: Parts) {
  const { db } = parts
  serve(app, bindSocial, async (returned, viewer, request) => {
    if (!returned.state.startsWith(`${readState(returned.state)?.type}-${SocialAim.bind}-${viewer.userId}-`))
      throw new Refused(426, 'social:refusal.failed')
    const account = await returnedAs(parts, viewer.tenantId, returned, request)
    const outcome = await db.within(viewer, (tx) => bind(tx, viewer, account))
    if (outcome === 'taken') throw conflict('social:refusal.taken')
    if (outcome === 'another') throw conflict('social:refusal.bound')
    return account
  })

  serve(app, listOwnBindings, (_, viewer) => db.within(viewer, (tx) => findOwnBindings(tx, viewer)))

  serve(app, unbindSocial, async ({ type, password }, viewer) => {
    await mustConfirm(db, viewer, password)
    if (!(await db.within(viewer, (tx) => unbind(tx, viewer, type)))) throw notFound()
    return true
  })
}

/** Provider's account of a returning browser: its type and the provider's name for the person. */
async function returnedAs({ db, sealing, providerOf }: Parts, tenantId: number, returned: Returned, request: FastifyRequest) {
  const { state, code } = returned
  const way = await db.system((tx) => takeWay(tx, tenantId, { state, secretHash: hashToken(returned.secret) }))
  const provider = way && (await db.system((tx) => findProvider(tx, tenantId, way.type, sealing)))
  if (!provider) throw new Refused(426, 'social:refusal.failed', {}, 'invalid_exception')
  // Our screens hand on what the provider says of itself; clients that send state and code alone leave it out.
  const query = new URLSearchParams({ state, code, iss: returned.iss ?? provider.issuer })
  try {
    const openId = await providerOf(provider).finish(new URL(`${await returnAddress(db, request)}?${query}`), way)
    return { type: provider.type, openId, remark: provider.remark }
  } catch (error) {
    request.log.warn({ error }, 'an identity provider did not confirm a person')
    throw new Refused(426, 'social:refusal.failed', {}, 'invalid_exception')
  }
}

async function mustConfirm(db: Database, viewer: Viewer, password: string) {
  if ((await confirmPassword(db, viewer, password)) === null)
    throw new Refused(400, 'session:refusal.wrongPassword', {}, { field: 'password' })
}

type Returned = { state: string; code: string; secret: string; iss?: string | undefined }

/** Type and code of a log-in: from `<TYPE>@<code>`, split at the first `@`, else from the state and the code by itself. */
function namedIn({ mobile, state, code = '' }: { mobile?: string | undefined; state: string; code?: string | undefined }) {
  if (mobile === undefined) return { type: readState(state)?.type ?? '', code }
  return { type: mobile.slice(0, mobile.indexOf('@')), code: mobile.slice(mobile.indexOf('@') + 1) }
}

const secretName = 'social-secret'
/** Life of the cookie, seconds: as long as a person takes at the provider. */
const secretSeconds = 600
/** The secret of the browser that began, for clients that do not send it by themselves. */
const secretCookie = (secret: string, { protocol }: FastifyRequest) =>
  `${secretName}=${secret}; Path=/auth; Max-Age=${secretSeconds}; HttpOnly; SameSite=Lax${protocol === 'https' ? '; Secure' : ''}`
const secretFrom = ({ headers }: FastifyRequest) =>
  headers.cookie
    ?.split('; ')
    .find((one) => one.startsWith(`${secretName}=`))
    ?.slice(secretName.length + 1)

async function typeTaken<T>(work: Promise<T>) {
  try {
    return await work
  } catch (error) {
    throw isUniqueViolation(error, 'sys_social_details')
      ? new Refused(409, 'social:refusal.providerTaken', {}, { field: 'type' })
      : error
  }
}
