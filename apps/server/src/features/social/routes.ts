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
import { beginTry } from '../../lib/attempts.ts'
import { requireClient } from '../../lib/clients.ts'
import { isSecureIssuer, oidcProvider } from '../../lib/identity.ts'
import { beginLogIn, logged, mustBeActive, tenantOf } from '../../lib/log-in.ts'
import { conflict, isTaken, notFound, Refused } from '../../lib/refuse.ts'
import type { Sealing } from '../../lib/sealing.ts'
import { serve } from '../../lib/serve.ts'
import { findAccount, forgetFailures } from '../session/queries.ts'
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
  takeWay,
  unbind,
  updateProvider,
} from './queries.ts'

/** Where providers send the browser back to. */
const returnAddress = ({ protocol, host }: FastifyRequest) => new URL(`${protocol}://${host}/authredirect`).href

export function socialRoutes(app: FastifyInstance, db: Database, { DEMO }: Pick<Config, 'DEMO'>, sealing: Sealing) {
  serve(app, listProviders, (filter, { tenantId }) =>
    db.within({ tenantId }, async (tx) => {
      const { records, total } = await findProviders(tx, tenantId, filter)
      return pageOf(records, total, filter)
    }),
  )

  serve(app, addProvider, (provider, { tenantId }) => {
    mustBeSecure(provider.issuer)
    return typeTaken(db.within({ tenantId }, (tx) => insertProvider(tx, tenantId, provider, sealing)))
  })

  serve(app, editProvider, async (provider, { tenantId }) => {
    mustBeSecure(provider.issuer)
    const edited = await typeTaken(db.within({ tenantId }, (tx) => updateProvider(tx, tenantId, provider, sealing)))
    if (!edited) throw notFound()
    return edited
  })

  serve(app, removeProvider, async ({ id }, { tenantId }) => {
    if (!(await db.within({ tenantId }, (tx) => deleteProvider(tx, tenantId, id)))) throw notFound()
    return true
  })

  function mustBeSecure(issuer: string) {
    if (!isSecureIssuer(issuer, DEMO)) throw new Refused(400, 'issuerInsecure', {}, { field: 'issuer' })
  }

  serve(app, listSocialLogins, async (_, __, request) => {
    const tenantId = await tenantOf(db, request)
    return db.system((tx) => findSocialLogins(tx, tenantId))
  })

  serve(app, beginSocialLogin, async ({ type }, _, request) => {
    await db.system((tx) => beginTry(tx, [`address:social:${request.ip}`]))
    return begin(await tenantOf(db, request), type, `${type}-${SocialAim.login}`, request)
  })

  // Only who began to bind an account can end it: the state names them.
  serve(app, beginSocialBind, ({ type }, { tenantId, userId }, request) =>
    begin(tenantId, type, `${type}-${SocialAim.bind}-${userId}`, request),
  )

  async function begin(tenantId: number, type: string, named: string, request: FastifyRequest) {
    const provider = await db.system((tx) => findProvider(tx, tenantId, type, sealing))
    if (!provider) throw notFound()
    const state = `${named}-${randomBytes(24).toString('base64url')}`
    try {
      const { url, way } = await oidcProvider(provider).begin(returnAddress(request), state)
      await db.system((tx) => keepWay(tx, tenantId, type, way))
      return { url, state }
    } catch (error) {
      request.log.warn({ error }, 'an identity provider could not be reached')
      throw new Refused(200, 'socialUnreachable', { what: provider.remark })
    }
  }

  /** Whose account somebody came back with: the provider's type and its name for the person. */
  async function returnedAs(tenantId: number, returned: Returned, request: FastifyRequest) {
    const way = await db.system((tx) => takeWay(tx, tenantId, returned.state))
    const provider = way && (await db.system((tx) => findProvider(tx, tenantId, way.type, sealing)))
    if (!provider) throw new Refused(426, 'socialFailed', {}, 'invalid_exception')
    const { state, code, iss } = returned
    const query = new URLSearchParams({ state, code, ...(iss !== undefined && { iss }) })
    try {
      const openId = await oidcProvider(provider).finish(new URL(`${returnAddress(request)}?${query}`), way)
      return { type: provider.type, openId, remark: provider.remark }
    } catch (error) {
      request.log.warn({ error }, 'an identity provider did not confirm a person')
      throw new Refused(426, 'socialFailed', {}, 'invalid_exception')
    }
  }

  serve(app, issueTokenBySocial, async (input, _, request) => {
    const client = requireClient(request)
    const tenantId = await tenantOf(db, request)
    const [type = '', code = ''] = split(input.mobile)
    const address = `address:${request.ip}`
    await db.system((tx) => beginTry(tx, [address]))
    const tried = { tenantId, username: type, grantType: 'social' as const }
    return logged(db, tried, request, async () => {
      const said = readState(input.state)
      if (said?.type !== type || said.aim !== SocialAim.login) throw new Refused(426, 'socialFailed', {}, 'invalid_exception')
      const account = await returnedAs(tenantId, { ...input, code }, request)
      const userId = await db.system((tx) => findBound(tx, tenantId, account))
      const found = userId === undefined ? undefined : await db.system((tx) => findAccount(tx, { tenantId, userId }))
      if (!found) throw new Refused(417, 'notBound')
      tried.username = found.user.username
      mustBeActive(found)
      return db.system(async (tx) => {
        const token = await beginLogIn(tx, found, client, request)
        await forgetFailures(tx, { account: '', address })
        return token
      })
    })
  })

  serve(app, bindSocial, async (returned, viewer, request) => {
    if (!returned.state.startsWith(`${readState(returned.state)?.type}-${SocialAim.bind}-${viewer.userId}-`))
      throw new Refused(426, 'socialFailed')
    const account = await returnedAs(viewer.tenantId, returned, request)
    const outcome = await db.within(viewer, (tx) => bind(tx, viewer, account))
    if (outcome === 'taken') throw conflict('socialTaken')
    if (outcome === 'another') throw conflict('socialBound')
    return account
  })

  serve(app, listOwnBindings, (_, viewer) => db.within(viewer, (tx) => findOwnBindings(tx, viewer)))

  serve(app, unbindSocial, async ({ type }, viewer) => {
    if (!(await db.within(viewer, (tx) => unbind(tx, viewer, type)))) throw notFound()
    return true
  })
}

type Returned = { state: string; code: string; iss?: string | undefined }

/** `<TYPE>@<code>` at the first `@`. */
const split = (mobile: string) => [mobile.slice(0, mobile.indexOf('@')), mobile.slice(mobile.indexOf('@') + 1)]

async function typeTaken<T>(work: Promise<T>) {
  try {
    return await work
  } catch (error) {
    throw isTaken(error, 'sys_social_details') ? new Refused(409, 'providerTaken', {}, { field: 'type' }) : error
  }
}
