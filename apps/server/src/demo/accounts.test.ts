import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPassword, startTestServer } from '../test-kit.ts'
import { secureDemoAccounts } from './accounts.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer({ HOST: '0.0.0.0', CLIENT_SECRET: 'the-secret-of-the-score-site' })
})
afterAll(() => server.close())

const secure = (DEMO_PASSWORD: string | undefined, isProduction = true) =>
  secureDemoAccounts(server.db, { DEMO_PASSWORD, DATABASE_URL: undefined, isProduction })

test('where others reach them, accounts of the demo with its known password do not start, or get the one that is set', async () => {
  await secure(undefined, false)
  await expect(secure(undefined)).rejects.toThrow('DEMO_PASSWORD: the accounts of the demo in DATA_DIR')
  await server.login('viewer')
  await secure(newPassword)
  await expect(server.login('viewer')).rejects.toThrow('用户名不存在或者密码错误')
  await server.login('viewer', 1, newPassword)
  await secure(undefined)
})

test('in production the documentation is for who is logged in', async () => {
  expect((await server.app.inject('/docs/json')).statusCode).toBe(401)
  expect((await server.app.inject('/docs')).statusCode).toBe(401)
  const { token } = await server.login('viewer', 1, newPassword)
  const headers = { authorization: `Bearer ${token.access_token}` }
  expect((await server.app.inject({ url: '/docs/json', headers })).json()).toMatchObject({ openapi: '3.1.0' })
})

test('in production a token is checked by who has the secret, and a browser is told of no key', async () => {
  const { token } = await server.login('viewer', 1, newPassword)
  const check = async (client: string) => {
    const headers = { authorization: `Basic ${btoa(client)}` }
    return (await server.app.inject({ url: `/auth/oauth/check_token?token=${token.access_token}`, headers })).statusCode
  }
  expect(await check('pig:pig')).toBe(401)
  expect(await check('app:app')).toBe(401)
  expect(await check('app:the-secret-of-the-score-site')).toBe(200)
  expect((await server.app.inject('/open/site')).json().data.passwordKey).toBeNull()
})
