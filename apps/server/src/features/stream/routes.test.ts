import type { StreamItem } from '@huanwei/contract/stream/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeText } from '../../lib/time.ts'
import { addVehicle, addViolation, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let own: Awaited<ReturnType<typeof addVehicle>>
let other: Awaited<ReturnType<typeof addVehicle>>
const ago = (minutes: number) => timeText(Date.now() - minutes * 60_000)

beforeAll(async () => {
  server = await startTestServer()
  own = await addVehicle(server.db)
  other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  const { owner } = server.db
  const { rows } =
    await owner.query(`insert into monitoring_rule (tenant_id, name, object_type, condition, severity, hours, min_duration, cooldown)
    values (1, '禁入', '1', '{"kind": "inArea", "areaIds": [1]}', 'alarm', '[]', 0, 0) returning id`)
  await addViolation(server.db, own, [], ago(60))
  await addViolation(server.db, other, [], ago(50))
  await addViolation(server.db, own, [], ago(3 * 24 * 60))
  await owner.query('update violation_event set rule_id = $1', [rows[0].id + 1])
  await addViolation(server.db, own, [], ago(40))
  await owner.query(
    `update violation_event set rule_id = $1, violation_event = '禁入区域'
    where id = (select max(id) from violation_event)`,
    [rows[0].id],
  )
  for (const [tenant, vehicle, name, minutes] of [
    [1, own, 'a.jpg', 30],
    [1, other, 'b.jpg', 20],
    [2, own, 'c.jpg', 10],
  ] as const)
    await owner.query(
      `insert into device_photo (tenant_id, file_name, device_id, object_type, object_id, event, channel, address, received)
        values ($1, $2, $3, '1', $4, 0, 1, '', $5::timestamptz)`,
      [tenant, name, vehicle.deviceId, vehicle.vehicleId, ago(minutes)],
    )
})
afterAll(() => server.close())

const read = async (username: string, question = ''): Promise<string[]> => {
  const { call } = await server.login(username)
  const { data }: { data: StreamItem[] } = await call('GET', `/admin/stream${question}`)
  return data.map(({ kind, objectName, violation, fileName }) =>
    [kind, objectName, fileName ?? violation?.event, violation?.isEnd && 'end'].filter(Boolean).join(' '),
  )
}
/** Puts what has happened to an object somewhere, degrees. */
async function place(table: 'violation_event' | 'device_photo', vehicleId: number, lng: number, lat: number) {
  await server.db.owner.query(`update ${table} set lng = $2, lat = $3 where tenant_id = 1 and object_id = $1`, [
    vehicleId,
    lng,
    lat,
  ])
}
const areas = ['area 川A00001 禁入区域 end', 'area 川A00001 禁入区域']

test('what happened in the last day is told, the newest first, and nothing of another organisation', async () => {
  expect(await read('admin')).toEqual([
    'photo 川A00002 b.jpg',
    'photo 川A00001 a.jpg',
    ...areas,
    'alarm 川A00002 超速行驶',
    'alarm 川A00001 超速行驶',
  ])
})

test('who sees a part is told of that part', async () => {
  expect(await read('viewer')).toEqual(['photo 川A00001 a.jpg', ...areas, 'alarm 川A00001 超速行驶'])
  expect(await read('viewer', `?objectType=1&objectId=${other.vehicleId}`)).toEqual([])
})

test('kinds and one object narrow; without areas their violations are alarms', async () => {
  expect(await read('admin', '?kinds=photo')).toEqual(['photo 川A00002 b.jpg', 'photo 川A00001 a.jpg'])
  expect(await read('admin', '?kinds=area')).toEqual(areas)
  const ofOther = `objectType=1&objectId=${other.vehicleId}`
  expect(await read('admin', `?kinds=alarm&kinds=photo&${ofOther}`)).toEqual(['photo 川A00002 b.jpg', 'alarm 川A00002 超速行驶'])
  expect((await read('admin', '?kinds=alarm'))[0]).toBe('alarm 川A00001 禁入区域')
  const { call } = await server.login('admin')
  expect((await call('GET', '/admin/stream?kinds=road')).status).toBe(400)
})

test('a part of the map narrows to what has a place in it', async () => {
  for (const table of ['violation_event', 'device_photo'] as const)
    await server.db.owner.query(`update ${table} set lng = null, lat = null`)
  await place('violation_event', own.vehicleId, 104.05, 30.65)
  await place('violation_event', other.vehicleId, 104.25, 30.65)
  await place('device_photo', other.vehicleId, 104.15, 30.75)
  expect(await read('admin', '?within=104,30.6,104.1,30.7')).toEqual([...areas, 'alarm 川A00001 超速行驶'])
  expect(await read('admin', '?within=104.1,30.6,104.3,30.8')).toEqual(['photo 川A00002 b.jpg', 'alarm 川A00002 超速行驶'])
  expect(await read('viewer', '?within=104.1,30.6,104.3,30.8')).toEqual([])
  // However much happens elsewhere.
  await server.db.owner.query(
    `insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
       dept_id, dept_name, violation_event, severity, position, execute_action, lng, lat)
     select tenant_id, now(), now(), rule_id, -n, object_type, object_id, object_name, object_type_value, dept_id, dept_name, violation_event, severity, '', '', 10, 10
     from (select distinct on (rule_id) * from violation_event where object_id = $1 order by rule_id) one, generate_series(1, 2000) n`,
    [own.vehicleId],
  )
  await server.db.owner.query(
    `insert into device_photo (tenant_id, file_name, device_id, object_type, object_id, event, channel, address, received, lng, lat)
     select 1, 'many' || n || '.jpg', device_id, object_type, object_id, 0, 1, '', now(), 10, 10
     from (select * from device_photo where file_name = 'a.jpg') one, generate_series(1, 2000) n`,
  )
  expect(await read('admin', '?within=104,30.6,104.1,30.7')).toEqual([...areas, 'alarm 川A00001 超速行驶'])
  expect(await read('admin', '?within=104.1,30.6,104.3,30.8')).toEqual(['photo 川A00002 b.jpg', 'alarm 川A00002 超速行驶'])
  // The end of a stay is told by its own time, whatever began since.
  await server.db.owner.query(
    `update violation_event set end_time = now() + interval '1 minute' where lng = 104.05 and violation_event = '禁入区域'`,
  )
  expect((await read('admin', '?kinds=area'))[0]).toBe(areas[0])
  const { call } = await server.login('admin')
  for (const wrong of ['104,30,105', '104,30,105,x', '104,30,105,31,32', '1e2,30,105,31'])
    expect((await call('GET', `/admin/stream?within=${wrong}`)).status, wrong).toBe(400)
})
