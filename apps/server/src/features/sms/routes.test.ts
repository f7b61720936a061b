import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'huanwei-sms-'))
const mobile = '13900000001'
let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer({ DEMO: 'on', DATA_DIR: dataDir })
  await server.db.owner.query(`update sys_user set phone = '${mobile}' where tenant_id = 1 and username = 'viewer'`)
})
afterAll(() => server.close())
beforeEach(() => server.db.owner.query('delete from sms_code; delete from login_failure; delete from sys_log_login'))

const ask = async (number = mobile) => (await server.app.inject(`/admin/mobile/${number}`)).json()
const logIn = (code: string, number = mobile) =>
  server.app.inject({
    method: 'POST',
    url: `/auth/mobile/token/sms?${new URLSearchParams({ mobile: `SMS@${number}`, code, grant_type: 'mobile' })}`,
    headers: { authorization: clientAuthorization },
  })
/** The code of the last message in the demo's log. */
const lastCode = () =>
  /\d{4}(?=，)/.exec(readFileSync(join(dataDir, 'sms.log'), 'utf8').trim().split('\n').at(-1) ?? '')?.[0] ?? ''
const lines = async () => (await server.db.owner.query('select operation, status, username, grant_type from sys_log_login')).rows

test('a code is sent to a registered number, once, and logs in once', async () => {
  expect(await ask()).toEqual({ code: 0, msg: null, data: true })
  expect(await ask()).toEqual({ code: 0, msg: '手机号验证码未过期', data: false })
  const code = lastCode()
  const reply = await logIn(code)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ token_type: 'bearer', username: 'viewer', user_info: { phone: mobile } })
  expect((await logIn(code)).statusCode).toBe(428)
  expect(await lines()).toEqual([
    { operation: 0, status: 1, username: 'viewer', grant_type: 'sms' },
    { operation: 0, status: 0, username: mobile, grant_type: 'sms' },
  ])
})

test('numbers nobody has, and what is no number, are said in words', async () => {
  expect(await ask('13900000009')).toEqual({ code: 0, msg: '手机号未注册', data: false })
  expect(await ask('1390000000')).toMatchObject({ code: 1, msg: expect.stringContaining('手机号码长度不为11位') })
})

test('a wrong code uses the right one up', async () => {
  await ask()
  const code = lastCode()
  const wrong = await logIn(code === '0000' ? '1111' : '0000')
  expect([wrong.statusCode, wrong.json().msg]).toEqual([428, '验证码不合法'])
  expect((await logIn(code)).statusCode).toBe(428)
})

test('a code of five minutes ago is too old', async () => {
  await ask()
  await server.db.owner.query("update sms_code set expires = now() - interval '1 second'")
  expect((await logIn(lastCode())).statusCode).toBe(428)
  await ask()
  expect((await logIn(lastCode())).statusCode).toBe(200)
})

test('messages and tries are not had without end', async () => {
  for (let i = 0; i < 5; i++) {
    await server.db.owner.query('delete from sms_code')
    expect((await ask()).code).toBe(0)
  }
  expect(await ask()).toEqual({ code: 1, msg: '请求过频繁', data: null })
  const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => logIn(String(1000 + i))))
  expect(replies.filter((reply) => reply.statusCode === 428)).toHaveLength(5)
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(7)
})

test('a locked account gets no token by telephone', async () => {
  await ask()
  await server.db.owner.query("update sys_user set lock_flag = '9' where tenant_id = 1 and username = 'viewer'")
  expect((await logIn(lastCode())).json()).toMatchObject({ msg: '用户帐号已被锁定', data: 'invalid_exception' })
  await server.db.owner.query("update sys_user set lock_flag = '0' where tenant_id = 1 and username = 'viewer'")
  expect(await lines()).toEqual([{ operation: 0, status: 2, username: 'viewer', grant_type: 'sms' }])
})

test('without a service it is refused in words', async () => {
  const production = await startTestServer()
  expect((await production.app.inject(`/admin/mobile/${mobile}`)).json()).toEqual({
    code: 1,
    msg: '没有配置短信服务，不能用手机号登录',
    data: null,
  })
  await production.close()
})
