import { once } from 'node:events'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let live: string
beforeAll(async () => {
  server = await startTestServer({ CAPTCHA: 'off' })
  live = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/act/ws`
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.owner.query('delete from sys_token; delete from login_failure')
  admin = await server.login('admin')
})

const refresh = (token: string) =>
  server.app.inject({
    method: 'POST',
    url: `/auth/oauth/token?grant_type=refresh_token&refresh_token=${token}`,
    headers: { authorization: clientAuthorization },
  })
const list = async () => (await admin.call('GET', '/admin/token/page')).data
const tokenOf = async (username: string) =>
  (await list()).records.find((one: { username: string }) => one.username === username)?.token

/** A live connection of the log-in; `closed` tells its close code. */
async function listen(accessToken: string) {
  const socket = new WebSocket(live)
  const closed = once(socket, 'close').then(([code]) => code)
  await once(socket, 'open')
  const connected = once(socket, 'message')
  socket.send(`CONNECT\nAuthorization:Bearer ${accessToken}\naccept-version:1.2\nheart-beat:0,0\n\n\0`)
  await connected
  socket.send('SUBSCRIBE\nid:sub-0\ndestination:/live/message\n\n\0')
  return { closed }
}

/** Fails where only the check of open sockets, which comes every 30 s, would have brought it. */
const promptly = <T>(work: Promise<T>) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(() => reject(new Error('not within 20 s')), 20_000))])

test('every log-in is listed once, also after renewals, with the own one marked and without secrets', async () => {
  const viewer = await server.login('viewer')
  const renewed = (await refresh(viewer.token.refresh_token)).json()
  await refresh(renewed.refresh_token)
  const { records, total } = await list()
  expect(total).toBe(2)
  expect(records.map((one: { username: string; isOwn: boolean }) => [one.username, one.isOwn])).toEqual([
    ['viewer', false],
    ['admin', true],
  ])
  for (const secret of [viewer.token.access_token, renewed.access_token, renewed.refresh_token])
    expect(JSON.stringify(records)).not.toContain(secret)
  // Fields that the family's clients read; the token in them opens nothing.
  const [own] = records.slice(1)
  expect(own).toMatchObject({
    access_token: own.token,
    token_type: 'bearer',
    user_id: admin.userId,
    user_info: { id: admin.userId, username: 'admin' },
  })
  expect(own.expires_in).toBeGreaterThan(43_000)
  expect(own.expires_in).toBeLessThanOrEqual(43_200)
  const asToken = { authorization: `Bearer ${own.access_token}` }
  expect((await server.app.inject({ url: '/admin/user/info', headers: asToken })).statusCode).toBe(401)
  expect((await admin.call('GET', '/admin/token/page?username=VIEW')).data.total).toBe(1)
  expect((await admin.call('GET', '/admin/token/page?address=10.9')).data.total).toBe(0)
})

test('a viewer of one department sees and ends only the log-ins of its people', async () => {
  await server.db.owner.query(`
    insert into sys_role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.role_id, m.menu_id from sys_role r, sys_menu m
    where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_VIEWER' and m.permission in ('sys_token_view', 'sys_token_del') on conflict do nothing`)
  const viewer = await server.login('viewer')
  await server.login('handler')
  const seen = (await viewer.call('GET', '/admin/token/page')).data.records.map((one: { username: string }) => one.username)
  expect(seen.sort()).toEqual(['handler', 'viewer'])
  expect((await viewer.call('DELETE', `/admin/token/${await tokenOf('admin')}`)).status).toBe(404)
  expect((await viewer.call('DELETE', `/admin/token/${await tokenOf('handler')}`)).data).toBe(true)
})

type Person = Awaited<ReturnType<typeof server.login>>
/** Actions that end or lock a session: name, HTTP status of the session afterwards, and the action. */
const ends: [string, number, (person: Person) => Promise<unknown>][] = [
  [
    'log-out',
    401,
    ({ token }) =>
      server.app.inject({
        method: 'DELETE',
        url: '/auth/token/logout',
        headers: { authorization: `Bearer ${token.access_token}` },
      }),
  ],
  ['kick', 401, async () => admin.call('DELETE', `/admin/token/${await tokenOf('viewer')}`)],
  [
    'password change in another log-in',
    401,
    async () => {
      const other = await server.login('viewer')
      await other.call('POST', '/admin/user/editPwd', { username: 'viewer', password: '123456', newpassword1: 'broom-and-cart' })
      await server.db.owner.query(
        "update sys_user u set password = a.password from sys_user a where u.username = 'viewer' and a.username = 'admin'",
      )
    },
  ],
  ['account locked', 401, () => server.db.owner.query("update sys_user set lock_flag = '9' where username = 'viewer'")],
  ['lock', 423, ({ call }) => call('PUT', '/admin/session/lock', { password: 'x' })],
]

test.each(ends)(
  'after %s nothing is read or kept alive: not on HTTP (%i), the socket, by polling or a refresh',
  async (_, status, end) => {
    const person = await server.login('viewer')
    const { closed } = await listen(person.token.access_token)
    await end(person)
    expect(await promptly(closed)).toBe(4401)
    // The reads that stand in for the socket, and every other one.
    for (const path of [`/admin/msgPush/getMsgTypeLastData?objectId=${person.userId}`, '/admin/user/info'])
      expect((await person.call('GET', path)).status).toBe(status)
    const again = new WebSocket(live)
    const refused = once(again, 'close').then(([code]) => code)
    await once(again, 'open')
    again.send(`CONNECT\nAuthorization:Bearer ${person.token.access_token}\naccept-version:1.2\n\n\0`)
    expect(await promptly(refused)).toBe(4401)

    const renewal = await refresh(person.token.refresh_token)
    const renewed = renewal.statusCode === 200 ? renewal.json().access_token : 'none'
    const { statusCode } = await server.app.inject({ url: '/admin/user/info', headers: { authorization: `Bearer ${renewed}` } })
    expect(statusCode).toBe(status)
    await server.db.owner.query("update sys_user set lock_flag = '0' where username = 'viewer'")
  },
)

test('a role that loses a permission loses it on open sessions within 2 s', async () => {
  const handler = await server.login('handler')
  await server.db.owner.query(`delete from sys_role_menu m using sys_role r where r.tenant_id = m.tenant_id and r.role_id = m.role_id
    and r.role_code = 'ROLE_HANDLER'`)
  await expect
    .poll(async () => (await handler.call('GET', '/admin/user/info')).data.permissions)
    .not.toContain('violation_handle')
})

test('a log-in that is renewed while being ended does not survive', async () => {
  for (let round = 0; round < 15; round++) {
    const viewer = await server.login('viewer')
    const token = await tokenOf('viewer')
    const [, ...renewals] = await Promise.all([
      admin.call('DELETE', `/admin/token/${token}`),
      ...Array.from({ length: 4 }, () => refresh(viewer.token.refresh_token)),
    ])
    expect(renewals.every((one) => [200, 426].includes(one.statusCode))).toBe(true)
    const { rows } = await server.db.owner.query(`select count(*)::int as n from sys_token where family = '${token}'`)
    expect(rows).toEqual([{ n: 0 }])
  }
})

const register = (fields: object) =>
  server.app.inject({ method: 'POST', url: '/open/api/v1/secret/auth/token/register', payload: fields })
const check = async (token: string) =>
  server.app.inject({ url: `/auth/oauth/check_token?token=${token}`, headers: { authorization: clientAuthorization } })

test('a temporary token identifies a person to an external site, once, and ends with its log-in', async () => {
  const viewer = await server.login('viewer')
  const { tempToken } = (await viewer.call('POST', '/admin/token/temporary')).data
  const account = { tempToken, tenantId: 1, accountId: viewer.userId, username: 'viewer' }
  const token = (await register(account)).json().data
  expect((await check(token)).json()).toMatchObject({ active: true, username: 'viewer', client_id: 'open', tenant_id: 1 })
  expect((await check(token)).json().exp).toBeLessThanOrEqual(Date.now() / 1000 + 61)
  expect((await check(token)).json().aud).toBeUndefined()
  await server.db.owner.query("insert into unit_info (tenant_id, evaluation_url) values (1, 'https://score.example:8443/in?x=1')")
  expect((await check(token)).json().aud).toEqual(['https://score.example:8443'])
  expect((await register(account)).json()).toMatchObject({ code: 1, msg: '临时令牌无效或已过期' })

  const bearer = { authorization: `Bearer ${token}` }
  expect((await server.app.inject({ url: '/admin/user/info', headers: bearer })).statusCode).toBe(401)
  await server.app.inject({ method: 'DELETE', url: '/auth/token/logout', headers: bearer })
  expect((await viewer.call('GET', '/admin/user/info')).status).toBe(200)
  expect((await list()).total).toBe(2)

  await admin.call('DELETE', `/admin/token/${await tokenOf('viewer')}`)
  expect((await check(token)).statusCode).toBe(400)
})

test('a temporary token of another account, of a minute ago, or of a log-in that ended is worth nothing', async () => {
  const viewer = await server.login('viewer')
  const fresh = async () => (await viewer.call('POST', '/admin/token/temporary')).data.tempToken
  const account = { tenantId: 1, accountId: viewer.userId, username: 'viewer' }
  for (const wrong of [{ tenantId: 2 }, { accountId: admin.userId }, { username: 'admin' }])
    expect((await register({ ...account, tempToken: await fresh(), ...wrong })).statusCode).toBe(400)
  const late = await fresh()
  await server.db.owner.query("update temp_token set expires = now() - interval '1 second'")
  expect((await register({ ...account, tempToken: late })).statusCode).toBe(400)
  const ended = await fresh()
  await admin.call('DELETE', `/admin/token/${await tokenOf('viewer')}`)
  expect((await register({ ...account, tempToken: ended })).statusCode).toBe(400)
})
