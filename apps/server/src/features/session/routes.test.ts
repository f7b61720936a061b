import { clientAuthorization } from '@huanwei/contract/session/rules'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { password, startTestServer } from '../../test-kit.ts'
import { encodePassword } from './password.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const basic = { authorization: clientAuthorization }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const sent = encodePassword(password, 'pigxpigxpigxpigx')

const ask = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: `/auth/oauth/token?${new URLSearchParams(query)}`, headers: { ...basic, ...headers } })
const refresh = (token: string) => ask({ grant_type: 'refresh_token', refresh_token: token, scope: 'server' })
const info = async (token: string) =>
  (await server.app.inject({ url: '/admin/user/info', headers: { authorization: `Bearer ${token}` } })).statusCode

test('password log-in answers the bare OAuth body with both sets of fields', async () => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/auth/oauth/token?randomStr=1&grant_type=password',
    headers: { ...basic, ...form, 'tenant-id': '1', istoken: 'false' },
    payload: new URLSearchParams({ username: 'admin', password: sent }).toString(),
  })
  expect(reply.statusCode).toBe(200)
  const token = reply.json()
  expect(token).toMatchObject({
    token_type: 'bearer',
    expires_in: 43_200,
    scope: 'server',
    username: 'admin',
    tenant_id: 1,
    user_info: { username: 'admin', tenantId: 1 },
  })
  expect(token.user_info.id).toBe(token.user_info.userId)
  expect(token.user_info.authorities).toContainEqual({ authority: 'violation_handle' })
  expect(reply.body).not.toContain('argon2')
})

test('everything in the query and the other spelling of the tenant header work too', async () => {
  const reply = await ask({ grant_type: 'password', username: 'admin', password: sent, scope: 'server' }, { TENANT_ID: '2' })
  expect(reply.json()).toMatchObject({ tenant_id: 2 })
  const plain = await ask({ grant_type: 'password', username: 'admin', password: btoa(password) })
  expect(plain.statusCode).toBe(200)
})

test('a password is read as any of the clients sends it, and only the right one opens', async () => {
  const status = async (username: string, text: string) =>
    (await ask({ grant_type: 'password', username, password: text })).statusCode
  for (const key of ['pigxpigxpigxpigx', 'thanks,pig4cloud'])
    for (const mode of ['cbc', 'cfb'] as const) {
      expect([key, mode, await status('admin', encodePassword(password, key, mode))]).toEqual([key, mode, 200])
      expect([key, mode, await status('admin', encodePassword('wrong!', key, mode))]).toEqual([key, mode, 426])
      await server.db.owner.query('delete from login_failure')
    }
  expect(await status('admin', encodePassword(password, 'nobody-knows-it!', 'cfb'))).toBe(426)
  await server.db.owner.query('delete from login_failure')
})

test('the host picks the tenant when no header does', async () => {
  const reply = await ask({ grant_type: 'password', username: 'admin', password: sent }, { host: 'two.localhost' })
  expect(reply.json()).toMatchObject({ tenant_id: 2 })
})

test('wrong password and unknown user get the same 426', async () => {
  const replies = await Promise.all(
    ['viewer', 'ghost'].map((username) => ask({ grant_type: 'password', username, password: btoa('wrong') })),
  )
  for (const reply of replies) {
    expect(reply.statusCode).toBe(426)
    expect(reply.json()).toEqual({ code: 1, msg: '用户名不存在或者密码错误', data: 'invalid_exception' })
  }
  await server.db.owner.query('delete from login_failure')
})

test('after three failures the captcha is asked for, its answer counts once', async () => {
  const wrong = () => ask({ grant_type: 'password', username: 'viewer', password: btoa('wrong') })
  for (let i = 0; i < 3; i++) expect((await wrong()).statusCode).toBe(426)
  const reply = await wrong()
  expect(reply.statusCode).toBe(428)
  expect(reply.json()).toMatchObject({ code: 1, msg: '验证码不能为空' })
  expect((await server.app.inject('/code/needed?username=viewer')).json().data).toEqual({ needed: true })

  const picture = await server.app.inject('/code?randomStr=12345')
  expect(picture.headers['content-type']).toBe('image/jpeg')
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 100, height: 40 })
  const { rows } = await server.db.owner.query(`select answer from captcha where key = '12345'`)
  const withCode = () =>
    ask({ grant_type: 'password', username: 'viewer', password: sent, randomStr: '12345', code: rows[0].answer })
  expect((await withCode()).statusCode).toBe(200)
  const again = await ask({
    grant_type: 'password',
    username: 'viewer',
    password: sent,
    randomStr: '12345',
    code: rows[0].answer,
  })
  expect(again.json()).toMatchObject({ msg: '验证码不合法' })
  await server.db.owner.query('delete from login_failure')
})

test('guessing is slowed down, also in parallel and without a captcha', async () => {
  const open = await startTestServer({ CAPTCHA: 'off' })
  const attempt = async (sentPassword: string) => {
    const query = new URLSearchParams({ grant_type: 'password', username: 'viewer', password: sentPassword })
    return (await open.app.inject({ method: 'POST', url: `/auth/oauth/token?${query}`, headers: basic })).statusCode
  }
  await Promise.all(Array.from({ length: 12 }, () => attempt(btoa('wrong'))))
  // A slow machine would wait the second out: the last attempt is put ahead of the clock.
  await open.db.owner.query(`update login_failure set last_time = now() + interval '1 minute'`)
  expect([await attempt(btoa('wrong')), await attempt(sent)]).toEqual([429, 429])
  await open.db.owner.query(`update login_failure set last_time = now() - interval '10 minutes'`)
  expect(await attempt(sent)).toBe(200)
  await open.close()
})

/** A try from `remoteAddress`, with the cookies of its browser. */
const tryFrom = (remoteAddress: string, query: Record<string, string>, cookie = '') =>
  server.app.inject({
    method: 'POST',
    url: `/auth/oauth/token?${new URLSearchParams({ grant_type: 'password', username: 'handler', ...query })}`,
    headers: { ...basic, cookie },
    remoteAddress,
  })
/** A captcha as a person solves it. */
async function solved() {
  const randomStr = `r${Math.random()}`
  await server.app.inject(`/code?randomStr=${randomStr}`)
  const { rows } = await server.db.owner.query('select answer from captcha where key = $1', [randomStr])
  return { randomStr, code: rows[0].answer }
}
const failAt = (key: string, failures: number) =>
  server.db.owner.query("insert into login_failure values ($1, $2, now() + interval '1 minute')", [key, failures])

test('an attack on an account from elsewhere only makes its owner’s log-in ask for a captcha', async () => {
  await failAt('account:1:handler', 15)
  await failAt('from:10.0.0.9:1:handler', 15)
  expect((await tryFrom('10.0.0.9', { password: sent, ...(await solved()) })).statusCode).toBe(429)
  expect((await tryFrom('10.0.0.1', { password: sent })).statusCode).toBe(428)
  expect((await tryFrom('10.0.0.1', { password: sent, ...(await solved()) })).statusCode).toBe(200)
  await server.db.owner.query('delete from login_failure')
})

test('a known device skips the wait of its account, by an unforgeable cookie that no script can read', async () => {
  const first = await tryFrom('10.0.0.1', { password: sent })
  const setCookie = String(first.headers['set-cookie'])
  expect(setCookie).toMatch(/^known-[\w-]{10}=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/)
  const [cookie = ''] = setCookie.split(';')
  await failAt('account:1:handler', 60)
  await failAt('from:10.0.0.1:1:handler', 60)
  expect((await tryFrom('10.0.0.1', { password: sent, ...(await solved()) })).statusCode).toBe(429)
  const last = cookie.endsWith('A') ? 'B' : 'A'
  expect((await tryFrom('10.0.0.1', { password: sent, ...(await solved()) }, cookie.slice(0, -1) + last)).statusCode).toBe(429)
  expect((await tryFrom('10.0.0.1', { password: sent }, `language=zh-CN; ${cookie}`)).statusCode).toBe(200)
  // It opens no other account, and its own failures count.
  await failAt('account:1:viewer', 60)
  const other = { username: 'viewer', password: sent, ...(await solved()) }
  expect((await tryFrom('10.0.0.1', other, cookie)).statusCode).toBe(429)
  for (let i = 0; i < 3; i++) expect((await tryFrom('10.0.0.1', { password: btoa('wrong') }, cookie)).statusCode).toBe(426)
  expect((await tryFrom('10.0.0.1', { password: sent }, cookie)).statusCode).toBe(428)
  await server.db.owner.query('delete from login_failure')
})

test('one person’s wrong passwords ask no colleague behind the same address for a captcha; tries at many accounts do', async () => {
  const wrongAt = (username: string) => tryFrom('10.0.0.3', { username, password: btoa('wrong') })
  const needed = async (username: string) =>
    (await server.app.inject({ url: `/code/needed?username=${username}`, remoteAddress: '10.0.0.3' })).json().data.needed
  for (let i = 0; i < 3; i++) await wrongAt('viewer')
  expect([await needed('viewer'), await needed('handler')]).toEqual([true, false])
  expect((await tryFrom('10.0.0.3', { password: sent })).statusCode).toBe(200)
  for (let i = 0; i < 8; i++) expect((await wrongAt(`guess${i}`)).statusCode).toBe(426)
  expect(await needed('handler')).toBe(false)
  await wrongAt('guess8')
  expect(await needed('handler')).toBe(true)
  const reply = await tryFrom('10.0.0.3', { password: sent })
  expect(reply.statusCode).toBe(428)
  // A browser that the account knows is not asked.
  await server.db.owner.query("delete from login_failure where key like 'address:%'")
  const [cookie = ''] = String((await tryFrom('10.0.0.3', { password: sent })).headers['set-cookie']).split(';')
  await server.db.owner.query("update login_failure set failures = 15 where key = 'address:accounts:10.0.0.3'")
  expect((await tryFrom('10.0.0.3', { password: sent }, cookie)).statusCode).toBe(200)
  await server.db.owner.query('delete from login_failure')
})

test('the addresses of one IPv6 network count as one sender', async () => {
  for (let i = 0; i < 10; i++)
    expect((await tryFrom(`2001:db8:0:1::${i}`, { username: `guess${i}`, password: btoa('wrong') })).statusCode).toBe(426)
  expect((await tryFrom('2001:db8:0:1:f::1', { password: sent })).statusCode).toBe(428)
  expect((await tryFrom('2001:db8:0:2::1', { password: sent })).statusCode).toBe(200)
  await server.db.owner.query('delete from login_failure')
})

test('wrong captchas count for the address', async () => {
  for (let i = 0; i < 20; i++) {
    const { randomStr } = await solved()
    expect((await tryFrom('10.0.0.2', { password: sent, randomStr, code: '0' })).statusCode).toBe(428)
  }
  await server.db.owner.query("update login_failure set last_time = now() + interval '1 minute'")
  expect((await tryFrom('10.0.0.2', { password: sent, ...(await solved()) })).statusCode).toBe(429)
  await server.db.owner.query('delete from login_failure')
})

test('a log-in is renewed ninety times in a quarter of an hour, and loses nothing by asking too often', async () => {
  const { token } = await server.login('viewer')
  await server.db.owner.query(`insert into sys_token (tenant_id, user_id, client_id, access_hash, refresh_hash, access_expires, refresh_expires, family, replaced_time, address, user_agent)
    select tenant_id, user_id, client_id, 'a' || n, 'r' || n, access_expires, refresh_expires, family, now(), '', ''
    from sys_token, generate_series(1, 88) n where user_id = ${token.user_id} and replaced_time is null
    and id = (select max(id) from sys_token)`)
  const once = await Promise.all([refresh(token.refresh_token), refresh(token.refresh_token)])
  expect(once.map((reply) => reply.statusCode).sort()).toEqual([200, 429])
  const late = await refresh(token.refresh_token)
  expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '60'])
  await server.db.owner.query(
    "update sys_token set access_expires = access_expires - interval '15 minutes' where access_hash like 'a%' and length(access_hash) < 5",
  )
  // A refused token is not looked up again for some seconds.
  expect((await refresh(token.refresh_token)).statusCode).toBe(429)
  vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ['Date'] })
  expect((await refresh(token.refresh_token)).statusCode).toBe(200)
  vi.useRealTimers()
})

test('log-outs and refreshes with made-up tokens empty no cache', async () => {
  const forget = vi.spyOn(server.app, 'forgetViewersOf')
  const made = { authorization: 'Bearer made-up' }
  await server.app.inject({ method: 'DELETE', url: '/auth/token/logout', headers: made })
  expect((await refresh('made-up')).statusCode).toBe(426)
  expect(forget).not.toHaveBeenCalled()
  forget.mockRestore()
})

test('without the client header there is no token', async () => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/auth/oauth/token?grant_type=password&username=admin&password=x',
  })
  expect(reply.statusCode).toBe(401)
})

test('refresh rotates; a lost reply is tolerated; a token used up long ago ends the log-in', async () => {
  const { token } = await server.login('viewer')
  const second = (await refresh(token.refresh_token)).json()
  expect(second.refresh_token).not.toBe(token.refresh_token)
  const third = await refresh(token.refresh_token)
  expect(third.statusCode).toBe(200)
  expect(await info(second.access_token)).toBe(200)

  await server.db.system((tx) =>
    tx.execute(sql`update sys_token set replaced_time = replaced_time - interval '31 seconds' where replaced_time is not null`),
  )
  expect((await refresh(token.refresh_token)).statusCode).toBe(426)
  expect(await info(second.access_token)).toBe(401)
  expect((await refresh(second.refresh_token)).statusCode).toBe(426)
})

test('check_token returns the meaning of a token', async () => {
  const { token } = await server.login('viewer')
  for (const method of ['GET', 'POST'] as const) {
    const reply = await server.app.inject({ method, url: `/auth/oauth/check_token?token=${token.access_token}`, headers: basic })
    expect(reply.json()).toMatchObject({ active: true, user_name: 'viewer', client_id: 'pig', scope: ['server'], tenant_id: 1 })
  }
  const unknown = await server.app.inject({ url: '/auth/oauth/check_token?token=nope', headers: basic })
  expect(unknown.statusCode).toBe(400)
  expect(unknown.json()).toMatchObject({ data: 'invalid_token' })
})

test('log-out ends every token of the log-in and says so in words otherwise', async () => {
  const leave = async (authorization?: string) =>
    (
      await server.app.inject({ method: 'DELETE', url: '/auth/token/logout', headers: authorization ? { authorization } : {} })
    ).json()
  const { token } = await server.login('viewer')
  const second = (await refresh(token.refresh_token)).json()
  expect(await leave(`Bearer ${second.access_token}`)).toEqual({ code: 0, msg: null, data: null })
  expect(await info(token.access_token)).toBe(401)
  expect(await info(second.access_token)).toBe(401)
  expect((await refresh(second.refresh_token)).statusCode).toBe(426)
  expect(await leave()).toEqual({ code: 0, msg: '退出失败，token 为空', data: false })
  expect(await leave(`Bearer ${token.access_token}`)).toEqual({ code: 0, msg: '退出失败，token 无效', data: true })
})

test('a tenant header that disagrees, or is blank, is refused', async () => {
  const { token } = await server.login('viewer')
  for (const header of ['2', '', 'x']) {
    const reply = await server.app.inject({
      url: '/admin/user/info',
      headers: { authorization: `Bearer ${token.access_token}`, 'TENANT-ID': header },
    })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ msg: '无效的TenantId' })
  }
})

test('a change of permissions and a locked account act on open sessions', async () => {
  const { token, call, userId } = await server.login('handler')
  const permissions = async () => (await call('GET', '/admin/user/info')).data?.permissions ?? []
  expect(await permissions()).toContain('violation_handle')
  await server.db.owner.query(`delete from sys_role_menu m using sys_menu s, sys_role r where s.tenant_id = m.tenant_id and s.menu_id = m.menu_id
    and s.permission = 'violation_handle' and r.tenant_id = m.tenant_id and r.role_id = m.role_id and r.role_code = 'ROLE_HANDLER'`)
  await expect.poll(permissions).not.toContain('violation_handle')
  await server.db.owner.query(`update sys_user set lock_flag = '9' where tenant_id = 1 and user_id = ${userId}`)
  await expect.poll(() => info(token.access_token)).toBe(401)
})

test('refusals speak the language of the caller', async () => {
  const reply = await server.app.inject({ url: '/admin/user/info', headers: { cookie: 'language=en-US' } })
  expect(reply.json()).toMatchObject({ code: 1, msg: 'Please log in' })
})

const forms = (username: string, sentPassword: string) => ({ grant_type: 'password', username, password: sentPassword })

test('of a hundred guesses at once no more get through than of guesses one after the other', async () => {
  const before = (await server.db.owner.query('select coalesce(sum(failures), 0)::int as n from login_failure')).rows[0].n
  expect(before).toBe(0)
  const replies = await Promise.all(Array.from({ length: 100 }, () => ask(forms('handler', btoa('wrong')))))
  expect(replies.filter((reply) => reply.statusCode === 426)).toHaveLength(3)
  expect(replies.filter((reply) => reply.statusCode === 428)).toHaveLength(97)
  await server.db.owner.query('delete from login_failure')
})

test('an account of one’s own does not wash away failures at the accounts of others', async () => {
  for (const username of ['handler', 'nobody']) {
    expect((await ask(forms(username, btoa('wrong')))).statusCode).toBe(426)
    await server.login('viewer')
  }
  const { rows } = await server.db.owner.query("select failures from login_failure where key = 'address:127.0.0.1'")
  expect(rows).toEqual([{ failures: 2 }])
  await server.db.owner.query(
    "update login_failure set failures = 9, last_time = now() - interval '16 minutes' where key like 'address:%'",
  )
  expect((await ask(forms('viewer', sent))).statusCode).toBe(200)
  await server.db.owner.query('delete from login_failure')
})

test('log-out with an expired access token ends the refresh token as well', async () => {
  const { token } = await server.login('viewer')
  await server.db.owner.query("update sys_token set access_expires = now() - interval '1 hour' where replaced_time is null")
  const headers = { authorization: `Bearer ${token.access_token}` }
  const reply = await server.app.inject({ method: 'DELETE', url: '/auth/token/logout', headers })
  expect(reply.json()).toEqual({ code: 0, msg: null, data: null })
  expect((await refresh(token.refresh_token)).statusCode).toBe(426)
})

test('a frozen organisation gets no new tokens, another client does not use a refresh token up', async () => {
  const { token } = await server.login('admin', 2)
  const asApp = await ask(
    { grant_type: 'refresh_token', refresh_token: token.refresh_token },
    { authorization: `Basic ${btoa('app:app')}` },
  )
  expect(asApp.statusCode).toBe(426)
  const { rows } = await server.db.owner.query(
    'select count(*)::int as n from sys_token where tenant_id = 2 and replaced_time is not null',
  )
  expect(rows).toEqual([{ n: 0 }])
  await server.db.owner.query("update sys_tenant set status = '9' where id = 2")
  expect((await refresh(token.refresh_token)).statusCode).toBe(426)
  await server.db.owner.query("update sys_tenant set status = '0' where id = 2")
  expect((await refresh(token.refresh_token)).statusCode).toBe(200)
})

test('two refreshes at once with one token both get a pair that works', async () => {
  const { token } = await server.login('viewer')
  const replies = await Promise.all([refresh(token.refresh_token), refresh(token.refresh_token)])
  for (const reply of replies) expect(await info(reply.json().access_token)).toBe(200)
})

test('pictures are not drawn without end for one address', async () => {
  const replies = await Promise.all(Array.from({ length: 130 }, (_, i) => server.app.inject(`/code?randomStr=many${i}`)))
  expect(replies.filter((reply) => reply.statusCode === 429).map((reply) => reply.json())[0]).toEqual({
    code: 1,
    msg: '请求过频繁',
    data: null,
  })
})

test('people of one office may log in at the same moment', async () => {
  await server.db.owner.query('delete from login_failure')
  const names = ['admin', 'viewer', 'nobody', 'admin', 'viewer']
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all(names.map((name) => ask(forms(name, sent))))
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200])
  }
})
