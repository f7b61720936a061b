import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Cursor } from '../../db/keyset.ts'
import type { Viewer } from '../../http/viewer.ts'
import { createPositionStore } from '../../position/store/positions.ts'
import { place } from '../../position/store/recorder.test-kit.ts'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { workOutDays } from './jobs.ts'
import { afterFix, findVisibleFixes } from './queries.ts'

type Call = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>['call']
let server: Awaited<ReturnType<typeof startTestServer>>
let [admin, viewer, stranger]: Call[] = []

beforeAll(async () => {
  server = await startTestServer()
  ;[admin, viewer, stranger] = await Promise.all(
    [['admin', 1] as const, ['viewer', 1] as const, ['admin', 2] as const].map(async ([name, tenant]) => {
      const { call } = await server.login(name, tenant)
      return call
    }),
  )
})
afterAll(() => server.close())

let count = 0
const newVehicle = (department?: string) => {
  const number = String(++count).padStart(4, '0')
  return addVehicle(server.db, {
    plateNumber: `川A8${number}`,
    terminalNo: `1390000${number}`,
    ...(department && { department }),
  })
}
const day = '2026-02-02'
/** Stores fixes every ten seconds from a moment on: `[lng, speed, mileage 0.1 km]`, micro-degrees. */
const store = (deviceId: number, from: string, fixes: string, more = '2') =>
  server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
     select 1, $1, $2::timestamptz + i * interval '10 seconds', 512, i % 65536, now(), lng, 30000000, speed, 90, 4, ${more}, 0, mileage from (${fixes}) f`,
    [deviceId, `${from}+08`],
  )
/** Fixes at a speed of a hundred metres in ten seconds. */
const driving = (count: number, from = 0) =>
  `select i, 104000000 + (i + ${from}) * 1038 as lng, 360 as speed, 1000 + i + ${from} as mileage from generate_series(0, ${count - 1}) i`
const standing = (count: number, at: number) =>
  `select i, 104000000 + ${at} * 1038 as lng, 0 as speed, 1000 + ${at} as mileage from generate_series(0, ${count - 1}) i`
const ask = (call: Call | undefined, what: string, payload: object) => call!('POST', `/admin/device/data/${what}`, payload)
const times = (from = `${day} 00:00:00`, to = `${day} 23:59:59`) => ({ startTime: from, endTime: to })
const history = (call: Call | undefined, vehicleId: number, from?: string, to?: string) =>
  ask(call, 'getVehicleDeviceHistoryData', { vehicleId, ...times(from, to) })
const bind = (deviceId: number, objectId: number, from: string, to: string | null, objectType = '1') =>
  server.db.owner.query(
    `insert into device_binding (tenant_id, device_id, object_type, object_id, started, ended) values (1, $1, $2, $3, $4, $5)`,
    [deviceId, objectType, objectId, `${from}+08`, to && `${to}+08`],
  )

test('a history holds the located fixes of every terminal bound to the vehicle, in device time', async () => {
  const [vehicle, first, second] = [await newVehicle(), await newVehicle(), await newVehicle()]
  await server.db.owner.query('delete from device_binding where device_id = any($1)', [[first.deviceId, second.deviceId]])
  await bind(first.deviceId, vehicle.vehicleId, '2026-02-01 00:00:00', `${day} 12:00:00`)
  await bind(second.deviceId, vehicle.vehicleId, `${day} 12:00:00`, null)
  await store(second.deviceId, `${day} 12:00:00`, `select 0 as i, 121473701 as lng, 7 as speed, null::int as mileage`, '3')
  await store(second.deviceId, `${day} 11:00:00`, standing(1, 0))
  await store(first.deviceId, `${day} 11:59:59`, driving(1))
  await store(first.deviceId, `${day} 13:00:00`, driving(1))
  await store(first.deviceId, `${day} 10:00:00`, driving(1), '1')
  const expected = [
    { lng: 104, lat: 30, speed: 36, direction: 90, altitude: 4, time: `${day} 11:59:59`, status: 2, mileage: 100 },
    { lng: 121.473701, lat: 30, speed: 0.7, direction: 90, altitude: 4, time: `${day} 12:00:00`, status: 3, mileage: null },
  ]
  expect((await history(admin, vehicle.vehicleId, `${day} 00:00:00`, `${day} 12:00:00`)).data).toEqual(expected)

  const { userId } = await server.login('handler')
  await bind(first.deviceId, userId, `${day} 12:30:00`, null, '0')
  const person = await ask(admin, 'getUserDeviceHistoryData', { userId, ...times() })
  expect(person.data).toEqual([{ ...expected[0], time: `${day} 13:00:00` }])
})

test('a history refuses spans that are too long or reversed, and viewers who may not see the object', async () => {
  const vehicle = await newVehicle('二部')
  const outcomeOf = async (from: string, to: string) => {
    const { status, msg } = await history(admin, vehicle.vehicleId, from, to)
    return [status, msg]
  }
  expect(await outcomeOf('2026-02-01 00:00:00', '2026-02-08 00:00:00')).toEqual([200, null])
  expect(await outcomeOf('2026-02-01 00:00:00', '2026-02-08 00:00:01')).toEqual([400, '查询时间不能超过 7 天'])
  expect(await outcomeOf('2026-02-02 00:00:00', '2026-02-01 00:00:00')).toEqual([400, '开始时间不能晚于结束时间'])
  const object = { objectType: '1', objectId: vehicle.vehicleId, ...times() }
  for (const call of [viewer, stranger]) {
    expect((await history(call, vehicle.vehicleId)).status).toBe(404)
    expect((await ask(call, 'getTrack', object)).status).toBe(404)
    expect((await ask(call, 'getDataByDrivingDetail', object)).status).toBe(404)
    expect((await ask(call, 'getVehicleMileageList', { vehicleIds: [vehicle.vehicleId], ...times() })).data).toEqual([])
  }
})

test('driving detail: trips between stops with their places, idling, overspeed, mileage', async () => {
  const { deviceId, vehicleId } = await newVehicle()
  await store(deviceId, `${day} 08:00:00`, driving(60))
  await store(deviceId, `${day} 08:10:00`, standing(31, 60), '3')
  await store(deviceId, `${day} 08:15:10`, driving(20, 61))
  const { data } = await ask(admin, 'getDataByDrivingDetail', {
    objectType: '1',
    objectId: vehicleId,
    speedLimit: 35,
    ...times(),
  })
  expect(data).toMatchObject({
    mileage: 8,
    mileageSource: 'odometer',
    drivingSeconds: 800,
    stopSeconds: 300,
    idleSeconds: 300,
    maxSpeed: 36,
    averageSpeed: 36,
    trips: [
      { startTime: `${day} 08:00:00`, endTime: `${day} 08:10:00`, mileage: 6, from: { position: '104.00000, 30.00000' } },
      { startTime: `${day} 08:15:00`, endTime: `${day} 08:18:20`, mileage: 2 },
    ],
    stops: [{ startTime: `${day} 08:10:00`, endTime: `${day} 08:15:00`, seconds: 300, idleSeconds: 300 }],
    overspeeds: [{ seconds: 590 }, { seconds: 190 }],
  })
})

test('a long track is thinned, and mileage is per vehicle and day', async () => {
  const { deviceId, vehicleId, plateNumber } = await newVehicle()
  await store(deviceId, '2026-03-01 22:00:00', driving(1440))
  const object = { objectType: '1', objectId: vehicleId }
  const short = (await ask(admin, 'getTrack', { ...object, ...times('2026-03-01 22:00:00', '2026-03-02 02:00:00') })).data
  expect([short.points.length, short.total]).toEqual([1440, 1440])
  const long = (await ask(admin, 'getTrack', { ...object, most: 100, ...times('2026-01-01 00:00:00', '2026-04-01 00:00:00') }))
    .data
  expect([long.points.length, long.total]).toEqual([100, 1440])
  expect([long.points[0], long.points.at(-1)]).toEqual([short.points[0], short.points.at(-1)])
  expect(long.points.some(({ isBreak }: { isBreak: boolean }) => isBreak)).toBe(false)
  const list = await ask(admin, 'getVehicleMileageList', {
    vehicleIds: [vehicleId],
    ...times('2026-03-01 00:00:00', '2026-03-31 00:00:00'),
  })
  const row = { vehicleId, plateNumber, mileageSource: 'odometer', unknownKm: 0, silences: [] }
  expect(list.data).toEqual([
    { ...row, day: '2026-03-01', mileage: 71.9 },
    { ...row, day: '2026-03-02', mileage: 72 },
  ])
})

test('a silence is told with its times and its straight line, and belongs to the day it ends in', async () => {
  const { deviceId, vehicleId } = await newVehicle()
  // 50 positions are 5.0 km; between them a quarter of an hour, and a night in which it went on.
  await store(deviceId, `${day} 08:00:00`, driving(10))
  await store(deviceId, `${day} 08:16:30`, driving(10, 59))
  await store(deviceId, `${day} 23:50:00`, standing(1, 68))
  await store(deviceId, '2026-02-03 00:30:00', driving(10, 168))
  const object = { objectType: '1', objectId: vehicleId }
  const straight = (steps: number) => expect.closeTo(steps * 0.09995, 2)
  const { data: detail } = await ask(admin, 'getDataByDrivingDetail', {
    ...object,
    ...times(`${day} 00:00:00`, '2026-02-03 23:59:59'),
  })
  expect(detail).toMatchObject({
    unknownKm: straight(150),
    silences: [
      {
        startTime: `${day} 08:01:30`,
        endTime: `${day} 08:16:30`,
        seconds: 900,
        km: straight(50),
        from: { position: '104.00934, 30.00000' },
        to: { position: '104.06124, 30.00000' },
      },
      { startTime: `${day} 23:50:00`, endTime: '2026-02-03 00:30:00', km: straight(100) },
    ],
  })
  const listOf = async (from: string, to: string) => {
    const { data } = await ask(admin, 'getVehicleMileageList', { vehicleIds: [vehicleId], ...times(from, to) })
    return data
  }
  const first = { day, unknownKm: straight(50), silences: [{ startTime: `${day} 08:01:30`, seconds: 900, km: straight(50) }] }
  const second = {
    day: '2026-02-03',
    unknownKm: straight(100),
    silences: [{ startTime: `${day} 23:50:00`, endTime: '2026-02-03 00:30:00', seconds: 2400, km: straight(100) }],
  }
  const bothDays = await listOf(`${day} 00:00:00`, '2026-02-03 12:00:00')
  expect(bothDays).toMatchObject([first, second])
  expect(bothDays).toHaveLength(2)
  expect(await listOf('2026-02-03 00:00:00', '2026-02-03 12:00:00')).toMatchObject([second])
})

test('a day that was computed before silences were kept is computed again when it is asked for, and by the job', async () => {
  const { deviceId, vehicleId } = await newVehicle()
  await store(deviceId, `${day} 08:00:00`, driving(10))
  await store(deviceId, `${day} 08:16:30`, driving(10, 59))
  const unknownKm = async () => {
    const { data } = await ask(admin, 'getVehicleMileageList', { vehicleIds: [vehicleId], ...times() })
    return data[0].unknownKm
  }
  const kept = async () =>
    (await server.db.owner.query('select silences from track_day where device_id = $1 and day = $2', [deviceId, day])).rows[0]
  const expected = { silences: [[expect.any(Number), expect.any(Number), expect.any(Number)]] }
  const found = await unknownKm()
  expect(found).toBeGreaterThan(4)
  const forget = () => server.db.owner.query('update track_day set silences = null where device_id = $1', [deviceId])
  await forget()
  expect(await unknownKm()).toBe(found)
  expect(await kept()).toEqual(expected)
  await forget()
  await workOutDays(server.db, Date.parse(`${day}T12:00:00+08:00`) + 86_400_000)
  expect(await kept()).toEqual(expected)
})

test('fixes are listed by pages, the first ones first, and read to the end without gaps', async () => {
  const { deviceId, vehicleId } = await newVehicle()
  await store(deviceId, `${day} 08:00:00`, driving(25))
  const asked = { objectType: '1', objectId: String(vehicleId), ...times(), size: '10' }
  const page = async (current: number) =>
    (await admin!('GET', `/admin/device/data/page?${new URLSearchParams({ ...asked, current: String(current) })}`)).data
  const { records, total } = await page(3)
  expect([records.length, total]).toEqual([5, 25])
  expect(records[0]).toMatchObject({ time: `${day} 08:03:20`, speed: 36, mileage: 102 })
  // As an export reads them: each page after the last fix of the previous one.
  const seen: number[] = []
  const owner: Viewer = {
    userId: 1,
    username: 'admin',
    tenantId: 1,
    deptId: 1,
    roleIds: [],
    permissions: new Set(),
    departments: null,
    platform: false,
    family: '',
    isLocked: false,
  }
  for (let after: Cursor | undefined; ; ) {
    const wanted = { objectType: '1' as const, objectId: vehicleId, ...times(), current: 1, size: 10, after }
    const found = await server.db.within(owner, (tx) => findVisibleFixes(tx, owner, wanted))
    seen.push(...found.records.map(({ mileage }) => mileage ?? 0))
    const last = found.records.at(-1)
    if (!last) break
    after = afterFix(last)
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => 100 + i / 10))
})

test('fixes of the same moments are on one page each', async () => {
  const { deviceId, vehicleId } = await newVehicle()
  await server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
     select 1, $1, timestamptz '${day} 08:00:00+08' + i % 4 * interval '1 second', 512, i, now(), 121000000 + i, 31000000, 0, 0, 0, 2, 0
     from generate_series(1, 31) i`,
    [deviceId],
  )
  const asked = { objectType: '1', objectId: String(vehicleId), ...times(), size: '3' }
  const places: number[] = []
  for (let current = 1; current <= 11; current++) {
    const { data } = await admin!('GET', `/admin/device/data/page?${new URLSearchParams({ ...asked, current: String(current) })}`)
    places.push(...data.records.map(({ lng }: { lng: number }) => Math.round((lng - 121) * 1e6)))
  }
  expect(places).toEqual(Array.from({ length: 31 }, (_, i) => i + 1).sort((a, b) => (a % 4) - (b % 4) || a - b))
})

test('fixes of many days are listed without counting finished days again', async () => {
  const { deviceId, vehicleId } = await newVehicle()
  const days = ['2026-02-02', '2026-02-03', '2026-02-04']
  for (const one of days) {
    await store(deviceId, `${one} 08:00:00`, driving(25))
    await store(deviceId, `${one} 09:00:00`, driving(3), '0')
  }
  // The last day is counted.
  for (const next of days.slice(1)) await workOutDays(server.db, Date.parse(`${next}T12:00:00+08:00`))
  const page = async (current: number) => {
    const asked = { objectType: '1', objectId: String(vehicleId), ...times('2026-02-02 08:00:30', '2026-02-05 00:00:00') }
    const query = new URLSearchParams({ ...asked, size: '10', current: String(current) })
    const { data } = await admin!('GET', `/admin/device/data/page?${query}`)
    return { total: data.total, times: data.records.map(({ time }: { time: string }) => time.slice(8)) }
  }
  const seconds = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => 10 * (from + i))
  const at = (dayOfMonth: string, from: number, to: number) =>
    seconds(from, to).map((s) => `${dayOfMonth} 08:0${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`)
  expect(await page(1)).toEqual({ total: 72, times: at('02', 3, 13) })
  expect(await page(3)).toEqual({ total: 72, times: [...at('02', 23, 25), ...at('03', 0, 8)] })
  expect(await page(6)).toEqual({ total: 72, times: at('04', 3, 13) })
  expect(await page(8)).toEqual({ total: 72, times: at('04', 23, 25) })
  expect(await page(9)).toEqual({ total: 72, times: [] })
  await server.db.owner.query('update track_day set reported = reported + 1 where device_id = $1', [deviceId])
  expect((await page(1)).total).toBe(73)
})

test('a finished day is computed once, and again when a position of it arrives late', async () => {
  const { deviceId, vehicleId } = await newVehicle()
  await store(deviceId, `${day} 08:00:00`, driving(10))
  const now = Date.parse(`${day}T12:00:00+08:00`) + 86_400_000
  await workOutDays(server.db, now)
  const kept = async () =>
    (await server.db.owner.query('select day, fixes, mileage from track_day where device_id = $1 and fixes > 0', [deviceId])).rows
  expect(await kept()).toEqual([{ day, fixes: 10, mileage: 900 }])
  const mileage = async () => {
    const { data } = await ask(admin, 'getVehicleMileageList', { vehicleIds: [vehicleId], ...times() })
    return data.map((one: { mileage: number }) => one.mileage)
  }
  expect(await mileage()).toEqual([0.9])

  const client = await server.db.owner.connect()
  await client.query('begin')
  const at = Date.parse(`${day}T08:01:40+08:00`)
  const locations = [place(at, { lat: 30, lng: 104.01038, additions: { mileageKm: 101, activeSafety: [], raw: [] } })]
  const report = { deviceId, messageId: 0x0200, serial: 1, receivedAt: Date.now(), locations, settle: () => undefined }
  await createPositionStore()(client, [report], () => false)
  // Until the position is committed the day is as it was; a result computed meanwhile is not stored.
  const meanwhile = mileage()
  await client.query('commit')
  client.release()
  expect([[0.9], [1]]).toContainEqual(await meanwhile)
  expect(await mileage()).toEqual([1])
  expect(await kept()).toEqual([{ day, fixes: 11, mileage: 1000 }])
})

test('a day is computed a minute after its end, with the positions that are being stored at that moment', async () => {
  const { deviceId } = await newVehicle()
  await store(deviceId, `${day} 08:00:00`, driving(10))
  const client = await server.db.owner.connect()
  await client.query('begin')
  const end = Date.parse(`${day}T00:00:00+08:00`) + 86_400_000
  const locations = [place(end - 5000, { lat: 30, lng: 104.01038, additions: { mileageKm: 101, activeSafety: [], raw: [] } })]
  vi.useFakeTimers({ toFake: ['Date'], now: end - 2000 })
  const report = { deviceId, messageId: 0x0200, serial: 1, receivedAt: end - 2000, locations, settle: () => undefined }
  await createPositionStore()(client, [report], () => false).finally(() => vi.useRealTimers())

  const computing = workOutDays(server.db, end + 61_000)
  const waiting = "select from pg_locks where locktype = 'advisory' and not granted"
  await vi.waitFor(async () => expect((await server.db.owner.query(waiting)).rowCount).toBeGreaterThan(0))
  await client.query('commit')
  client.release()
  await computing
  const kept = await server.db.owner.query('select fixes from track_day where device_id = $1 and day = $2', [deviceId, day])
  expect(kept.rows).toEqual([{ fixes: 11 }])
})
