import type { ReportDetail, ReportRow } from '@huanwei/contract/reports/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addFacility, addVehicle, startTestServer } from '../../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let call: Awaited<ReturnType<typeof server.login>>['call']
let vehicles: number[]
let can: Awaited<ReturnType<typeof addFacility>>
const days = ['2026-02-02', '2026-02-03'] as const
const device = '/admin/device/data'

beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login('admin')).call
  const [first, second] = [
    await addVehicle(server.db),
    await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' }),
  ]
  vehicles = [first.vehicleId, second.vehicleId]
  can = await addFacility(server.db, { facilityType: '8', terminalNo: '13900000005' })
  const { owner } = server.db
  await owner.query(`update device_binding set started = '2026-01-01'`)
  await owner.query(`select ensure_partition(t, d::date) from unnest(array['position', 'reading']) t, unnest($1::date[]) d`, [
    days,
  ])
  await drive(first.deviceId, `${days[0]} 08:00:00`, 120)
  await drive(first.deviceId, `${days[1]} 09:00:00`, 60)
  await drive(second.deviceId, `${days[1]} 10:00:00`, 240)
  await owner.query(
    `insert into reading (tenant_id, device_id, metric, channel, time, value, received)
     select 1, $1, 'fill', 0, '2026-02-02 08:00:00+08'::timestamptz + n * interval '1 hour', v, now()
     from unnest(array[20, 70, 85, 90, 10, 40, 82]::float8[]) with ordinality r (v, n)`,
    [can.deviceId],
  )
})
afterAll(() => server.close())

/** A fix every ten seconds: ten minutes still with the ignition on, then a hundred metres each. */
const drive = (deviceId: number, from: string, count: number) =>
  server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
     select 1, $1, $2::timestamptz + i * interval '10 seconds', 512, i, now(), 104000000 + greatest(0, i - 60) * 1038, 30000000,
       case when i > 60 then 360 else 0 end, 90, 4, 3, 0, null from generate_series(0, $3::int) i`,
    [deviceId, `${from}+08`, count + 60],
  )

async function make(kind: string, grouping: string) {
  const [firstDay, lastDay] = days
  const { data: begun } = await call('POST', '/admin/reportForms', { kind, grouping, firstDay, lastDay })
  const report = await vi.waitFor(async () => {
    const { data } = await call('GET', `/admin/reportForms/${begun.id}`)
    expect(data).toMatchObject({ status: 'done' })
    return data as ReportDetail
  }, 300_000)
  const { data } = await call('GET', `/admin/reportForms/row/page?id=${begun.id}`)
  return { report, rows: data.records as ReportRow[] }
}
const times = (day: string, last = day) => ({ startTime: `${day} 00:00:00`, endTime: `${last} 23:59:59` })
const sum = (figures: number[]) => Math.round(figures.reduce((all, one) => all + one, 0) * 100) / 100

test('mileage is what the list of mileages says, by vehicle, by department and by day', async () => {
  const { data: list } = await call('POST', `${device}/getVehicleMileageList`, { vehicleIds: vehicles, ...times(...days) })
  const km = (of: (row: { vehicleId: number; day: string }) => boolean) =>
    sum(list.filter(of).map(({ mileage }: { mileage: number }) => mileage))
  expect(list).toHaveLength(3)
  const byVehicle = await make('mileage', 'object')
  expect(byVehicle.report.totals.slice(0, 2)).toEqual([km(() => true), 3])
  expect(byVehicle.rows.map(({ key, label, figures }) => [key, label, figures[0]])).toEqual(
    vehicles
      .toReversed()
      .map((id) => [`1-${id}`, id === vehicles[0] ? '川A00001' : '川A00002', km(({ vehicleId }) => vehicleId === id)]),
  )
  const byDay = await make('mileage', 'day')
  expect(byDay.rows.map(({ key, figures }) => [key, figures[0]])).toEqual(days.map((one) => [one, km(({ day }) => day === one)]))
  const { rows } = await make('mileage', 'department')
  expect(rows.map(({ label, figures }) => [label, figures[1]])).toEqual([
    ['甲公司', 3],
    ['一部', 2],
    ['二部', 1],
  ])
})

test('work is what the driving detail of each day says', async () => {
  const details = await Promise.all(
    vehicles.flatMap((objectId) =>
      days.map((day) => call('POST', `${device}/getDataByDrivingDetail`, { objectType: '1', objectId, ...times(day) })),
    ),
  )
  const hours = (of: (detail: { drivingSeconds: number; stopSeconds: number; idleSeconds: number }) => number) =>
    sum([details.reduce((all, { data }) => all + of(data), 0) / 3600])
  const { report } = await make('vehicles', 'object')
  expect(report.totals.slice(0, 3)).toEqual([
    hours(({ drivingSeconds, idleSeconds }) => drivingSeconds + idleSeconds),
    hours(({ drivingSeconds }) => drivingSeconds),
    hours(({ stopSeconds }) => stopSeconds),
  ])
  expect(report.totals[0]).toBeGreaterThan(1)
  expect(report.totals.slice(4)).toEqual([details.reduce((all, { data }) => all + data.trips.length, 0), 3])
})

test('cans: mean and highest fill, how often they overflowed and were emptied', async () => {
  const { report, rows } = await make('cans', 'object')
  expect(report.totals).toEqual([56.7, 90, 2, 1, 7])
  expect(rows.map(({ key }) => key)).toEqual([`2-${can.facilityId}`])
})
