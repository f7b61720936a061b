import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'huanwei-sms-'))
const log = join(dataDir, 'sms.log')
const mobile = '13900000001'
let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer({ DEMO: 'on', DATA_DIR: dataDir })
  await server.db.owner.query(`update sys_user set phone = '${mobile}' where tenant_id = 1 and username = 'viewer'`)
})
afterAll(() => server.close())
beforeEach(() => server.db.owner.query('delete from sms_code; delete from login_failure; delete from sys_log_login'))

const ask = async (number = mobile) => (await server.app.inject(`/admin/mobile/${number}`)).json()
const logIn = (code: string, number = mobile, remoteAddress = '127.0.0.1') =>
  server.app.inject({
    method: 'POST',
    remoteAddress,
    url: `/auth/mobile/token/sms?${new URLSearchParams({ mobile: `SMS@${number}`, code, grant_type: 'mobile' })}`,
    headers: { authorization: clientAuthorization },
  })
/** Messages in the log; the last line may still be on its way. */
const sent = () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [])
/** Asks for a code and reads it in the demo's log. */
async function askAndRead() {
  const before = sent().length
  expect((await ask()).data).toBe(true)
  await expect.poll(() => sent().length).toBe(before + 1)
  return /\d{6}(?=，)/.exec(sent().at(-1) ?? '')?.[0] ?? ''
}
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')
const lines = async () => (await server.db.owner.query('select operation, status, username, grant_type from sys_log_login')).rows

test('a code is sent to a registered number, once, and logs in once', async () => {
  const code = await askAndRead()
  expect(await ask()).toEqual({ code: 0, msg: '手机号验证码未过期', data: false })
  const reply = await logIn(code)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ token_type: 'bearer', username: 'viewer', user_info: { phone: mobile } })
  expect((await logIn(code)).statusCode).toBe(428)
  expect(await lines()).toEqual([
    { operation: 0, status: 1, username: 'viewer', grant_type: 'sms' },
    { operation: 0, status: 0, username: mobile, grant_type: 'sms' },
  ])
})

test('the small clients of the family ask at the call for all tokens, under their own name', async () => {
  const code = await askAndRead()
  const reply = (given: string) =>
    server.app.inject({
      method: 'POST',
      url: `/auth/oauth/token?${new URLSearchParams({ mobile: `SMS@${mobile}`, code: given, grant_type: 'mobile' })}`,
      headers: { authorization: `Basic ${btoa('social:social')}` },
    })
  expect((await reply(wrongFor(code))).statusCode).toBe(428)
  const right = await reply(code)
  expect([right.statusCode, right.json().username]).toEqual([200, 'viewer'])
})

test('number and code are enough', async () => {
  await server.db.owner.query('delete from login_failure')
  const code = await askAndRead()
  const payload = { mobile, code }
  const reply = await server.app.inject({
    method: 'POST',
    url: '/auth/mobile/token/sms',
    headers: { authorization: clientAuthorization },
    payload,
  })
  expect(reply.json()).toMatchObject({ username: 'viewer' })
})

test('an unknown number is answered like any other, and nothing is sent; an invalid one is refused with a message', async () => {
  const before = sent().length
  for (const number of ['13900000009', mobile]) {
    expect(await ask(number)).toEqual({ code: 0, msg: null, data: true })
    expect(await ask(number)).toEqual({ code: 0, msg: '手机号验证码未过期', data: false })
    const wrong = await logIn('000000', number)
    expect([wrong.statusCode, wrong.json().msg]).toEqual([428, '验证码不合法'])
  }
  await expect.poll(() => sent().slice(before)).toEqual([expect.stringContaining(mobile)])
  expect(await ask('1390000000')).toMatchObject({ code: 1, msg: expect.stringContaining('手机号码长度不为11位') })
})

test('the right code survives four wrong ones, not the fifth', async () => {
  for (const [wrongOnes, status] of [
    [4, 200],
    [5, 428],
  ]) {
    await server.db.owner.query('delete from login_failure')
    const code = await askAndRead()
    for (let i = 0; i < Number(wrongOnes); i++) expect((await logIn(wrongFor(code))).statusCode).toBe(428)
    expect((await logIn(code, mobile, '10.0.0.1')).statusCode).toBe(status)
  }
})

test('wrong codes of a stranger make the stranger wait, not the owner', async () => {
  for (let i = 0; i < 5; i++) expect((await logIn('000000', mobile, '10.0.0.9')).statusCode).toBe(428)
  expect((await logIn('000000', mobile, '10.0.0.9')).statusCode).toBe(429)
  expect((await logIn(await askAndRead())).statusCode).toBe(200)
})

test('a number gets ten codes a day, however many ask', async () => {
  const askFrom = (remoteAddress: string) => server.app.inject({ url: `/admin/mobile/${mobile}`, remoteAddress })
  const before = sent().length
  for (let i = 0; i < 10; i++) {
    expect((await askFrom(`10.0.0.${i}`)).json().data).toBe(true)
    await server.db.owner.query('delete from sms_code')
  }
  const one = await askFrom('10.0.0.10')
  expect([one.statusCode, one.json().msg]).toEqual([429, expect.stringContaining('今天发给该号码的验证码已达上限')])
  await expect.poll(() => sent().length).toBe(before + 10)
})

test('a code of five minutes ago is too old', async () => {
  const old = await askAndRead()
  await server.db.owner.query("update sms_code set expires = now() - interval '1 second'")
  expect((await logIn(old)).statusCode).toBe(428)
  expect((await logIn(await askAndRead())).statusCode).toBe(200)
})

test('messages and tries are not had without end', async () => {
  for (let i = 0; i < 5; i++) {
    await server.db.owner.query('delete from sms_code')
    expect((await ask()).code).toBe(0)
  }
  expect(await ask()).toEqual({ code: 1, msg: '请求过频繁', data: null })
  const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => logIn(String(100_000 + i))))
  expect(replies.filter((reply) => reply.statusCode === 428)).toHaveLength(5)
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(7)
})

test('a locked account gets no token by telephone', async () => {
  const code = await askAndRead()
  await server.db.owner.query("update sys_user set lock_flag = '9' where tenant_id = 1 and username = 'viewer'")
  expect((await logIn(code)).json()).toMatchObject({ msg: '用户帐号已被锁定', data: 'invalid_exception' })
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
