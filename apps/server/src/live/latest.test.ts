import { Status } from '@huanwei/contract/live/codes'
import { offlineAfterMs } from '@huanwei/contract/live/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../test-kit.ts'
import { startLatest } from './latest.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const fix = (time: number) => ({
  ...{ time, lng: 104.06, lat: 30.65, speed: 30, direction: 90, altitude: 500 },
  ...{ status: 3, alarm: 0, mileage: 12, satellites: 9, signal: 20 },
})

test('a report that comes while facts are read anew is not lost to a vehicle that is among them', async () => {
  const holder = await server.db.owner.connect()
  await holder.query('begin; lock table position in access exclusive mode')
  const { deviceId, vehicleId } = await addVehicle(server.db)
  const waits = async () =>
    (await server.db.owner.query("select count(*)::int as n from pg_locks where not granted and relation = 'position'::regclass"))
      .rows[0].n
  await expect.poll(waits, { timeout: 5000 }).toBeGreaterThan(0)
  const now = Date.now()
  server.latest.apply([{ deviceId, connected: true, seenAt: now, fix: fix(now) }])
  await holder.query('rollback')
  holder.release()
  await expect
    .poll(() => server.latest.of(1).get(vehicleId)?.live)
    .toMatchObject({ time: now, seenAt: now, status: Status.moving })
})

test('time alone takes a vehicle offline, and says so once', async () => {
  const { deviceId, vehicleId } = await addVehicle(server.db, { plateNumber: '川A00002', terminalNo: '13900000002' })
  let ahead = 0
  const latest = await startLatest(server.db, server.changes, () => Date.now() + ahead)
  const changes: number[] = []
  latest.onChange((_, changed) => changes.push(...changed.map(({ id }) => id).filter((id) => id === vehicleId)))
  latest.apply([{ deviceId, connected: true, seenAt: Date.now(), fix: fix(Date.now()) }])
  expect([latest.of(1).get(vehicleId)?.live.status, changes]).toEqual([Status.moving, [vehicleId]])
  ahead = offlineAfterMs
  await expect.poll(() => latest.of(1).get(vehicleId)?.live.status, { timeout: 7000 }).toBe(Status.offline)
  expect(JSON.parse(latest.of(1).get(vehicleId)?.json ?? '{}')).toMatchObject({ status: Status.offline })
  expect(changes).toEqual([vehicleId, vehicleId])
  latest.close()
})
