import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { callOpen, hmacHeaders, md5Headers, type OpenCall, type Secret, send } from './open-client.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let clients: Record<'own' | 'strict' | 'second' | 'foreign', Secret>
let vehicles: Record<'first' | 'second', number>

const base = '/open/api/v1'

beforeAll(async () => {
  server = await startTestServer()
  const [admin, other] = [await server.login('admin'), await server.login('admin', 2)]
  vehicles = {
    first: (await addVehicle(server.db)).vehicleId,
    second: (await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })).vehicleId,
  }
  const { rows } = await server.db.owner.query(`select dept_id as id from sys_dept where tenant_id = 1 and name = '二部'`)
  const make = async (person: typeof admin, fields: object) =>
    (await person.call('POST', '/admin/client', { name: '平台', rate: 6000, ...fields })).data as Secret
  clients = {
    own: await make(admin, { acceptsMd5: true, permissions: ['admin_shift_add'] }),
    strict: await make(admin, {}),
    second: await make(admin, { acceptsMd5: true, deptId: rows[0].id }),
    foreign: await make(other, { acceptsMd5: true, permissions: ['admin_shift_add'] }),
  }
})
afterAll(() => server.close())

const calls = (): OpenCall[] => [
  { method: 'GET', url: `${base}/vehicle/page?current=1&size=50` },
  { method: 'GET', url: `${base}/vehicle/${vehicles.first}?a=1&b=2` },
  { method: 'POST', url: `${base}/vehicle/getVehicleDataList`, body: { vehicleIds: [vehicles.first], a: 1 } },
]
type Signed = [OpenCall, Record<string, string>]
type Drawn = { call: number; place: number; ms: number; letters: string; md5: boolean }

const changedAt = (text: string, place: number) => {
  const at = place % text.length
  return text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)
}
/** The same members in another order. */
const reordered = (body: unknown) => Object.fromEntries(Object.entries(Object(body)).reverse())
const byOne = (call: OpenCall, md5: boolean, client = clients.own) => (md5 ? md5Headers(client, call) : hmacHeaders(client, call))

/** Calls that nobody signed as they come, by what is wrong with them. */
const forgeries: Record<string, (call: OpenCall, drawn: Drawn) => Signed> = {
  'changed signature': (call, { md5, place }) => {
    const headers = byOne(call, md5)
    return [call, { ...headers, sign: changedAt(headers.sign, place) }]
  },
  'part of a signature': (call, { md5, place }) => {
    const headers = byOne(call, md5)
    return [call, { ...headers, sign: headers.sign.slice(0, place % headers.sign.length) }]
  },
  'signature in other letters': (call, { md5 }) => {
    const headers = byOne(call, md5)
    return [call, { ...headers, sign: md5 ? headers.sign.toLowerCase() : headers.sign.toUpperCase() }]
  },
  'changed time': (call, { md5, ms }) => [call, { ...byOne(call, md5), timestamp: String(Date.now() - 1000 - (ms % 200_000)) }],
  'changed nonce': (call, { letters }) => [call, { ...hmacHeaders(clients.own, call), nonce: letters }],
  'name of another client': (call, { md5 }) => [call, { ...byOne(call, md5), 'client-id': clients.second.clientId }],
  'name of an unknown client': (call, { md5, letters }) => [call, byOne(call, md5, { ...clients.own, clientId: letters })],
  'secret of another client': (call, { md5 }) => [call, byOne(call, md5, { ...clients.own, secret: clients.second.secret })],
  'secret of another organisation': (call, { md5 }) => [
    call,
    byOne(call, md5, { ...clients.own, secret: clients.foreign.secret }),
  ],
  'invented secret': (call, { md5, letters }) => [call, byOne(call, md5, { ...clients.own, secret: letters })],
  'other method of signing': (call, { place }) => [
    call,
    { ...hmacHeaders(clients.own, call), 'sign-method': ['', 'HMAC-SHA1', 'hmac-sha256', 'none'][place % 4]! },
  ],
  'MD5 that is not switched on': (call) => [call, md5Headers(clients.strict, call)],
  'no signature': (call, { md5 }) => [call, { ...byOne(call, md5), sign: '' }],
  'too late': (call, { md5, ms }) => [call, byOne({ ...call, timestamp: Date.now() - 300_001 - ms }, md5)],
  'too early': (call, { md5, ms }) => [call, byOne({ ...call, timestamp: Date.now() + 310_000 + ms }, md5)],
  'another path': (call, { md5 }) => [{ ...call, url: `${base}/facility/page` }, byOne(call, md5)],
  'another query': (call, { letters }) => [
    { ...call, url: `${call.url}${call.url.includes('?') ? '&' : '?'}${letters}=1` },
    hmacHeaders(clients.own, call),
  ],
  're-ordered query': (call) => {
    const [path, query = 'a=1&b=2'] = call.url.split('?')
    const signed = { ...call, url: `${path}?${query}` }
    return [{ ...call, url: `${path}?${query.split('&').reverse().join('&')}` }, hmacHeaders(clients.own, signed)]
  },
  're-ordered body': (call) => {
    const post = {
      ...call,
      method: 'POST' as const,
      url: `${base}/vehicle/getVehicleDataList`,
      body: call.body ?? { a: 1, b: 2 },
    }
    return [{ ...post, body: reordered(post.body) }, hmacHeaders(clients.own, post)]
  },
  'another body': (call, { letters }) => [
    { ...calls()[2]!, body: { letters } },
    hmacHeaders(clients.own, { ...calls()[2]!, body: call.body }),
  ],
  'another verb': (call) => [call, hmacHeaders(clients.own, { ...call, method: call.method === 'GET' ? 'POST' : 'GET' })],
}

/** Calls that are signed rightly, of what their client has no sight of or no right to. */
const foreign: Record<string, (drawn: Drawn) => Signed> = Object.fromEntries(
  (['second', 'foreign'] as const).flatMap((name) => {
    const sign = (call: () => OpenCall): ((drawn: Drawn) => Signed) => {
      return ({ md5 }) => [call(), byOne(call(), md5, clients[name])]
    }
    return [
      [`${name}: a vehicle of others`, sign(() => ({ method: 'GET', url: `${base}/vehicle/${vehicles.first}` }))],
      [`${name}: a call that is not open`, sign(() => ({ method: 'GET', url: `${base}/user/info` }))],
      [`${name}: a call of the screens`, sign(() => ({ method: 'GET', url: '/admin/vehicle/page' }))],
      [`${name}: a permission that it lacks`, sign(() => ({ method: 'POST', url: `${base}/facility`, body: { name: '厕' } }))],
    ]
  }),
)

const drawn: fc.Arbitrary<Drawn> = fc.record({
  call: fc.nat({ max: 2 }),
  place: fc.nat({ max: 1000 }),
  ms: fc.nat({ max: 864_000_000 }),
  letters: fc.stringMatching(/^[a-z0-9]{24}$/),
  md5: fc.boolean(),
})
const options = (numRuns: number) => ({ numRuns, interruptAfterTimeLimit: 240_000, markInterruptAsFailure: true })
let senders = 0
/** Each call comes from another address, as one address has a limit of its own. */
const sendFrom = (call: OpenCall, headers: Record<string, string>) =>
  send(server, call, headers, `10.1.${Math.floor(++senders / 200) % 200}.${senders % 200}`)

test('of 700 calls that are forged, late or re-ordered, by both methods, none is accepted', async () => {
  const sorts = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(forgeries)), drawn, async (sort, values) => {
      const [call, headers] = forgeries[sort]!(calls()[values.call]!, values)
      const { status } = await sendFrom(call, headers)
      sorts.add(sort)
      expect([401, 404], sort).toContain(status)
    }),
    options(700),
  )
  expect([...sorts].sort()).toEqual(Object.keys(forgeries).sort())
})

test('of 100 calls of what their client may not, none is accepted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(foreign)), drawn, async (sort, values) => {
      const [call, headers] = foreign[sort]!(values)
      expect([401, 403, 404], sort).toContain((await sendFrom(call, headers)).status)
    }),
    options(100),
  )
  for (const client of [clients.second, clients.foreign]) {
    const listed = await callOpen(server, client, calls()[0]!)
    expect([listed.status, JSON.stringify(listed).includes('川A00001')]).toEqual([200, false])
    const asked = await callOpen(server, client, { ...calls()[2]!, body: { vehicleIds: [vehicles.first] } })
    expect(JSON.stringify(asked)).not.toContain('川A00001')
  }
})

test('of 200 calls that are sent again, with what their signature does not cover changed, none is accepted twice', async () => {
  const mayChange = fc.record({
    query: fc.boolean(),
    nonce: fc.boolean(),
    session: fc.boolean(),
    copies: fc.integer({ min: 1, max: 4 }),
  })
  let number = 0
  await fc.assert(
    fc.asyncProperty(drawn, mayChange, async ({ md5, letters }, { query, nonce, session, copies }) => {
      // MD5 covers the time alone: two rightful calls of one moment would be copies.
      const call: OpenCall = { method: 'GET', url: `${base}/vehicle/page?current=1`, timestamp: Date.now() - 100_000 + ++number }
      const headers = byOne(call, md5)
      const copy = (n: number): Signed => [
        { ...call, url: md5 && query ? `${call.url}&size=${n + 1}` : call.url },
        {
          ...headers,
          ...(md5 && nonce && { nonce: `${letters}${n}` }),
          ...(session && { authorization: `Bearer ${letters}`, 'tenant-id': '1' }),
        },
      ]
      const replies = await Promise.all(Array.from({ length: copies + 1 }, (_, n) => sendFrom(...copy(n))))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: copies }, () => 401)])
    }),
    options(200),
  )
})
