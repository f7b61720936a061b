import { canType } from '@huanwei/contract/dictionaries/codes'
import { isOverLimit } from '@huanwei/contract/readings/rules'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentOf, timeText } from '../../lib/time.ts'
import { startLatest } from '../../position/latest/latest.ts'
import { startTestServer, whileAway } from '../../test-kit.ts'

type Call = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>['call']
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Call
let viewer: Call

beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.login('admin')).call
  viewer = (await server.login('viewer')).call
})
afterAll(() => server.close())

let count = 0
/** A toilet with a sensor on it for years, and the sensor's key. */
async function newToilet(dept = '一部') {
  const n = ++count
  const { rows } = await server.db.owner.query<{ id: number }>(
    `insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
     select 1, dept_id, '公厕' || $1::int, 'CODE' || $1::int, 'gc', '1', 104, 30 from sys_dept where tenant_id = 1 and name = $2 returning id`,
    [n, dept],
  )
  const facilityId = rows[0]!.id
  const added = await admin('POST', '/admin/device', {
    terminalNo: String(70_000_000 + n),
    protocol: 'http',
    objectType: '2',
    objectId: facilityId,
  })
  await server.db.owner.query(`update device_binding set started = '2020-01-01' where device_id = $1`, [added.data.id])
  const { data } = await admin('POST', `/admin/device/${added.data.id}/key`)
  return { facilityId, deviceId: Number(added.data.id), key: String(data.key), device: added.data }
}

const minute = 60_000
const timeAgo = (ms: number) => timeText(Date.now() - ms)

async function send(key: string | undefined, readings: object[] | undefined) {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const reply = await server.app.inject({ method: 'POST', url: '/open/device/readings', headers, payload: { readings } })
  return { status: reply.statusCode, ...reply.json() }
}

const stored = async (deviceId: number) =>
  (
    await server.db.owner.query(
      `select tenant_id, metric, channel, time::text, value from reading where device_id = $1 order by metric, channel, time`,
      [deviceId],
    )
  ).rows

const latest = async (call: Call, facilityId: number) => call('GET', `/admin/reading/latest?objectType=2&objectId=${facilityId}`)

const history = async (facilityId: number, from: string, to: string, rest = 'metric=ammonia') =>
  admin(
    'GET',
    `/admin/reading/history?${new URLSearchParams({ objectType: '2', objectId: String(facilityId), startTime: from, endTime: to })}&${rest}`,
  )

test('readings of impossible times are dropped, so that those beside them get through', async () => {
  const { deviceId, key } = await newToilet()
  const at = (time: string) => ({ metric: 'ammonia', value: 1, time })
  const times = ['9999', '2300', '1999', '0001'].map((year) => `${year}-06-01 12:00:00`)
  for (const sent of [times, [...times, '2020-01-02 00:00:00']])
    expect(await send(key, sent.map(at))).toMatchObject({ status: 200, data: true })
  expect((await stored(deviceId)).map(({ time }) => time)).toEqual(['2020-01-02 00:00:00+08'])
})

test('a sensor is entered on a facility, and its readings are stored before the reply', async () => {
  const { facilityId, deviceId, key, device } = await newToilet()
  expect(device).toMatchObject({ protocol: 'http', bound: true, objectType: '2', objectName: `公厕${count}` })
  const time = timeAgo(minute)
  const sent = [
    { metric: 'ammonia', value: 1.5, time },
    { metric: 'occupied', channel: 3, value: 1, time },
  ]
  expect(await send(key, sent)).toMatchObject({ status: 200, code: 0, data: true })
  expect(await stored(deviceId)).toEqual([
    { tenant_id: 1, metric: 'ammonia', channel: 0, time: `${time}+08`, value: 1.5 },
    { tenant_id: 1, metric: 'occupied', channel: 3, time: `${time}+08`, value: 1 },
  ])
  expect(await send(key, sent)).toMatchObject({ status: 200 })
  expect(await stored(deviceId)).toHaveLength(2)
  expect((await latest(viewer, facilityId)).data).toEqual([
    { channel: 0, ...sent[0], measured: 1.5, limit: null },
    { ...sent[1], measured: 1, limit: null },
  ])
  expect((await admin('GET', `/admin/device/${deviceId}`)).data).not.toHaveProperty('keyHash')

  const shown = { ammonia: { value: 1.5, time: momentOf(time) }, 'occupied.3': { value: 1, time: momentOf(time) } }
  await expect.poll(() => server.latest.facilities.of(1).get(facilityId)?.live.readings).toEqual(shown)
  const restarted = await startLatest({ ...server, log: server.app.log })
  expect(restarted.facilities.of(1).get(facilityId)?.live.readings).toEqual(shown)
  await restarted.close()
})

test('invalid readings are refused with a message', async () => {
  const { deviceId, key } = await newToilet()
  const time = timeAgo(minute)
  expect(await send(undefined, [{ metric: 'ammonia', value: 1, time }])).toMatchObject({ status: 401, msg: '设备密钥无效' })
  expect(await send('guessed', [{ metric: 'ammonia', value: 1, time }])).toMatchObject({ status: 401 })
  for (const bad of [
    undefined,
    [],
    [{ metric: 'noise', value: 1, time }],
    [{ metric: 'ammonia', value: 1, time: '2026-02-31 00:00:00' }],
    [{ metric: 'ammonia', value: 'much', time }],
  ])
    expect(await send(key, bad)).toMatchObject({ status: 400 })
  for (const impossible of [
    { metric: 'ammonia', value: -1, time },
    { metric: 'fill', value: 101, time },
    { metric: 'occupied', value: 0.5, time },
  ])
    expect(await send(key, [impossible])).toMatchObject({ status: 400, msg: '参数错误: 该指标没有这样的数值' })
  expect(await stored(deviceId)).toEqual([])

  const { data } = await admin('POST', `/admin/device/${deviceId}/key`)
  expect(await send(key, [{ metric: 'ammonia', value: 1, time }])).toMatchObject({ status: 401 })
  expect(await send(data.key, [{ metric: 'ammonia', value: 1, time }])).toMatchObject({ status: 200 })

  await admin('PUT', '/admin/device', { id: deviceId, objectId: null })
  expect(await send(data.key, [{ metric: 'ammonia', value: 2, time }])).toMatchObject({
    status: 409,
    msg: '设备没有绑定对象，读数没有保存',
  })
})

test('a history begins before it ends, and is no longer than 1 999 days', async () => {
  const { facilityId } = await newToilet()
  const [first, last] = ['2020-01-01 00:00:00', '2025-06-22 00:00:00']
  expect(await history(facilityId, first, last)).toMatchObject({ code: 0, data: { seconds: 86_400 } })
  expect(await history(facilityId, first, '2025-06-22 00:00:01')).toMatchObject({
    status: 400,
    msg: expect.stringContaining('1999'),
  })
  expect(await history(facilityId, first, first)).toMatchObject({ code: 0, data: { seconds: 1 } })
  expect(await history(facilityId, last, first)).toMatchObject({ status: 400 })
})

test('a clock that runs ahead says nothing about now', async () => {
  const { facilityId, deviceId, key } = await newToilet()
  await send(key, [{ metric: 'fill', value: 10, time: timeAgo(minute) }])
  await send(key, [{ metric: 'fill', value: 90, time: timeAgo(-30 * minute) }])
  expect(await stored(deviceId)).toHaveLength(2)
  expect((await latest(admin, facilityId)).data).toMatchObject([{ value: 10 }])
})

test('while the database is unreachable a sensor is asked to send again, and the resent readings are stored once', async () => {
  const { deviceId, key } = await newToilet()
  const sent = [{ metric: 'ammonia', value: 1, time: timeAgo(minute) }]
  await whileAway(server.url, async () => {
    expect(await send(key, sent)).toMatchObject({ status: 503, msg: '暂时无法访问数据，请稍后重试' })
  })
  for (let n = 0; n < 2; n++) expect(await send(key, sent)).toMatchObject({ status: 200 })
  expect(await stored(deviceId)).toHaveLength(1)
})

test('a sensor that calls too often has to wait, the others do not', async () => {
  const [one, other] = [await newToilet(), await newToilet()]
  const reading = [{ metric: 'battery', value: 50, time: timeAgo(minute) }]
  const replies = await Promise.all(Array.from({ length: 320 }, () => send(one.key, reading)))
  expect(replies.some(({ status }) => status === 429)).toBe(true)
  expect(await send(other.key, reading)).toMatchObject({ status: 200 })
})

test('a long history is thinned for the chart, with its extremes, a short one is exact', async () => {
  const { facilityId, deviceId, key } = await newToilet()
  await server.db.owner.query(
    `insert into reading (tenant_id, device_id, metric, channel, time, value, received)
     select 1, $1, 'ammonia', 0, at, case when at = '2026-01-05 12:34:00+08' then 40 else 1 end, at
     from generate_series('2026-01-05 00:00:00+08'::timestamptz, '2026-01-11 23:59:00+08', '1 minute') at`,
    [deviceId],
  )
  const week = (await history(facilityId, '2026-01-05 00:00:00', '2026-01-11 23:59:59')).data
  expect(week.seconds).toBe(600)
  expect(week.points).toHaveLength(1008)
  expect(week.points.filter(({ max }: { max: number }) => max === 40)).toEqual([
    { time: '2026-01-05 12:30:00', min: 1, avg: 4.9, max: 40, measured: 4.9, count: 10 },
  ])
  const hour = (await history(facilityId, '2026-01-05 12:30:00', '2026-01-05 12:40:00')).data
  expect(hour.seconds).toBe(1)
  expect(hour.points).toHaveLength(11)
  expect(hour.points[4]).toEqual({ time: '2026-01-05 12:34:00', min: 40, avg: 40, max: 40, measured: 40, count: 1 })
  expect(
    (await history(facilityId, '2026-01-05 00:00:00', '2026-01-05 23:59:59', 'metric=ammonia&channel=1')).data.points,
  ).toEqual([])
  expect((await history(facilityId, '2026-01-06 00:00:00', '2026-01-05 00:00:00')).status).toBe(400)
  expect((await history(facilityId, '2010-01-01 00:00:00', '2026-01-05 00:00:00')).status).toBe(400)
  expect(await send(key, [{ metric: 'ammonia', value: 1, time: '2026-01-05 12:34:00' }])).toMatchObject({ status: 200 })
  expect((await history(facilityId, '2026-01-05 12:34:00', '2026-01-05 12:34:00')).data.points).toMatchObject([{ max: 40 }])
})

test('readings of an object out of scope are not visible', async () => {
  const { facilityId } = await newToilet('二部')
  expect((await latest(viewer, facilityId)).status).toBe(404)
  const { call } = await server.login('admin', 2)
  expect((await latest(call, facilityId)).status).toBe(404)
})

test('any order, any division into calls and any repetition store the same', async () => {
  const day = Date.parse('2026-03-01T00:00:00+08:00')
  const reading = fc.record({
    metric: fc.constantFrom('ammonia', 'fill', 'occupied'),
    channel: fc.integer({ min: 0, max: 1 }),
    value: fc.integer({ min: 0, max: 1 }),
    time: fc.integer({ min: 0, max: 5 }).map((n) => timeText(day + n * 60 * minute)),
  })
  const plan = fc
    .array(reading, { minLength: 1, maxLength: 20 })
    .chain((readings) =>
      fc.tuple(
        fc.constant(readings),
        fc.shuffledSubarray([...readings, ...readings], { minLength: readings.length, maxLength: 2 * readings.length }),
        fc.integer({ min: 1, max: 7 }),
      ),
    )
  await fc.assert(
    fc.asyncProperty(plan, async ([readings, shuffled, size]) => {
      const [one, other] = [await newToilet(), await newToilet()]
      await send(one.key, readings)
      const all = [...shuffled, ...readings.toReversed()]
      const parts = Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
      await Promise.all(parts.map((part) => send(other.key, part)))
      expect(await stored(other.deviceId)).toEqual(await stored(one.deviceId))
      const newest = (await Promise.all([one, other].map(({ facilityId }) => latest(admin, facilityId)))).map(({ data }) => data)
      expect(newest[1]).toEqual(newest[0])
    }),
    { numRuns: 15 },
  )
})

test('sensors that wait do not keep the people at their address from the log-in page', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 206 }, () => server.app.inTurn('address 127.0.0.1 devices', () => gate))
  expect((await send('unknown', [{ metric: 'ammonia', value: 1, time: timeAgo(minute) }])).status).toBe(429)
  expect((await server.app.inject('/open/site')).statusCode).toBe(200)
  open()
  await Promise.all(waiting)
})

test('a reading comes with the lowest limit of the rules that watch its facility now', async () => {
  const { facilityId, key } = await newToilet()
  const other = await newToilet('二部')
  const sent = { metric: 'ammonia', value: 4, time: timeAgo(minute) }
  await send(key, [sent, { ...sent, metric: 'humidity' }])
  await send(other.key, [sent])
  const add = async (above: number, more: object) => {
    const rule = { name: `限值 ${above}`, condition: { kind: 'reading', metric: 'ammonia', above }, enabled: true, ...more }
    expect(await admin('POST', '/admin/sysfacilitymonitoringrule', rule)).toMatchObject({ status: 200 })
  }
  const limits = async (id: number) =>
    (await latest(admin, id)).data.map(({ metric, limit }: { metric: string; limit: number | null }) => [metric, limit])
  // Hours of a day that is not today, by whatever clock.
  const weekday = ((new Date().getUTCDay() + 2) % 7) + 1
  await add(1, { enabled: false })
  await add(2, { hours: [{ start: '00:00', end: '24:00', weekdays: [weekday] }] })
  await add(3, { objectIds: [other.facilityId] })
  await add(8, { objectIds: [facilityId] })
  await add(9, {})
  expect(await limits(facilityId)).toEqual([
    ['ammonia', 8],
    ['humidity', null],
  ])
  expect(await limits(other.facilityId)).toEqual([['ammonia', 3]])
})

test('a can has the fill from which it is overfull as its limit, or the lower one of a rule', async () => {
  const { facilityId, key } = await newToilet()
  await send(key, [{ metric: 'fill', value: 80, time: timeAgo(minute) }])
  const limit = async () => (await latest(viewer, facilityId)).data[0].limit
  expect(await limit()).toBeNull()
  await server.db.owner.query('update facility set facility_type = $1 where id = $2', [canType, facilityId])
  expect(await limit()).toBe(80)
  const rule = { name: '满溢', condition: { kind: 'overflow', above: 60 }, objectIds: [facilityId], enabled: true }
  await admin('POST', '/admin/sysfacilitymonitoringrule', rule)
  expect(await limit()).toBe(60)
})

test('a value is over its limit above it, a fill level from it on', () => {
  expect([isOverLimit('ammonia', 5, 5), isOverLimit('ammonia', 5.1, 5), isOverLimit('ammonia', 9, null)]).toEqual([
    false,
    true,
    false,
  ])
  expect([isOverLimit('fill', 79, 80), isOverLimit('fill', 80, 80)]).toEqual([false, true])
})

test('the scale of a truck tells at which facility it weighed: a weight there, kept with the vehicle', async () => {
  const { owner } = server.db
  const dept = `(select dept_id from sys_dept where tenant_id = 1 and name = '一部')`
  const place = async (tenantId: number, code: string) =>
    (
      await owner.query(
        `insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
         values ($1, (select min(dept_id) from sys_dept where tenant_id = $1), $2, $2, 'x', 'restaurant', 104, 30) returning id`,
        [tenantId, code],
      )
    ).rows[0].id
  const [own, foreign] = [await place(1, 'OWN'), await place(2, 'FOREIGN')]
  const added = await admin('POST', '/admin/vehicle', {
    plateNumber: '川A8K001',
    vehicleType: '8',
    deptId: (await owner.query(`select ${dept} as id`)).rows[0].id,
  })
  const vehicleId = added.data.id
  const truck = await admin('POST', '/admin/device', { terminalNo: '139000777', objectType: '1', objectId: vehicleId })
  await owner.query(`update device_binding set started = '2020-01-01' where device_id = $1`, [truck.data.id])
  const { key } = (await admin('POST', `/admin/device/${truck.data.id}/key`)).data
  const weight = (seconds: number, value: number, facilityCode?: string) => ({
    metric: 'weight',
    value,
    time: timeAgo(seconds * 1000),
    ...(facilityCode && { facilityCode }),
  })
  const sent = [weight(300, 42.5, 'OWN'), weight(200, 30, 'OWN'), weight(100, 7, 'FOREIGN'), weight(50, 8, 'NONE'), weight(40, 9)]
  for (let again = 0; again < 2; again++) expect(await send(key, sent)).toMatchObject({ status: 200, data: true })
  const { rows } = await owner.query(
    'select value, facility_id as facility, vehicle_id as vehicle from reading where device_id = $1 order by time',
    [truck.data.id],
  )
  const nowhere = { facility: null, vehicle: null }
  expect(rows).toEqual([
    { value: 42.5, facility: own, vehicle: vehicleId },
    { value: 30, facility: own, vehicle: vehicleId },
    ...[7, 8, 9].map((value) => ({ value, ...nowhere })),
  ])
  expect(foreign).not.toBe(own)

  expect((await latest(admin, own)).data).toEqual([
    { metric: 'weight', channel: 0, value: 30, measured: 30, time: sent[1]!.time, limit: null },
  ])
  const { data } = await history(own, timeAgo(600_000), timeAgo(0), 'metric=weight')
  expect(data.points.map(({ avg, count }: { avg: number; count: number }) => avg * count)).toEqual([42.5, 30])

  const { facilityId, key: ofToilet, deviceId } = await newToilet()
  expect(await send(ofToilet, [weight(20, 5, 'OWN')])).toMatchObject({ status: 200 })
  expect(await stored(deviceId)).toHaveLength(1)
  expect((await history(own, timeAgo(600_000), timeAgo(0), 'metric=weight')).data.points).toHaveLength(2)
  expect(facilityId).not.toBe(own)
})
