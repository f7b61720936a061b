import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { fillTenants } from '../security.test-kit.ts'
import { startTestServer } from '../test-kit.ts'

const Bounds = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
})
const Body = z.object({ properties: z.record(z.string(), z.unknown()).optional() })
const Operation = z.object({
  requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }).optional() }) }).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: z.unknown() })).default([]),
})
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

let server: Awaited<ReturnType<typeof startTestServer>>
let document: z.infer<typeof Document>
let authorization: string
/** Values that calls take, by the name of the field. */
let usual: Record<string, unknown>
beforeAll(async () => {
  server = await startTestServer()
  usual = (await fillTenants(server)).own.variants()[0] ?? {}
  authorization = `Bearer ${(await server.login('admin')).token.access_token}`
  document = Document.parse((await server.app.inject('/docs/json')).json())
})
afterAll(() => server.close())

const inBody: readonly unknown[] = [null, true, 1.5, -3, 'no such', [], {}, [[null]], { no: 'such' }]

const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** True when the document rules a value out. Formats, patterns and fields inside are left to the other tests. */
function isForbidden(schema: unknown, value: unknown): boolean {
  const { $ref, anyOf, oneOf, allOf = [], ...own } = Bounds.parse(schema)
  if ($ref) return isForbidden(document.components.schemas[$ref.replace('#/components/schemas/', '')], value)
  const ways = anyOf ?? oneOf
  if (ways?.every((one) => isForbidden(one, value))) return true
  if (allOf.some((one) => isForbidden(one, value))) return true
  const types = own.type === undefined ? undefined : [own.type].flat()
  const type = typeOf(value)
  if (types && !types.includes(type) && !(type === 'integer' && types.includes('number'))) return true
  if (own.enum && !own.enum.includes(value)) return true
  if (own.const !== undefined && own.const !== value) return true
  const { minimum = -Infinity, maximum = Infinity, maxLength = Infinity, maxItems = Infinity } = own
  if (typeof value === 'number') return value < minimum || value > maximum
  if (typeof value === 'string') return value.length > maxLength
  return Array.isArray(value) && value.length > maxItems
}

type Bound = { maximum?: number | undefined; minimum?: number | undefined; maxLength?: number | undefined }
/** Values just beyond the bounds of a schema. */
const beyond = ({ maximum, minimum, maxLength }: Bound): unknown[] => [
  ...(maximum === undefined ? [] : [maximum + 1]),
  ...(minimum === undefined ? [] : [minimum - 1]),
  ...(maxLength === undefined || maxLength > 10_000 ? [] : ['环'.repeat(maxLength + 1)]),
]

/** Calls that refuse what the document forbids in words of their own, or as their standard says. */
const isOurs = (path: string) => !path.startsWith('/auth/') && !path.startsWith('/open/') && path !== '/code'

/** What was taken all the same, or answered otherwise than with 400. */
let taken: string[]
beforeEach(() => {
  taken = []
})
afterEach(() => expect(taken).toEqual([]))

async function mustRefuse(method: string, url: string, payload?: unknown) {
  const headers = { authorization, 'content-type': 'application/json' }
  const sent = payload === undefined ? undefined : JSON.stringify(payload)
  const request = {
    method: method === 'post' ? 'POST' : method === 'put' ? 'PUT' : method === 'get' ? 'GET' : 'DELETE',
    url,
  } as const
  const reply = await server.app.inject({ ...request, headers, ...(sent !== undefined && { payload: sent }) })
  if (reply.statusCode !== 400)
    taken.push(`${method} ${url} ${sent?.slice(0, 300)} → ${reply.statusCode} ${reply.body.slice(0, 200)}`)
}

const addressOf = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => String(usual[name] ?? 1))

test('what the document forbids in a body is a 400, beside whatever the other fields are', async () => {
  let tried = 0
  for (const [path, operations] of Object.entries(document.paths).filter(([one]) => isOurs(one)))
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const schema = requestBody?.content['application/json']?.schema
      if (schema === undefined) continue
      const { properties = {} } = Body.parse(schema)
      const known = Object.fromEntries(Object.entries(usual).filter(([name]) => Object.hasOwn(properties, name)))
      for (const body of [null, 1, 'text', true]) if (isForbidden(schema, body)) await mustRefuse(method, addressOf(path), body)
      for (const [name, one] of Object.entries(properties)) {
        const wrong = [...inBody, ...beyond(Bounds.parse(one))].filter((value) => isForbidden(one, value))
        if (!wrong.length) continue
        // A sample: each run has another seed.
        for (const value of fc.sample(fc.constantFrom(...wrong), 3)) {
          tried += 1
          await mustRefuse(method, addressOf(path), { ...known, [name]: value })
        }
      }
    }
  expect(tried).toBeGreaterThan(500)
})

test('what the document forbids in a query is a 400', async () => {
  for (const [path, operations] of Object.entries(document.paths).filter(([one]) => isOurs(one)))
    for (const [method, { parameters }] of Object.entries(operations))
      for (const { name, schema } of parameters.filter((one) => one.in === 'query')) {
        // A text may mean a number, and a single value a list of one.
        const wrong = ['no such', '1.5', '-3', ...beyond(Bounds.parse(schema))].filter((text) =>
          [text, Number(text), [text]].every((value) => Number.isNaN(value) || isForbidden(schema, value)),
        )
        for (const text of wrong) await mustRefuse(method, `${addressOf(path)}?${new URLSearchParams({ [name]: String(text) })}`)
      }
})
