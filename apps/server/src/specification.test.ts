import { canType } from '@huanwei/contract/dictionaries/codes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timeText } from './lib/time.ts'
import { allCalls, isThere, monitoringCalls } from './specification.test-kit.ts'
import { addFacility, addVehicle, startTestServer } from './test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let vehicleId: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  vehicleId = await furnish(admin.userId)
})
afterAll(() => server.close())

test.skipIf(!isThere)('the server has every call that the specification names', () => {
  expect(allCalls.length).toBeGreaterThan(120)
  expect(monitoringCalls.length).toBeGreaterThan(42)
  const served = new Set(server.app.endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, '{}')}`))
  expect(allCalls.filter((call) => !served.has(call))).toEqual([])
})

test.skipIf(!isThere)('each of them answers with the existing data', async () => {
  const { call, userId } = admin
  const span = { startTime: timeText(Date.now() - 3_600_000), endTime: timeText(Date.now()) }
  const wanted: Record<string, object> = {
    getVehicleMileageList: { vehicleIds: [vehicleId], ...span },
    getVehicleDeviceHistoryData: { vehicleId, ...span },
    getUserDeviceHistoryData: { userId, ...span },
    getDataByDrivingDetail: { objectType: '1', objectId: vehicleId, ...span },
    getDeviceRealtimeDataList: { objectType: '1' },
  }
  const isEmpty = (data: unknown) => (Array.isArray(data) ? data.length === 0 : Object.values(data ?? {}).every((one) => !one))
  const silent: string[] = []
  for (const one of monitoringCalls) {
    const [method = '', path = ''] = one.split(' ')
    const filled = path.replace('{}', String(vehicleId))
    const input = wanted[path.split('/').at(-1) ?? ''] ?? {}
    const { data } = method === 'GET' ? await call('GET', filled) : await call('POST', filled, input)
    if (isEmpty(data)) silent.push(one)
  }
  expect(silent).toEqual([])
})

/** Adds one object of each kind with a fresh report, a camera, an intercom, an area and rules; returns the vehicle's id. */
async function furnish(userId: number) {
  const { owner } = server.db
  const { vehicleId, deviceId, deptId } = await addVehicle(server.db)
  await addFacility(server.db)
  const can = await addFacility(server.db, { name: '满桶', facilityType: canType, terminalNo: '13900000005' })
  await owner.query(`
    update vehicle set vehicle_camera = 1, intercom_account = 'vehicle1';
    update facility set intercom_account = 'place' || id;
    update sys_user set intercom_account = 'user' || user_id where tenant_id = 1;
    with badge as (
      insert into device (tenant_id, terminal_no, object_type, object_id) values (1, '13900000006', '0', ${userId}) returning id
    ) insert into device_binding (tenant_id, device_id, object_type, object_id, started) select 1, id, '0', ${userId}, '-infinity' from badge;
    insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
      select 1, id, now() - i * interval '10 seconds', 512, i, now(), 104000000 - i * 1038, 30000000, 360, 90, 4, 3, 0
      from device, generate_series(1, 100) i;
    with drawn as (
      insert into area (tenant_id, dept_id, name, shape)
      values (1, ${deptId}, '西区', '{"kind":"circle","centre":[104,30.6],"radius":500}') returning id
    ) insert into area_vehicle select 1, id, ${vehicleId} from drawn;
    insert into monitoring_rule (tenant_id, name, object_type, condition, severity, object_ids, hours, min_duration, cooldown)
      select 1, '规则' || type, type, '{"kind":"offline","after":900}', 'alarm', '{}', '[]', 0, 0 from unnest('{0,1,2}'::text[]) as type`)
  const { latest } = server
  const isKnown = () => latest.vehicles.of(1).has(vehicleId) && latest.facilities.of(1).has(can.facilityId)
  await vi.waitUntil(isKnown)
  const time = Date.now()
  const fix = { time, lng: 104, lat: 30, speed: 36, direction: 0, altitude: 0, status: 3, alarm: 0 }
  latest.apply([
    {
      deviceId,
      connected: true,
      seenAt: time,
      fix: { ...fix, mileage: null, satellites: null, signal: null },
    },
    { deviceId: can.deviceId, connected: true, seenAt: time, readings: [{ metric: 'fill', channel: 0, value: 95, time }] },
  ])
  return vehicleId
}
