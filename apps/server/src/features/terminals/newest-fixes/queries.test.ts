import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeText } from '../../../lib/time.ts'
import { startLatest } from '../../../position/latest/latest.ts'
import { startTestServer } from '../../../test-kit.ts'
import { vehicles } from '../../vehicles/table.ts'
import { positions, terminals } from '../table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>['call'] | undefined
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.login('admin')).call
})
afterAll(() => server.close())

let count = 0
async function newTerminal(fields: Partial<typeof terminals.$inferInsert>) {
  const terminalNo = String(13_900_000_000 + ++count)
  const [terminal] = await server.db.system((tx) =>
    tx
      .insert(terminals)
      .values({ terminalNo, ...fields })
      .returning(),
  )
  return terminal!
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
      ...fields,
    }),
  )

test('a terminal was last heard when its last report came, also before that is kept of it', async () => {
  const terminal = await newTerminal({ lastSeen: '2026-01-05 08:00:00+08' })
  const lastSeen = async () => (await admin!('GET', `/admin/device/${terminal.id}`)).data.lastSeen
  expect(await lastSeen()).toBe('2026-01-05 08:00:00')
  await store(terminal.id, 0, '2026-01-05 08:00:50')
  expect(await lastSeen()).toBe('2026-01-05 08:00:50')
})

test('the latest position is one that can be: not of the future, and on the earth', async () => {
  // What it was heard of last had no fix.
  const device = await newTerminal({ lastSeen: '2026-02-20 08:00:00+08' })
  const place = async () => (await admin!('GET', `/admin/device/${device.id}`)).data
  await store(device.id, 0, '2026-01-05 08:00:00')
  await store(device.id, 0, '2099-01-01 00:00:00', { received: '2026-01-05 08:00:10+08', lng: 100_000_000 })
  await store(device.id, 0, '2026-01-05 08:10:31', { received: '2026-01-05 08:00:30+08', lng: 100_000_000 })
  await store(device.id, 0, '2026-01-05 08:01:00', { lat: 91_000_000 })
  await store(device.id, 0, '2026-01-05 08:01:01', { lng: 2_147_483_647 })
  await store(device.id, 0, '2026-01-05 08:01:02', { lng: 0, lat: 0 })
  expect(await place()).toMatchObject({ time: '2026-01-05 08:00:00', lng: 121.473701, lat: 31.230416 })
  await store(device.id, 0, '2026-01-05 08:10:30', { received: '2026-01-05 08:00:30+08', lng: 100_000_000 })
  expect(await place()).toMatchObject({ time: '2026-01-05 08:10:30', lng: 100 })
})

test('the latest position is the newest, also where it was lost that the terminal was heard of then', async () => {
  const device = await newTerminal({ lastSeen: '2026-01-05 08:00:00+08' })
  const place = async () => (await admin!('GET', `/admin/device/${device.id}`)).data
  await store(device.id, 0, '2026-01-05 08:00:00')
  const now = timeText(Date.now())
  await store(device.id, 0, now, { lng: 100_000_000 })
  expect(await place()).toMatchObject({ time: now, lng: 100, lastSeen: now })
})

test('at the start it is known again from its last position when a terminal was heard of', async () => {
  const device = await newTerminal({ lastSeen: '2026-01-05 08:00:00+08' })
  const [vehicle] = await server.db.system((tx) =>
    tx
      .insert(vehicles)
      .values({
        tenantId: 1,
        deptId: 1,
        plateNumber: '沪A00001',
        plateColour: 2,
        initials: 'h',
        vehicleType: '1',
        vehicleFunction: '1',
      })
      .returning(),
  )
  await admin!('PUT', '/admin/device', { id: device.id, objectId: vehicle!.id })
  await store(device.id, 1, '2026-01-05 08:00:00')
  await store(device.id, 1, '2026-02-20 08:00:00', { lng: 100_000_000 })
  const latest = await startLatest(server.db, server.changes)
  await latest.close()
  expect((await admin!('GET', `/admin/device/${device.id}`)).data).toMatchObject({
    time: '2026-02-20 08:00:00',
    lng: 100,
    lastSeen: '2026-02-20 08:00:00',
  })
})
