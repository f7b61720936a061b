import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { callOpen, type OpenCall, type Secret } from './open-client.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  await addVehicle(server.db)
  await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
})
afterAll(() => server.close())

const base = '/open/api/v1'
const page: OpenCall = { method: 'GET', url: `${base}/vehicle/page?current=1&size=50` }

async function make(fields: object = {}): Promise<Secret & { id: number }> {
  const { status, data, msg } = await admin.call('POST', '/admin/client', { name: '平台', ...fields })
  expect([status, msg]).toEqual([200, null])
  return data
}
const deptOf = async (name: string): Promise<number> =>
  (await server.db.owner.query('select dept_id as id from sys_dept where tenant_id = 1 and name = $1', [name])).rows[0].id
const platesOf = ({ data }: { data: { records: { plateNumber: string }[] } }) => data.records.map((one) => one.plateNumber).sort()

test('a client reads what its departments have, in the shape of the screens', async () => {
  const all = await make()
  const asked = await callOpen(server, all, page)
  const shown = await admin.call('GET', '/admin/vehicle/page?current=1&size=50')
  expect(asked.data).toEqual(shown.data)
  const part = await make({ deptId: await deptOf('二部') })
  expect(platesOf(await callOpen(server, part, page))).toEqual(['川A00002'])
  const own = asked.data.records.find((one: { plateNumber: string }) => one.plateNumber !== '川A00002')
  expect((await callOpen(server, part, { method: 'GET', url: `${base}/vehicle/${own.id}` })).status).toBe(404)
  expect((await callOpen(server, all, { method: 'GET', url: `${base}/vehicle/${own.id}` })).data.id).toBe(own.id)
})

test('a client does what its permissions allow, and the log names it', async () => {
  const add: OpenCall = {
    method: 'POST',
    url: `${base}/shift`,
    body: { name: '早班', start: '06:00', end: '12:00', weekdays: [1] },
  }
  const reader = await make()
  expect((await callOpen(server, reader, add)).status).toBe(403)
  const writer = await make({ permissions: ['admin_shift_add'] })
  const added = await callOpen(server, writer, add)
  expect([added.status, added.msg]).toEqual([200, null])
  const lines = async () => (await admin.call('GET', '/admin/log/page?current=1&size=50')).data.records
  await expect
    .poll(async () => (await lines()).filter((one: { title: string; serviceId: string }) => one.serviceId === writer.clientId))
    .toMatchObject([{ title: expect.any(String), createBy: 'admin' }])
  const refused = (await lines()).find((one: { serviceId: string }) => one.serviceId === reader.clientId)
  expect(refused.exception).toMatch(/^403 /)
})

test('personal calls, accounts, rights and settings are not open', async () => {
  const { data: calls } = await admin.call('GET', '/admin/client/calls')
  expect(calls.length).toBeGreaterThan(100)
  expect(calls).toContainEqual({
    method: 'GET',
    path: `${base}/vehicle/page`,
    name: expect.stringMatching(/\p{Script=Han}/u),
    permission: null,
  })
  const client = await make()
  for (const url of ['user/info', 'role/page', 'menu', 'client/list', 'msgPush/page', 'token/page', 'export/list'])
    expect((await callOpen(server, client, { method: 'GET', url: `${base}/${url}` })).status, url).toBe(404)
  expect(calls.map(({ path }: { path: string }) => path)).not.toContain(`${base}/attendance/own`)
  const leave: OpenCall = { method: 'POST', url: `${base}/applyForRecord`, body: {} }
  expect((await callOpen(server, client, leave)).status).toBe(404)
  // A signature opens nothing but open calls.
  const screen: OpenCall = { method: 'GET', url: '/admin/vehicle/page' }
  expect((await callOpen(server, client, screen)).status).toBe(401)
})

test('who is stopped, expired, elsewhere, too fast, or whose owner is gone is refused at once', async () => {
  const client = await make({ rate: 3 })
  const change = (fields: object) => admin.call('PUT', '/admin/client', { id: client.id, name: '平台', rate: 1000, ...fields })
  const ask = async () => callOpen(server, client, page)
  const refused = async (fields: object, status: number, word: RegExp) => {
    expect((await change(fields)).status).toBe(200)
    await expect.poll(async () => (await ask()).status, { timeout: 2000 }).toBe(status)
    expect((await ask()).msg).toMatch(word)
    expect((await change({})).status).toBe(200)
    await expect.poll(async () => (await ask()).status, { timeout: 2000 }).toBe(200)
  }
  expect([await ask(), await ask(), await ask(), await ask()].map(({ status }) => status)).toEqual([200, 200, 200, 429])
  await refused({ isStopped: true }, 403, /停用/)
  await refused({ expires: '2020-01-01' }, 403, /过期/)
  await refused({ addressRange: '10.9.0.0/16' }, 403, /地址/)
  const lock = (flag: string) =>
    server.db.owner.query(`update sys_user set lock_flag = '${flag}' where username = 'admin' and tenant_id = 1`)
  await lock('9')
  await expect.poll(async () => (await ask()).status, { timeout: 2000 }).toBe(401)
  await lock('0')
  await expect.poll(async () => (await ask()).status, { timeout: 2000 }).toBe(200)
})
