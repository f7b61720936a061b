import type { VehicleEvidence } from '@huanwei/contract/violations/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../../../test-kit.ts'

type Vehicle = Awaited<ReturnType<typeof addVehicle>>

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let vehicle: Vehicle
let other: Vehicle
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  vehicle = await addVehicle(server.db)
  other = await addVehicle(server.db, { department: '二部', plateNumber: '川A20002', terminalNo: '13900020002' })
})
afterAll(() => server.close())

const addPhoto = (name: string, { deviceId, vehicleId }: Vehicle, time: string | null, received: string) =>
  server.db.owner.query(
    `insert into device_photo (tenant_id, file_name, device_id, object_type, object_id, event, channel, time, address, received)
     values (1, $1, $2, '1', $3, 0, 1, $4, '', $5)`,
    [name, deviceId, vehicleId, time, received],
  )
const addFile = (name: string, { vehicleId, deviceId }: Pick<Vehicle, 'vehicleId' | 'deviceId'>, time: string) =>
  server.db.owner.query(
    `insert into alarm_attachment (tenant_id, upload_id, vehicle_id, device_id, time, kind, channel, original, file_name, file_size, sha256)
     values (1, 1, $1, $2, $3, 'picture', 64, $4, $4, 1, '')`,
    [vehicleId, deviceId, time, name],
  )
const ask = (who: typeof admin, { vehicleId }: Vehicle, startTime: string, endTime: string) => {
  const asked = new URLSearchParams({ vehicleId: String(vehicleId), startTime, endTime })
  return who.call('GET', `/admin/violationEvent/evidence/list?${asked}`)
}
const day = ['2026-02-03 00:00:00', '2026-02-03 23:59:59'] as const

test('the evidence of a day is what its vehicle had then, by the clock of the terminal, oldest first', async () => {
  await addPhoto('late.jpg', vehicle, '2026-02-03 23:59:59+08', '2026-02-04 09:00:00+08')
  await addPhoto('clockless.jpg', vehicle, null, '2026-02-03 00:00:00+08')
  await addPhoto('before.jpg', vehicle, '2026-02-02 23:59:59+08', '2026-02-03 00:00:01+08')
  await addPhoto('theirs.jpg', other, '2026-02-03 12:00:00+08', '2026-02-03 12:00:00+08')
  await addFile('alarm.jpg', vehicle, '2026-02-03 08:00:00+08')
  await addFile('server.jpg', { vehicleId: vehicle.vehicleId, deviceId: -vehicle.vehicleId }, '2026-02-03 07:00:00+08')
  // The terminal was another vehicle's at that time.
  await addFile('foreign.jpg', { vehicleId: other.vehicleId, deviceId: vehicle.deviceId }, '2026-02-03 09:00:00+08')
  const found: VehicleEvidence = (await ask(admin, vehicle, ...day)).data
  expect(found.photos.map(({ fileName, time }) => [fileName, time])).toEqual([
    ['clockless.jpg', '2026-02-03 00:00:00'],
    ['late.jpg', '2026-02-03 23:59:59'],
  ])
  expect(found.attachments.map(({ fileName, time }) => [fileName, time])).toEqual([
    ['server.jpg', '2026-02-03 07:00:00'],
    ['alarm.jpg', '2026-02-03 08:00:00'],
  ])
})

test('of more than a day is shown with the newest stay', async () => {
  await server.db.owner.query(
    `insert into device_photo (tenant_id, file_name, device_id, object_type, object_id, event, channel, time, address, received)
     select 1, 'many' || i, $1, '1', $2, 0, 1, t, '', t
     from generate_series(1, 600) i, lateral (select '2026-02-05 00:00:00+08'::timestamptz + i * interval '1 second' as t) at`,
    [vehicle.deviceId, vehicle.vehicleId],
  )
  const { photos }: VehicleEvidence = (await ask(admin, vehicle, '2026-02-05 00:00:00', '2026-02-05 23:59:59')).data
  expect([photos.length, photos[0]?.fileName, photos.at(-1)?.fileName]).toEqual([500, 'many101', 'many600'])
})

test('who does not see the vehicle, or may not watch, is refused', async () => {
  const stranger = await server.login('admin', 2)
  expect((await ask(stranger, vehicle, ...day)).status).toBe(404)
  expect((await ask(await server.login('viewer'), vehicle, ...day)).status).toBe(403)
  expect((await ask(admin, vehicle, '2026-02-30 00:00:00', day[1])).status).toBe(400)
})
