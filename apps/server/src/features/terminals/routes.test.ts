import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { startLatest } from '../../live/latest.ts'
import { type Command, noDevices } from '../../live/link.ts'
import { startTestServer } from '../../test-kit.ts'
import { departments } from '../departments/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { unbindObject } from './queries.ts'
import { devices, positions } from './table.ts'

type Call = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>['call']
let server: Awaited<ReturnType<typeof startTestServer>>
let [admin, handler, viewer, stranger]: Call[] = []

beforeAll(async () => {
  server = await startTestServer()
  ;[admin, handler, viewer, stranger] = await Promise.all(
    [['admin', 1] as const, ['handler', 1] as const, ['viewer', 1] as const, ['admin', 2] as const].map(
      async ([name, tenant]) => {
        const { call } = await server.login(name, tenant)
        return call
      },
    ),
  )
})
afterAll(() => server.close())

let count = 0
async function newVehicle(tenantId = 1, deptName = '一部') {
  return server.db.system(async (tx) => {
    const [dept] = await tx
      .select()
      .from(departments)
      .where(and(eq(departments.tenantId, tenantId), eq(departments.name, deptName)))
    const plateNumber = `沪A${String(++count).padStart(5, '0')}`
    const [vehicle] = await tx
      .insert(vehicles)
      .values({
        tenantId,
        deptId: dept!.id,
        plateNumber,
        plateColour: 2,
        initials: 'h',
        vehicleType: '1',
        vehicleFunction: '1',
      })
      .returning()
    return vehicle!
  })
}

/** A terminal as it registers by itself: nobody's. */
async function newDevice(fields: Partial<typeof devices.$inferInsert> = {}) {
  const terminalNo = String(13_900_000_000 + ++count)
  const [device] = await server.db.system((tx) =>
    tx
      .insert(devices)
      .values({ terminalNo, authCode: 'secret-code', ...fields })
      .returning(),
  )
  return device!
}

/** A stored fix at `time`, `yyyy-MM-dd HH:mm:ss`. */
const store = (deviceId: number, tenantId: number, time: string, fields: Partial<typeof positions.$inferInsert> = {}) =>
  server.db.system((tx) =>
    tx.insert(positions).values({
      tenantId,
      deviceId,
      time: `${time}+08`,
      messageId: 0x0200,
      serial: ++count,
      received: `${time}+08`,
      lng: 121_473_701,
      lat: 31_230_416,
      speed: 365,
      direction: 90,
      altitude: 4,
      status: 3,
      alarm: 0,
      mileage: 123,
      ...fields,
    }),
  )

const history = (call: Call | undefined, vehicleId: number, startTime: string, endTime: string) =>
  call!('POST', '/admin/device/data/getVehicleDeviceHistoryData', { vehicleId, startTime, endTime })
const numbersOf = async (call: Call | undefined, query = '') =>
  (await call!('GET', `/admin/device/page?size=1000${query}`)).data.records.map((one: { terminalNo: string }) => one.terminalNo)

test('a terminal of nobody is seen by who runs the platform only, until it is bound', async () => {
  const device = await newDevice()
  expect(await numbersOf(admin)).toContain(device.terminalNo)
  expect(await numbersOf(stranger)).not.toContain(device.terminalNo)
  expect((await stranger!('GET', `/admin/device/${device.id}`)).status).toBe(404)
  expect((await stranger!('PUT', '/admin/device', { id: device.id, objectId: (await newVehicle(2, '乙公司')).id })).status).toBe(
    404,
  )

  const vehicle = await newVehicle()
  const bound = await admin!('PUT', '/admin/device', { id: device.id, objectId: vehicle.id })
  expect(bound).toMatchObject({
    code: 0,
    data: { bound: true, objectType: '1', objectId: vehicle.id, objectName: vehicle.plateNumber },
  })
  expect(JSON.stringify(bound)).not.toContain('secret-code')
  expect((await stranger!('GET', `/admin/device/${device.id}`)).status).toBe(404)
  expect(await numbersOf(admin, '&bound=false')).not.toContain(device.terminalNo)
  expect(await numbersOf(admin, `&terminalNo=${device.terminalNo.slice(3)}`)).toEqual([device.terminalNo])
  const heard = await newDevice({ lastSeen: new Date().toISOString() })
  expect(await numbersOf(admin, '&online=true')).toEqual([heard.terminalNo])
  expect(await numbersOf(admin, '&online=false')).not.toContain(heard.terminalNo)
})

test('binds to objects of the own organisation only, each with one terminal', async () => {
  const [one, other] = [await newDevice(), await newDevice()]
  const vehicle = await newVehicle()
  const foreign = await newVehicle(2, '乙公司')
  const put = (id: number, objectId: number | null, objectType = '1') =>
    admin!('PUT', '/admin/device', { id, objectType, objectId })
  expect((await put(one.id, foreign.id + 1_000_000)).status).toBe(404)
  expect((await put(one.id, vehicle.id, '2')).status).toBe(404)
  expect((await put(one.id, vehicle.id)).status).toBe(200)
  expect((await put(one.id, vehicle.id)).status).toBe(200)
  expect(await put(other.id, vehicle.id)).toMatchObject({ status: 409, msg: `该对象已绑定终端 ${one.terminalNo}` })
  const both = await Promise.all([one, other].map(async (device) => put(device.id, (await newVehicle()).id)))
  expect(both.map((reply) => reply.status)).toEqual([200, 200])
  const last = await newVehicle()
  const race = await Promise.all([one, other].map((device) => put(device.id, last.id)))
  expect(race.map((reply) => reply.status).sort()).toEqual([200, 409])
})

test('the first binding takes over what was reported before; what comes between two bindings stays nobody’s', async () => {
  const device = await newDevice()
  const vehicle = await newVehicle()
  await store(device.id, 0, '2026-01-05 08:00:00')
  await admin!('PUT', '/admin/device', { id: device.id, objectId: vehicle.id })
  expect((await admin!('GET', `/admin/device/${device.id}`)).data).toMatchObject({
    time: '2026-01-05 08:00:00',
    lng: 121.473701,
    lat: 31.230416,
    speed: 36.5,
    mileage: 12.3,
  })
  const day = ['2026-01-05 00:00:00', '2026-01-05 23:59:59'] as const
  expect((await history(admin, vehicle.id, ...day)).data).toHaveLength(1)

  expect(await admin!('PUT', '/admin/device', { id: device.id, objectId: null })).toMatchObject({
    code: 0,
    data: { bound: false, objectId: null },
  })
  await store(device.id, 0, '2026-01-05 09:00:00')
  const second = await newVehicle()
  await admin!('PUT', '/admin/device', { id: device.id, objectId: second.id })
  expect((await history(admin, second.id, ...day)).data).toHaveLength(0)
  expect((await history(admin, vehicle.id, ...day)).data).toHaveLength(1)
  const rows = await server.db.system((tx) => tx.select().from(positions).where(eq(positions.deviceId, device.id)))
  expect(rows.map((row) => row.tenantId).sort()).toEqual([0, 1])
})

test('what is being stored while the terminal is bound is taken over too', async () => {
  const device = await newDevice()
  const vehicle = await newVehicle()
  const client = await server.db.owner.connect()
  await client.query('begin')
  await client.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
     values (0, $1, '2026-01-05 08:00:00+08', 512, 1, now(), 121000000, 31000000, 0, 0, 0, 2, 0)`,
    [device.id],
  )
  const binding = admin!('PUT', '/admin/device', { id: device.id, objectId: vehicle.id })
  await new Promise((resolve) => setTimeout(resolve, 150))
  await client.query('commit')
  client.release()
  expect((await binding).data).toMatchObject({ bound: true, time: '2026-01-05 08:00:00' })
  expect((await history(admin, vehicle.id, '2026-01-05 00:00:00', '2026-01-05 23:59:59')).data).toHaveLength(1)
})

test('an administrator of one organisation binds, unbinds and removes its own terminals', async () => {
  const vehicle = await newVehicle(2, '乙公司')
  const added = await stranger!('POST', '/admin/device', { terminalNo: '000015900000001', objectType: '1', objectId: vehicle.id })
  expect(added.data).toMatchObject({ terminalNo: '15900000001', bound: true, objectName: vehicle.plateNumber, online: false })
  expect(
    await stranger!('POST', '/admin/device', {
      terminalNo: '15900000001',
      objectType: '1',
      objectId: (await newVehicle(2, '乙公司')).id,
    }),
  ).toMatchObject({ status: 409, msg: '终端号已存在' })
  const { id } = added.data
  expect((await admin!('GET', `/admin/device/${id}`)).status).toBe(404)
  expect((await admin!('DELETE', `/admin/device/${id}`)).status).toBe(404)
  expect((await stranger!('PUT', '/admin/device', { id, objectId: null })).status).toBe(200)
  expect((await stranger!('GET', `/admin/device/${id}`)).status).toBe(404)
  expect((await admin!('GET', `/admin/device/${id}`)).data).toMatchObject({ bound: false })
  expect((await admin!('DELETE', `/admin/device/${id}`)).data).toBe(true)
  expect((await admin!('GET', `/admin/device/${id}`)).status).toBe(404)
})

test('removing the object gives its terminal back without reaching beyond the organisation', async () => {
  const device = await newDevice()
  const vehicle = await newVehicle()
  await admin!('PUT', '/admin/device', { id: device.id, objectId: vehicle.id })
  const scope = { tenantId: 1 }
  await server.db.within(scope, async (tx) => {
    await unbindObject(tx, 1, '1', vehicle.id)
    expect(await tx.select().from(devices).where(eq(devices.id, device.id))).toEqual([])
  })
  expect((await admin!('GET', `/admin/device/${device.id}`)).data).toMatchObject({ bound: false })
})

test('who has no permission or no such department sees nothing', async () => {
  const device = await newDevice()
  const elsewhere = await newVehicle(1, '二部')
  await admin!('PUT', '/admin/device', { id: device.id, objectId: elsewhere.id })
  expect((await viewer!('GET', '/admin/device/page')).status).toBe(403)
  expect((await viewer!('POST', `/admin/device/${device.id}/text`, { text: '停' })).status).toBe(403)
  // May send commands, but not to a vehicle of another department.
  expect((await handler!('POST', `/admin/device/${device.id}/text`, { text: '停' })).status).toBe(404)
  expect((await handler!('POST', `/admin/device/${device.id}/locate`)).status).toBe(404)
})

test('commands go to the terminal and bring its outcome', async () => {
  const sent: [number, Command][] = []
  const ingest = {
    ...noDevices,
    send: async (deviceId: number, command: Command) => {
      sent.push([deviceId, command])
      return command.kind === 'locate'
        ? ({ outcome: 'confirmed', result: 0 } as const)
        : ({ outcome: 'refused', result: 3 } as const)
    },
  }
  const latest = await startLatest(server.db, server.changes)
  const app = await buildApp({ db: server.db, changes: server.changes, config: server.config, latest, ingest })
  const { token } = await server.login('admin')
  const device = await newDevice()
  const post = async (path: string, payload?: object) =>
    (
      await app.inject({
        method: 'POST',
        url: `/admin/device/${device.id}/${path}`,
        headers: { authorization: `Bearer ${token.access_token}` },
        ...(payload && { payload }),
      })
    ).json()
  expect((await post('text', { text: ' 请减速 ', urgent: true })).data).toEqual({ outcome: 'refused', result: 3 })
  expect((await post('locate')).data).toMatchObject({ outcome: 'confirmed', device: { id: device.id } })
  expect(sent).toEqual([
    [device.id, { kind: 'text', text: '请减速', urgent: true, display: true, speak: true }],
    [device.id, { kind: 'locate' }],
  ])
  expect((await post('text', { text: '' })).code).toBe(1)
  expect((await admin!('POST', `/admin/device/${device.id}/text`, { text: '停' })).data).toEqual({
    outcome: 'offline',
    result: null,
  })
  await app.close()
  latest.close()
})
