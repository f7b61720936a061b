import type { Endpoint } from '@huanwei/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Filled, fillTenants } from '../security.test-kit.ts'
import { startTestServer } from '../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let filled: Filled
let headers: { authorization: string }
beforeAll(async () => {
  server = await startTestServer()
  filled = (await fillTenants(server)).own
  headers = { authorization: `Bearer ${(await server.login('admin')).token.access_token}` }
})
afterAll(() => server.close())

const schemaOf = ({ input }: Endpoint) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
const optionalFields = (endpoint: Endpoint) => {
  const { properties = {}, required = [] } = schemaOf(endpoint)
  return Object.keys(properties).filter((name) => !required.includes(name) && !endpoint.path.includes(`:${name}`))
}

/** The call with what it must have, and `fields`. */
function get(endpoint: Endpoint, fields: Record<string, string>) {
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(filled.fields[name] ?? 1)))
  const must = (schemaOf(endpoint).required ?? []).map((name): [string, string] => [name, String(filled.fields[name] ?? 'x')])
  const query = new URLSearchParams({ ...Object.fromEntries(must), ...fields })
  return server.app.inject({ method: 'GET', url: `${url}?${query}`, headers })
}

test('a blank parameter asks nothing, at every GET', async () => {
  const calls = server.app.endpoints.filter((one) => one.method === 'GET' && optionalFields(one).length)
  expect(calls.length).toBeGreaterThan(20)
  for (const endpoint of calls) {
    const plain = await get(endpoint, {})
    for (const blank of ['', ' ']) {
      const reply = await get(endpoint, Object.fromEntries(optionalFields(endpoint).map((name) => [name, blank])))
      expect(`${endpoint.path} ${reply.statusCode} ${reply.body.slice(0, 200)}`).toBe(
        `${endpoint.path} ${plain.statusCode} ${reply.body.slice(0, 200)}`,
      )
    }
  }
})

test('blank answers the list as without it, and what is no value is refused as ever', async () => {
  const list = (query: string) => server.app.inject({ url: `/admin/user/page?${query}`, headers })
  expect((await list('deptId=&roleId=&lockFlag=&username=&current=&size=')).json()).toEqual((await list('')).json())
  expect((await list('deptId=x')).statusCode).toBe(400)
  expect((await list('deptId=&deptId=1')).statusCode).toBe(400)
})
