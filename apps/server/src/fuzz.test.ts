import type { Endpoint } from '@huanwei/contract/endpoint'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Filled, fillTenants } from './security.test-kit.ts'
import { startTestServer } from './test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let filled: Filled
let bearer: string
beforeAll(async () => {
  server = await startTestServer()
  filled = (await fillTenants(server)).own
  bearer = `Bearer ${(await server.login('admin')).token.access_token}`
})
afterAll(() => server.close())

/** Hostile values: numbers that only look like ids, days that do not exist, texts that PostgreSQL refuses, wrong shapes. */
const hostile = fc.constantFrom<unknown>(
  0,
  -1,
  1.5,
  1e3,
  2 ** 31,
  2 ** 53,
  1e300,
  -(2 ** 31) - 1,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '0x10',
  '1.0',
  '2147483648',
  '9007199254740991',
  '99999999999999999999',
  'NaN',
  'Infinity',
  '\0',
  'a\0b',
  '\ud800',
  '%',
  "'; --",
  '\\',
  '<script>',
  '环'.repeat(5000),
  '__proto__',
  'constructor',
  '2026-02-31 00:00:00',
  '2026-13-01 00:00:00',
  '0000-00-00 00:00:00',
  '0000-01-01 00:00:00',
  '2026-01-01 25:61:61',
  '9999-12-31 23:59:59',
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  ['a', 'b'],
  { __proto__: null, toString: 1 },
  Array(5000).fill(1),
  { kind: 'polygon', ring: Array(3).fill([0, 0]) },
  { kind: 'route', line: [[1, 2]], width: 1e9 },
  [2 ** 40],
  { a: { b: { c: [] } } },
)

/** Names of all fields of an endpoint's request. */
const namesOf = ({ input, path }: Endpoint) => {
  const { properties, anyOf = [], oneOf = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const alternatives = [...anyOf, ...oneOf].flatMap((one) => Object.keys(one.properties ?? {}))
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return [...new Set([...Object.keys(properties ?? {}), ...alternatives, ...inPath])]
}

type Call = { endpoint: Endpoint; fields: Record<string, unknown>; inQuery: boolean; tenant: unknown }

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function requestOf({ endpoint, fields, inQuery, tenant }: Call): InjectOptions {
  const rest = new Map(Object.entries(fields))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = textOf(rest.get(name) ?? 1).toWellFormed()
    rest.delete(name)
    return encodeURIComponent(value).slice(0, 2000)
  })
  const named = typeof tenant === 'string' && !/[^\x20-\x7e]/.test(tenant) ? { 'tenant-id': tenant.slice(0, 100) } : {}
  const headers = { authorization: endpoint.access === 'client' ? clientAuthorization : bearer, ...named }
  const query = [...rest].flatMap(([name, value]) =>
    (Array.isArray(value) ? value.slice(0, 3) : [value]).map((one): [string, string] => [name, textOf(one).slice(0, 500)]),
  )
  return inQuery || endpoint.method === 'GET' || endpoint.method === 'DELETE'
    ? { method: endpoint.method, url: `${path}?${new URLSearchParams(query)}`, headers }
    : { method: endpoint.method, url: path, headers, payload: Object.fromEntries(rest) }
}

const describeReply = (reply: { statusCode: number; body: string; headers: object }) =>
  `${reply.statusCode} ${reply.body.slice(0, 300)}`

/** The answer is never a server error and always an envelope; a bare OAuth body only on success. */
async function mustBearUp(request: InjectOptions, bare = false) {
  const reply = await server.app.inject(request)
  const what = `${request.method} ${request.url} ${JSON.stringify(request.payload ?? '').slice(0, 300)} → ${describeReply(reply)}`
  expect(reply.statusCode, what).toBeLessThan(500)
  if (bare && reply.statusCode === 200) return
  const envelope = z.strictObject({ code: z.literal([0, 1]), msg: z.string().nullable(), data: z.unknown() })
  expect(envelope.safeParse(JSON.parse(reply.body)).success, what).toBe(true)
}

test('every endpoint answers any input with an envelope and never with a server error', async () => {
  for (const endpoint of server.app.endpoints.filter((one) => one.path !== '/auth/token/logout')) {
    const names = namesOf(endpoint)
    const usual = Object.fromEntries(Object.entries(filled.variants()[0] ?? {}).filter(([name]) => names.includes(name)))
    const wrong = fc.dictionary(fc.constantFrom(...names, 'unknown'), hostile, { minKeys: 1, maxKeys: 2 })
    const calls = fc.record({
      wrong,
      inQuery: fc.boolean(),
      tenant: fc.option(hostile, { freq: 10 }),
    })
    // Every field with every value would take thousands of calls; a sample suffices, because each run has another seed.
    for (const { wrong: sent, inQuery, tenant } of fc.sample(calls, 5 + names.length * 15)) {
      const fields = { ...usual, ...sent }
      await mustBearUp(requestOf({ endpoint, fields, inQuery, tenant }), endpoint.bare)
    }
  }
})
