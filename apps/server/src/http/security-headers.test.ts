import { clientAuthorization } from '@huanwei/contract/session/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startTestServer } from '../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('replies of calls, tokens above all, are kept by no cache', async () => {
  const { token } = await server.login('viewer')
  const form = new URLSearchParams({ grant_type: 'password', username: 'viewer', password: btoa(password) })
  const replies = await Promise.all([
    server.app.inject({ method: 'POST', url: `/auth/oauth/token?${form}`, headers: { authorization: clientAuthorization } }),
    server.app.inject({ url: '/admin/user/info', headers: { authorization: `Bearer ${token.access_token}` } }),
    server.app.inject('/open/site'),
    server.app.inject('/admin/user/info'),
  ])
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual([
    [200, 'no-store'],
    [200, 'no-store'],
    [200, 'no-store'],
    [401, 'no-store'],
  ])
})

test('behind TLS browsers are told to stay there', async () => {
  const ask = (proto: string) => server.app.inject({ url: '/open/site', headers: { 'x-forwarded-proto': proto } })
  expect((await ask('https')).headers['strict-transport-security']).toBe('max-age=31536000')
  expect((await ask('http')).headers['strict-transport-security']).toBeUndefined()
})

test('a page loads and calls nothing from anywhere else', async () => {
  const { headers } = await server.app.inject({ url: '/open/site', headers: { accept: 'text/html' } })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("script-src 'self';")
  expect(policy.match(/https?:|\*/g)).toBeNull()
})
