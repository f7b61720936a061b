import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeText } from '../../../lib/time.ts'
import { correctSeen } from '../../../position/ingest/terminal-queries.ts'
import { startLatest } from '../../../position/latest/latest.ts'
import { startTestServer } from '../../../test-kit.ts'
import { vehicles } from '../../vehicles/table.ts'
import { newTerminal, storeFix } from '../terminals.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>['call'] | undefined
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.login('admin')).call
})
afterAll(() => server.close())

test('a terminal was last heard when its last report came, also before that is kept of it', async () => {
  const terminal = await newTerminal(server.db, { lastSeen: '2026-01-05 08:00:00+08' })
  const lastSeen = async () => (await admin!('GET', `/admin/device/${terminal.id}`)).data.lastSeen
  expect(await lastSeen()).toBe('2026-01-05 08:00:00')
  await storeFix(server.db, terminal.id, 0, '2026-01-05 08:00:50')
  expect(await lastSeen()).toBe('2026-01-05 08:00:50')
})

test('the latest position is one that can be: not of the future, and on the earth', async () => {
  // What it was heard of last had no fix.
  const device = await newTerminal(server.db, { lastSeen: '2026-02-20 08:00:00+08' })
  const place = async () => (await admin!('GET', `/admin/device/${device.id}`)).data
  await storeFix(server.db, device.id, 0, '2026-01-05 08:00:00')
  await storeFix(server.db, device.id, 0, '2099-01-01 00:00:00', { received: '2026-01-05 08:00:10+08', lng: 100_000_000 })
  await storeFix(server.db, device.id, 0, '2026-01-05 08:10:31', { received: '2026-01-05 08:00:30+08', lng: 100_000_000 })
  await storeFix(server.db, device.id, 0, '2026-01-05 08:01:00', { lat: 91_000_000 })
  await storeFix(server.db, device.id, 0, '2026-01-05 08:01:01', { lng: 2_147_483_647 })
  await storeFix(server.db, device.id, 0, '2026-01-05 08:01:02', { lng: 0, lat: 0 })
  expect(await place()).toMatchObject({ time: '2026-01-05 08:00:00', lng: 121.473701, lat: 31.230416 })
  await storeFix(server.db, device.id, 0, '2026-01-05 08:10:30', { received: '2026-01-05 08:00:30+08', lng: 100_000_000 })
  expect(await place()).toMatchObject({ time: '2026-01-05 08:10:30', lng: 100 })
})

test('the latest position is the newest, also where it was lost that the terminal was heard of then', async () => {
  const device = await newTerminal(server.db, { lastSeen: '2026-01-05 08:00:00+08' })
  const place = async () => (await admin!('GET', `/admin/device/${device.id}`)).data
  await storeFix(server.db, device.id, 0, '2026-01-05 08:00:00')
  const now = timeText(Date.now())
  await storeFix(server.db, device.id, 0, now, { lng: 100_000_000 })
  expect(await place()).toMatchObject({ time: now, lng: 100, lastSeen: now })
})

test('at the start it is known again also of a terminal on no object when it was heard of', async () => {
  const device = await newTerminal(server.db, { lastSeen: '2026-01-05 08:00:00+08' })
  const silent = await newTerminal(server.db, { lastSeen: '2026-01-06 08:00:00+08' })
  await storeFix(server.db, device.id, 0, '2026-01-05 08:00:00')
  await storeFix(server.db, device.id, 0, '2026-02-20 08:00:00', { lng: 100_000_000 })
  await storeFix(server.db, silent.id, 0, '2026-01-05 08:00:00')
  await server.db.system(correctSeen)
  const shown = async (id: number) => (await admin!('GET', `/admin/device/${id}`)).data
  expect(await shown(device.id)).toMatchObject({ time: '2026-02-20 08:00:00', lng: 100, lastSeen: '2026-02-20 08:00:00' })
  expect(await shown(silent.id)).toMatchObject({ time: '2026-01-05 08:00:00', lastSeen: '2026-01-06 08:00:00' })
})

test('at the start it is known again from its last position when a terminal was heard of', async () => {
  const device = await newTerminal(server.db, { lastSeen: '2026-01-05 08:00:00+08' })
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
  await storeFix(server.db, device.id, 1, '2026-01-05 08:00:00')
  await storeFix(server.db, device.id, 1, '2026-02-20 08:00:00', { lng: 100_000_000 })
  const latest = await startLatest({ ...server, log: server.app.log })
  await latest.close()
  expect((await admin!('GET', `/admin/device/${device.id}`)).data).toMatchObject({
    time: '2026-02-20 08:00:00',
    lng: 100,
    lastSeen: '2026-02-20 08:00:00',
  })
})
