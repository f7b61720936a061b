import { randomBytes } from 'node:crypto'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { appId, appSecret, startIdentityProvider } from '../../identity.test-kit.ts'
import { sealingWith } from '../../lib/sealing.ts'
import { noIngest } from '../../position/link.ts'
import { password, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let identity: Awaited<ReturnType<typeof startIdentityProvider>>
let admin: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer({ DEMO: 'on' })
  // The origin of injected requests.
  identity = await startIdentityProvider(['http://localhost'])
  admin = await server.login('admin')
  viewer = await server.login('viewer')
  const added = await admin.call('POST', '/admin/social', provider())
  expect(added).toMatchObject({ status: 200, data: { type: 'OIDC', remark: '市政统一身份', appId } })
})
afterAll(async () => {
  await identity.close()
  await server.close()
})
beforeEach(() => server.db.owner.query('delete from sys_user_social; delete from login_failure'))

const provider = () => ({ type: 'OIDC', remark: '市政统一身份', appId, appSecret, issuer: identity.issuer })
type Query = Record<string, string>

const beginLogin = async () => (await server.app.inject('/open/social/authorize?type=OIDC')).json().data
const logIn = async ({ code, ...query }: Query) => {
  const url = `/auth/mobile/token/social?${new URLSearchParams({ grant_type: 'mobile', mobile: `OIDC@${code}`, ...query })}`
  const reply = await server.app.inject({ method: 'POST', url, headers: { authorization: clientAuthorization } })
  return { status: reply.statusCode, ...reply.json() }
}
const comeBack = async (account: string): Promise<Query> => {
  const { url, secret } = await beginLogin()
  return { ...(await identity.visit(url, account)), secret }
}
const beginBind = (who: typeof viewer) => who.call('POST', '/admin/social/authorize', { type: 'OIDC', password })
const unbind = (typed = password) => viewer.call('POST', '/admin/social/unbind', { type: 'OIDC', password: typed })
/** `who` binds `account` to themselves. */
const bindTo = async (who: typeof viewer, account: string) => {
  const { data } = await beginBind(who)
  const returned = { ...(await identity.visit(data.url, account)), secret: data.secret }
  return who.call('POST', `/admin/social/bind?${new URLSearchParams(returned)}`)
}

test('the redirect to the provider uses a code with PKCE, an unguessable state and a nonce', async () => {
  const { url, state } = await beginLogin()
  const asked = new URL(url).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: appId,
    response_type: 'code',
    scope: 'openid',
    state,
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost/authredirect',
  })
  expect(state).toMatch(/^OIDC-LOGIN-[\w-]{32}$/)
  expect(asked.get('nonce')?.length).toBeGreaterThan(30)
  expect(asked.get('code_challenge')?.length).toBe(43)
  expect(url).not.toContain('secret')
})

test('a forwarded host that is nobody’s is no address to come back to', async () => {
  const askAs = async (forwarded: string) => {
    const headers = { host: 'localhost', 'x-forwarded-host': forwarded, 'x-forwarded-proto': 'https' }
    const { data } = (await server.app.inject({ url: '/open/social/authorize?type=OIDC', headers })).json()
    return new URL(data.url).searchParams.get('redirect_uri')
  }
  expect(await askAs('evil.example')).toBe('https://localhost/authredirect')
  await server.db.owner.query("update sys_tenant set hosts = hosts || '{clean.example}' where id = 1")
  expect(await askAs('clean.example')).toBe('https://clean.example/authredirect')
})

test('an unbound account is refused with 417; after binding it logs in', async () => {
  expect(await logIn(await comeBack('zhou-min'))).toMatchObject({ status: 417, msg: '未绑定登录账号，请使用密码登录后绑定' })
  expect(await bindTo(viewer, 'zhou-min')).toMatchObject({ status: 200, data: { type: 'OIDC', remark: '市政统一身份' } })
  expect((await viewer.call('GET', '/admin/social/bindings')).data).toMatchObject([
    { type: 'OIDC', boundTime: expect.any(String) },
  ])
  const token = await logIn(await comeBack('zhou-min'))
  expect(token).toMatchObject({ status: 200, username: 'viewer', token_type: 'bearer' })

  expect((await unbind()).data).toBe(true)
  expect((await unbind()).status).toBe(404)
  expect((await logIn(await comeBack('zhou-min'))).status).toBe(417)
  const { rows } = await server.db.owner.query(
    "select status, username from sys_log_login where grant_type = 'social' order by id",
  )
  expect(rows).toEqual([
    { status: 0, username: 'OIDC' },
    { status: 1, username: 'viewer' },
    { status: 0, username: 'OIDC' },
  ])
})

test('an account belongs to one person, a person has one account at a provider', async () => {
  await bindTo(viewer, 'zhou-min')
  expect((await bindTo(viewer, 'zhou-min')).status).toBe(200)
  expect(await bindTo(admin, 'zhou-min')).toMatchObject({ status: 409, msg: '该社交账号已绑定其他用户' })
  expect(await bindTo(viewer, 'somebody')).toMatchObject({ status: 409, msg: '您已绑定过该平台的账号，请先解绑' })
})

test('a state is valid once, for its purpose, and for ten minutes', async () => {
  await bindTo(viewer, 'zhou-min')
  const returned = await comeBack('zhou-min')
  expect((await logIn(returned)).status).toBe(200)
  expect((await logIn(returned)).status).toBe(426)

  const made = { ...(await comeBack('zhou-min')), state: 'OIDC-LOGIN-made-up' }
  expect((await logIn(made)).status).toBe(426)

  const late = await comeBack('zhou-min')
  await server.db.owner.query("update social_state set expires = now() - interval '1 second'")
  expect((await logIn(late)).status).toBe(426)
})

test('a binding started by another person cannot be completed', async () => {
  const { data } = await beginBind(viewer)
  const returned = { ...(await identity.visit(data.url, 'attacker')), secret: data.secret }
  expect((await admin.call('POST', `/admin/social/bind?${new URLSearchParams(returned)}`)).status).toBe(426)
  expect((await logIn(returned)).status).toBe(426)
  const login = await comeBack('attacker')
  expect((await admin.call('POST', `/admin/social/bind?${new URLSearchParams(login)}`)).status).toBe(426)
})

test('a binding is made and undone with the password only', async () => {
  await bindTo(viewer, 'zhou-min')
  const refused = { status: 400, msg: '密码错误', data: { field: 'password' } }
  expect(await unbind('wrong')).toMatchObject(refused)
  expect(await viewer.call('POST', '/admin/social/authorize', { type: 'OIDC', password: 'wrong' })).toMatchObject(refused)
  expect((await viewer.call('POST', '/admin/social/authorize', { type: 'OIDC' })).status).toBe(400)
  expect((await viewer.call('GET', '/admin/social/bindings')).data).toMatchObject([{ boundTime: expect.any(String) }])
})

test('a link with somebody’s state and code logs nobody else in: the secret of the tab that began is missing', async () => {
  await bindTo(viewer, 'zhou-min')
  const { secret, ...link } = await comeBack('zhou-min')
  expect((await logIn(link)).status).toBe(426)
  const { secret: own } = await beginLogin()
  expect((await logIn({ ...link, secret: own })).status).toBe(426)
  expect((await logIn({ ...link, secret: secret ?? '' })).status).toBe(200)
})

test('a code of another way, or a tampered one, is refused', async () => {
  await bindTo(viewer, 'zhou-min')
  const [one, other] = [await comeBack('zhou-min'), await comeBack('zhou-min')]
  expect((await logIn({ ...one, code: other.code ?? '' })).status).toBe(426)
  expect((await logIn({ ...other, iss: 'https://elsewhere.example' })).status).toBe(426)
})

test('the secret never comes back, stays when none is sent, and is not in the log', async () => {
  const { data } = await admin.call('GET', '/admin/social/page')
  const { id } = data.records[0]
  expect(JSON.stringify(data)).not.toContain(appSecret)
  const { appSecret: _, ...rest } = provider()
  expect((await admin.call('PUT', '/admin/social', { ...rest, id, remark: '统一身份' })).data).toMatchObject({
    remark: '统一身份',
  })
  await bindTo(viewer, 'zhou-min')
  expect((await logIn(await comeBack('zhou-min'))).status).toBe(200)
  expect((await server.app.inject('/open/social')).json().data).toEqual([{ type: 'OIDC', remark: '统一身份' }])
  await expect
    .poll(
      async () => (await server.db.owner.query("select params from sys_log where request_uri like '/admin/social%'")).rows.length,
    )
    .toBeGreaterThan(1)
  expect(JSON.stringify((await server.db.owner.query('select * from sys_log')).rows)).not.toContain(appSecret)
})

test('another issuer, and the end of a provider, unbind everybody', async () => {
  await bindTo(viewer, 'zhou-min')
  const { records } = (await admin.call('GET', '/admin/social/page')).data
  const moved = { ...provider(), id: records[0].id, issuer: 'https://other.example/' }
  expect((await admin.call('PUT', '/admin/social', moved)).status).toBe(200)
  expect((await viewer.call('GET', '/admin/social/bindings')).data).toMatchObject([{ boundTime: null }])
  await admin.call('PUT', '/admin/social', { ...moved, ...provider() })
  expect(await admin.call('POST', '/admin/social', provider())).toMatchObject({ status: 409, msg: '该类型已配置' })
})

test('providers are asked over TLS, but for one on this machine in a demo', async () => {
  const call = (issuer: string) => admin.call('POST', '/admin/social', { ...provider(), type: 'WX', issuer })
  expect(await call('http://id.example.com')).toMatchObject({ status: 400, msg: '身份服务地址必须是 https' })
  const production = await startTestServer()
  const { call: inProduction } = await production.login('admin')
  expect((await inProduction('POST', '/admin/social', provider())).status).toBe(400)
  await production.close()
})

test('a provider that does not answer is said by name', async () => {
  await admin.call('POST', '/admin/social', { ...provider(), type: 'GONE', remark: '旧平台', issuer: 'http://localhost:1' })
  expect((await server.app.inject('/open/social/authorize?type=GONE')).json()).toMatchObject({
    code: 1,
    msg: '身份服务 旧平台 无法连接',
  })
})

const storedSecret = async () => (await server.db.owner.query('select app_secret from sys_social_details')).rows[0].app_secret

test('the secret of a provider is sealed where it is stored, for its tenant alone, and never sent back', async () => {
  expect(await storedSecret()).toMatch(/^\{aes-256-gcm\}[\w-]{60,}$/)
  expect(await storedSecret()).not.toContain(appSecret)
  expect(JSON.stringify(await admin.call('GET', '/admin/social/page'))).not.toMatch(/secret|aes/i)
  const sealing = sealingWith(randomBytes(32).toString('base64url'))
  const sealed = sealing.seal(appSecret, 'one')
  expect(sealing.open(sealed, 'one')).toBe(appSecret)
  expect(sealing.seal(appSecret, 'one')).not.toBe(sealed)
  expect(() => sealing.open(sealed, 'two')).toThrow()
  expect(() => sealing.open(`${sealed.slice(0, -3)}AAA`, 'one')).toThrow()
  expect(() => sealing.open(appSecret, 'one')).toThrow('not sealed')
})

test('a secret of an earlier version is sealed at the next start, and still opens the provider', async () => {
  await server.db.owner.query('update sys_social_details set app_secret = $1', [appSecret])
  const { db, changes, config, latest } = server
  await (await buildApp({ db, changes, config, latest, ingest: noIngest })).close()
  expect(await storedSecret()).toMatch(/^\{aes-256-gcm\}/)
  await bindTo(viewer, 'zhou-min')
  expect(await logIn(await comeBack('zhou-min'))).toMatchObject({ status: 200, username: 'viewer' })
})

test('state and code are enough for the browser that began, by its cookie', async () => {
  await bindTo(viewer, 'zhou-min')
  const begun = await server.app.inject('/open/social/authorize?type=OIDC')
  expect(String(begun.headers['set-cookie'])).toMatch(/^social-secret=[^;]+; Path=\/auth; Max-Age=600; HttpOnly; SameSite=Lax$/)
  const [cookie = ''] = String(begun.headers['set-cookie']).split(';')
  const { state, code } = await identity.visit(begun.json().data.url, 'zhou-min')
  const send = (headers: Query) =>
    server.app.inject({
      method: 'POST',
      url: '/auth/mobile/token/social',
      headers: { authorization: clientAuthorization, ...headers },
      payload: { state, code },
    })
  expect((await send({})).statusCode).toBe(426)
  expect((await send({ cookie })).json()).toMatchObject({ username: 'viewer' })
})
