import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
let stranger: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  viewer = await server.login('viewer')
  stranger = await server.login('admin', 2)
})
afterAll(() => server.close())

const box = { west: 104, south: 30, east: 104.003, north: 30.003 }
const times = { startTime: '2026-02-02 08:00:00', endTime: '2026-02-02 10:00:00' }
const ask = (who: typeof admin, more: object = {}) =>
  who.call('POST', '/admin/device/data/getPassages', { ...box, ...times, ...more })
/** Stores fixes: time of the day and thousandths of a degree from the corner. */
const drive = (deviceId: number, ...fixes: [time: string, x: number, y: number][]) =>
  server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
     select 1, $1, (f->>0)::timestamptz, 512, i, now(), 104000000 + (f->>1)::int * 1000, 30000000 + (f->>2)::int * 1000, 300 + i, 90, 4, 2, 0
     from jsonb_array_elements($2::jsonb) with ordinality as g (f, i)`,
    [deviceId, JSON.stringify(fixes.map(([time, x, y]) => [`2026-02-02 ${time}+08`, x, y]))],
  )

test('who was in the box is told by time, with those who went through between two fixes, and only to whom they belong', async () => {
  const mine = await addVehicle(server.db)
  const theirs = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  const through = await addVehicle(server.db, { plateNumber: '川A00003', terminalNo: '13900000003' })
  await drive(mine.deviceId, ['09:00:00', -2, 1], ['09:00:10', 1, 1], ['09:00:20', 2, 1], ['09:30:00', 2, 2], ['10:00:01', 1, 1])
  await drive(theirs.deviceId, ['08:30:00', 1, 1])
  await drive(through.deviceId, ['09:10:00', -1, 2], ['09:10:30', 4, 2])

  const { data } = await ask(admin)
  const told = ({ name, startTime, endTime, fixes }: Record<string, unknown>) => [name, startTime, endTime, fixes]
  const [first, again] = [
    ['川A00001', '2026-02-02 09:00:10', '2026-02-02 09:00:20', 2],
    ['川A00001', '2026-02-02 09:30:00', '2026-02-02 09:30:00', 1],
  ]
  const between = ['川A00003', '2026-02-02 09:10:00', '2026-02-02 09:10:30', 0]
  expect(data.passages.map(told)).toEqual([['川A00002', '2026-02-02 08:30:00', '2026-02-02 08:30:00', 1], first, between, again])
  expect(data.total).toBe(4)
  expect((await ask(viewer)).data.passages.map(told)).toEqual([first, between, again])
  expect((await ask(stranger)).data.passages).toEqual([])
})

test('a box that is turned round or too wide, and more than a day, are refused', async () => {
  expect(await ask(admin, { east: 103.9 })).toMatchObject({ status: 400, msg: '请框选一个范围' })
  expect(await ask(admin, { east: 104.04 })).toMatchObject({ status: 400, msg: '框选的范围太大，边长不超过 3000 米' })
  expect((await ask(admin, { startTime: '2026-02-01 07:00:00' })).status).toBe(400)
})
