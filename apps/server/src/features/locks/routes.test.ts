import { clientAuthorization } from '@huanwei/contract/session/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const password = '屏幕 1'
const refresh = async (token: string) =>
  server.app.inject({
    method: 'POST',
    url: `/auth/oauth/token?grant_type=refresh_token&refresh_token=${token}`,
    headers: { authorization: clientAuthorization },
  })

/** A log-in of `username` that is locked. */
async function locked(username = 'viewer') {
  const person = await server.login(username)
  expect(await person.call('PUT', '/admin/session/lock', { password })).toMatchObject({ status: 200, data: true })
  return person
}

test('without a password there is nothing to lock with; the first one is kept for later locks', async () => {
  const { call } = await server.login('viewer')
  expect(await call('GET', '/admin/session/lock')).toMatchObject({ data: { isLocked: false, hasPassword: false } })
  expect(await call('PUT', '/admin/session/lock')).toMatchObject({ status: 409, msg: '还没有设置锁屏密码' })
  expect(await call('PUT', '/admin/session/lock', { password: '' })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('锁屏密码不能为空'),
  })
  await call('PUT', '/admin/session/lock', { password })
  await call('PUT', '/admin/session/unlock', { password })
  expect(await call('GET', '/admin/session/lock')).toMatchObject({ data: { isLocked: false, hasPassword: true } })
  expect(await call('PUT', '/admin/session/lock')).toMatchObject({ status: 200 })
  expect(await call('GET', '/admin/session/lock')).toMatchObject({ data: { isLocked: true, hasPassword: true } })
  expect((await server.db.owner.query('select password from sys_token_lock')).rows[0].password).toMatch(/^\$argon2id\$/)
})

test('a locked session gets 423 on every call but unlock, its state and log-out', async () => {
  const { call, token } = await locked('admin')
  for (const endpoint of server.app.endpoints) {
    if (endpoint.access === 'public' || endpoint.access === 'client' || endpoint.whileLocked) continue
    const reply = await call(endpoint.method, endpoint.path.replace(/:\w+/g, '1'))
    expect(`${endpoint.path} ${reply.status} ${reply.data}`).toBe(`${endpoint.path} 423 locked`)
    expect(reply.msg).toBe('屏幕已锁定，请先解锁')
  }
  const leave = {
    method: 'DELETE' as const,
    url: '/auth/token/logout',
    headers: { authorization: `Bearer ${token.access_token}` },
  }
  expect((await server.app.inject(leave)).json()).toEqual({ code: 0, msg: null, data: null })
  expect((await call('GET', '/admin/session/lock')).status).toBe(401)
})

test('another log-in of the same person is not locked; a refresh does not clear the lock', async () => {
  const { token } = await locked()
  const other = await server.login('viewer')
  expect((await other.call('GET', '/admin/user/info')).status).toBe(200)
  const renewed = (await refresh(token.refresh_token)).json()
  const reply = await server.app.inject({ url: '/admin/user/info', headers: { authorization: `Bearer ${renewed.access_token}` } })
  expect(reply.statusCode).toBe(423)
})

test('one password of simultaneous locks wins, and a locked screen is not locked again with another', async () => {
  const { call } = await server.login('viewer')
  const passwords = ['a', 'b', 'c']
  await Promise.all(passwords.map((one) => call('PUT', '/admin/session/lock', { password: one })))
  const opens = await Promise.all(passwords.map((one) => call('PUT', '/admin/session/unlock', { password: one })))
  expect(opens.some(({ status }) => status === 200)).toBe(true)
})

test('a wrong password is said in words; from the fifth on each makes the next wait twice as long', async () => {
  const { call } = await locked()
  const wrong = () => call('PUT', '/admin/session/unlock', { password: 'wrong' })
  const right = () => call('PUT', '/admin/session/unlock', { password })
  for (let i = 0; i < 5; i++) expect(await wrong()).toMatchObject({ status: 426, msg: '解锁密码错误,请重新输入' })
  expect(await right()).toMatchObject({ status: 429, msg: '解锁密码多次错误，请 1 秒后再试' })
  const ago = (seconds: number) =>
    server.db.owner.query(`update sys_token_lock set last_failure = now() - interval '${seconds} seconds' where failures > 0`)
  await ago(1.1)
  expect((await wrong()).status).toBe(426)
  await ago(1.1)
  expect((await right()).status).toBe(429)
  await ago(2.1)
  expect((await right()).status).toBe(200)
  expect((await call('GET', '/admin/user/info')).status).toBe(200)
})

test('of many guesses at once no more get through than one after the other', async () => {
  const { call } = await locked()
  const replies = await Promise.all(Array.from({ length: 20 }, () => call('PUT', '/admin/session/unlock', { password: 'wrong' })))
  expect(replies.filter(({ status }) => status === 426)).toHaveLength(5)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(15)
})

test('unlocking an unlocked screen does nothing, with any password', async () => {
  const { call } = await server.login('viewer')
  expect(await call('PUT', '/admin/session/unlock', { password: 'anything' })).toMatchObject({ status: 200, data: true })
})

test('a locked session can still get its person’s picture, and no other', async () => {
  const name = `${'a'.repeat(32)}.png`
  await server.db.owner.query("update sys_user set avatar = $1 where tenant_id = 1 and username = 'viewer'", [name])
  const { data } = await (await locked()).call('GET', '/admin/session/lock')
  expect(data.picture).toMatch(new RegExp(`^/admin/sys-file/huanwei/${name}\\?login=[^&]+&expires=\\d+&signature=`))
  // Past the lock and the log-in: only the bytes are missing here.
  expect((await server.app.inject(data.picture)).statusCode).toBe(404)
  expect((await server.app.inject(data.picture.replace('aaa', 'bbb'))).statusCode).toBe(401)
  expect((await (await locked('handler')).call('GET', '/admin/session/lock')).data.picture).toBeNull()
})
