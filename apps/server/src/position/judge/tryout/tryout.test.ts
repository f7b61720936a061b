import { request } from 'node:http'
import { ObjectType } from '@huanwei/contract/objects'
import type { Permission } from '@huanwei/contract/permissions'
import type { Condition } from '@huanwei/contract/rules/endpoints'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { momentOf, timeText } from '../../../lib/time.ts'
import { addFacility, addVehicle, startTestServer } from '../../../test-kit.ts'
import type { Measurement } from '../../report.ts'
import { createRig, place } from '../../store/recorder.test-kit.ts'
import { tryRule } from './tryout.ts'

const second = 1000
const all = { userId: 1, tenantId: 1, departments: null }
const viewer = {
  ...all,
  username: '',
  deptId: 1,
  roleIds: [],
  permissions: new Set<Permission>(),
  platform: false,
  family: '',
  isLocked: false,
}

const whole = {
  objectType: ObjectType.vehicle,
  objectIds: [],
  deptIds: [],
  hours: [],
  shiftIds: [],
  calendar: false,
  minDuration: 0,
  cooldown: 0,
  instead: {},
}

test('a try-out gives the violations that the engine raised from the same reports', async () => {
  const rig = await createRig()
  const wide = { minDuration: 60, cooldown: 120 }
  const conditions: [Condition, { minDuration?: number; cooldown?: number }][] = [
    [{ kind: 'speeding', limit: 60 }, wide],
    [{ kind: 'speeding', limit: 75 }, {}],
    [{ kind: 'offline', after: 300 }, {}],
    [{ kind: 'terminalAlarm', bit: 1 }, { cooldown: 600 }],
  ]
  const ruleIds: number[] = []
  for (const [condition, more] of conditions) ruleIds.push(await rig.addRule(condition, more))
  const vehicles = [await rig.addVehicle('一部', '30 days'), await rig.addVehicle('二部', '30 days')]
  let now = Math.floor(Date.now() / second) * second
  const recorder = await rig.start(() => now)
  for (const [v, { deviceId }] of vehicles.entries()) {
    const reports = Array.from({ length: 400 }, (_, i) => i)
      // Silent now and then, for more than five minutes.
      .filter((i) => (i + v) % 60 > 14)
      .map((i) => place(now - (400 - i) * 30 * second, { speed: 40 + ((i * 7 + v * 13) % 50), alarm: i % 17 < 5 ? 2 : 0 }))
    for (let at = 0; at < reports.length; at += 50) await recorder.send(rig.report(deviceId, reports.slice(at, at + 50)))
  }
  // No further reports: both terminals are silent at the end.
  now += 900 * second
  const inForce = () => rig.query('select 1 from violation_event where rule_id = $1 and end_time is null', [ruleIds[2]])
  await vi.waitFor(async () => expect(await inForce()).toHaveLength(2), { timeout: 60_000 })
  await recorder.close()

  for (const [i, [condition, { minDuration = 0, cooldown = 0 }]] of conditions.entries()) {
    const tried = await tryRule(rig.db, viewer, { ...whole, condition, minDuration, cooldown }, now)
    const stored = await rig.query(
      `select object_id as "objectId", object_name as "objectName", to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as "startTime",
         to_char(end_time, 'YYYY-MM-DD HH24:MI:SS') as "endTime", lng, lat, peak
       from violation_event where rule_id = $1 order by create_time desc, object_id`,
      [ruleIds[i]],
    )
    expect(stored.length).toBeGreaterThan(1)
    const order = (a: { startTime: string; objectId: number }, b: { startTime: string; objectId: number }) =>
      b.startTime.localeCompare(a.startTime) || a.objectId - b.objectId
    const events = tried.events.toSorted(order).map(({ seconds: _, met: __, ...event }) => event)
    expect(events).toEqual(stored)
    // Each meets at least itself, on which nobody has decided.
    expect(tried).toMatchObject({
      objects: 2,
      lookedAt: 2,
      total: stored.length,
      met: { real: 0, false: 0, pending: stored.length },
    })
    expect(tried.days.reduce((sum, { count }) => sum + count, 0)).toBe(stored.length)
  }
  await rig.close()
})

type Rig = Awaited<ReturnType<typeof createRig>>
type Measure = (minutesAgo: number, metric: Measurement['metric'], value: number, channel?: number) => Measurement
/** Readings of sensors at two facilities: the rule covers the first; the second is not concerned. */
const sensed: {
  what: string
  condition: Condition
  minDuration?: number
  measured: (at: Measure) => Measurement[]
  events: number[]
}[] = [
  {
    what: 'ammonia over a threshold, gone between, at its worst of all sensors',
    condition: { kind: 'reading', metric: 'ammonia', above: 20 },
    measured: (at) => [
      at(90, 'ammonia', 10),
      at(80, 'ammonia', 25),
      at(75, 'ammonia', 40, 1),
      at(70, 'ammonia', 5),
      at(20, 'ammonia', 21),
    ],
    events: [-80, -20],
  },
  {
    what: 'hydrogen sulphide, of which other gases say nothing',
    condition: { kind: 'reading', metric: 'hydrogenSulphide', above: 3 },
    measured: (at) => [at(60, 'hydrogenSulphide', 4), at(50, 'ammonia', 90), at(40, 'hydrogenSulphide', 3)],
    events: [-60],
  },
  {
    what: 'heat that lasts',
    condition: { kind: 'reading', metric: 'temperature', above: 35 },
    minDuration: 900,
    measured: (at) => [
      at(70, 'temperature', 36),
      at(65, 'temperature', 30),
      at(50, 'temperature', 36),
      at(30, 'temperature', 37),
    ],
    events: [-50],
  },
  {
    what: 'humidity that is never over it',
    condition: { kind: 'reading', metric: 'humidity', above: 90 },
    measured: (at) => [at(60, 'humidity', 90), at(30, 'humidity', 89)],
    events: [],
  },
  {
    what: 'a can that is full, emptied, and full again',
    condition: { kind: 'overflow', above: 80 },
    measured: (at) => [at(100, 'fill', 70), at(90, 'fill', 85), at(60, 'fill', 5), at(10, 'fill', 95)],
    events: [-90, -10],
  },
  {
    what: 'too many people within an hour, counted at two doors',
    condition: { kind: 'flow', perHour: 100 },
    measured: (at) => [at(110, 'peopleIn', 90), at(45, 'peopleIn', 60), at(30, 'peopleIn', 50, 1), at(5, 'peopleIn', 1)],
    events: [-30],
  },
  {
    what: 'a silence, whatever else is measured before and after',
    condition: { kind: 'offline', after: 1800 },
    measured: (at) => [at(100, 'water', 1), at(60, 'fill', 5), at(40, 'ammonia', 1), at(1, 'power', 1)],
    events: [-100, -40],
  },
]

describe('a rule of facilities', () => {
  let rig: Rig
  let numbers = 13_700_000_000
  beforeAll(async () => {
    rig = await createRig()
  })
  afterAll(() => rig.close())

  test.each(sensed)(
    '$what: a try-out equals the result of the engine',
    async ({ condition, minDuration = 0, measured, events }) => {
      const objectType = ObjectType.facility
      const terminalNo = String(numbers++)
      const place = await addFacility(rig.db, { name: terminalNo, terminalNo })
      const ruleId = await rig.addRule(condition, { objectType, objectIds: [place.facilityId], minDuration })
      const now = Math.floor(Date.now() / second) * second
      const recorder = await rig.start(() => now)
      const readings = measured((minutesAgo, metric, value, channel = 0) => ({
        metric,
        channel,
        time: now - minutesAgo * 60 * second,
        value,
      }))
      // Late and in any order.
      for (const one of readings.toReversed())
        await recorder.measure({ deviceId: place.deviceId, receivedAt: now, readings: [one] })
      await recorder.close()

      const rule = { ...whole, objectType, objectIds: [place.facilityId], condition, minDuration }
      const tried = await tryRule(rig.db, viewer, rule, now)
      const start = ({ startTime }: { startTime: string }) => (momentOf(startTime) - now) / 60_000
      expect(tried.events.map(start).toReversed()).toEqual(events)
      const stored = (await rig.events(place.deviceId)).filter(({ rule_id }) => rule_id === ruleId)
      expect(tried.events.toReversed().map(({ startTime, peak, lng }) => ({ start: momentOf(startTime), peak, lng }))).toEqual(
        stored.map(({ start, peak, lng }) => ({ start, peak, lng })),
      )
      expect(tried).toMatchObject({ objects: 1, lookedAt: 1, total: events.length })
    },
  )
})

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let mine: Awaited<ReturnType<typeof addVehicle>>
let other: Awaited<ReturnType<typeof addVehicle>>
const path = '/admin/vehicleMonitoringRule/getTryout'
const rule = { name: '超速', condition: { kind: 'speeding', limit: 60 } }
const at = Math.floor(Date.now() / second) * second - 3_600_000

beforeAll(async () => {
  server = await startTestServer()
  await server.db.owner.query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id)
     select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
     where r.tenant_id = 1 and m.tenant_id = 1 and r.role_code = 'ROLE_HANDLER' and m.permission = 'admin_vehiclemonitoringrule_add'`,
  )
  admin = await server.login('admin')
  mine = await addVehicle(server.db)
  other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  for (const { deviceId } of [mine, other])
    for (const [n, speed] of [80, 95, 30, 90, 20].entries())
      await server.db.owner.query(
        `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
         values (1, $1, to_timestamp($2), 512, $3, to_timestamp($2), 104065710, 30657120, $4, 0, 500, 3, 0)`,
        [deviceId, at / second + n * 60, n, speed * 10],
      )
  await server.db.owner.query(
    `insert into violation_event (tenant_id, create_time, end_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
       dept_id, dept_name, violation_event, severity, position, execute_action, alarm_type)
     values (1, to_timestamp($1), to_timestamp($1 + 30), to_timestamp($1), 9, $2, '1', $3, 'x', 'x', $4, 'x', '疲劳', 'alarm', '', '', 0)`,
    [at / second + 10, mine.deviceId, mine.vehicleId, mine.deptId],
  )
})
afterAll(() => server.close())

test('a try-out returns number, times, places, objects and verdicts, in the scope of the viewer', async () => {
  const { data } = await admin.call('POST', path, rule)
  expect(data).toMatchObject({
    objects: 2,
    lookedAt: 2,
    total: 4,
    endTime: expect.any(String),
    met: { real: 1, false: 0, pending: 0 },
    longest: { seconds: 120, startTime: timeText(at), peak: 95, lng: 104.06571, lat: 30.65712 },
    most: [
      { objectId: mine.vehicleId, objectName: '川A00001', count: 2 },
      { objectId: other.vehicleId, objectName: '川A00002', count: 2 },
    ],
  })
  expect(data.days).toHaveLength(7)
  expect(data.days.at(-1).day).toBe(data.endTime.slice(0, 10))
  expect(momentOf(data.events[0].startTime)).toBe(at + 180 * second)
  expect(data.events.filter(({ met }: { met: unknown }) => met)).toMatchObject([
    { objectId: mine.vehicleId, startTime: timeText(at), met: { violationEvent: '疲劳', alarmType: 0 } },
  ])

  const handler = await server.login('handler')
  const own = await handler.call('POST', path, { ...rule, deptIds: [mine.deptId] })
  expect(own.data).toMatchObject({ objects: 1, total: 2, most: [{ objectId: mine.vehicleId }] })
  expect((await handler.call('POST', path, { ...rule, objectIds: [other.vehicleId] })).status).toBe(404)
  expect((await handler.call('POST', path, { ...rule, deptIds: [other.deptId] })).status).toBe(404)
  expect((await (await server.login('viewer')).call('POST', path, rule)).status).toBe(403)
})

test('one try-out at a time for each person; an aborted request ends it', async () => {
  const waiting = async () =>
    (await server.db.owner.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount
  const held = await server.db.owner.connect()
  await held.query('begin; lock table violation_event in access exclusive mode')
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${admin.token.access_token}`, 'content-type': 'application/json' }
  const asked = request(`${address}${path}`, { method: 'POST', headers })
  asked.on('error', () => undefined)
  asked.end(JSON.stringify(rule))
  await expect.poll(waiting).toBe(1)
  expect(await admin.call('POST', path, rule)).toMatchObject({
    status: 409,
    msg: expect.stringMatching(/^您在 \d{4}-.* 开始的试运行还在进行/),
  })
  asked.destroy()
  // Once the request is aborted the same person may try again; the statement without a reader keeps waiting.
  const both = vi.waitUntil(async () => (await waiting()) === 2, { timeout: 30_000, interval: 100 })
  let again = admin.call('POST', path, rule)
  while ((await Promise.race([again, both.then(() => ({ status: 0 }))])).status === 409) again = admin.call('POST', path, rule)
  await held.query('rollback')
  held.release()
  expect((await again).data.total).toBe(4)
})

test('out of time it says how far it came', async () => {
  let pieces = 0
  const rule = { ...whole, condition: { kind: 'speeding' as const, limit: 60 } }
  const tried = await tryRule(server.db, viewer, rule, Date.now(), () => pieces++ >= 1)
  expect(tried).toMatchObject({ objects: 2, lookedAt: 1, total: 2 })
})

test('a rule is tried with an area and a shift as they would be', async () => {
  const at30 = (lng: number) => ({ kind: 'circle' as const, centre: [lng, 30.65712], radius: 500 })
  const { data: area } = await admin.call('POST', '/admin/area', { name: '院内', deptId: mine.deptId, shape: at30(104.06571) })
  const clock = (ms: number) => timeText(ms).slice(11, 16)
  const hours = { name: '此时', start: clock(at - 60 * second), end: clock(at + 600 * second), weekdays: [1, 2, 3, 4, 5, 6, 7] }
  const { data: shift } = await admin.call('POST', '/admin/shift', hours)
  const condition = { kind: 'outOfArea', areaIds: [area.id] }
  const tryWith = async (instead?: object) =>
    (await admin.call('POST', path, { name: '驶离', condition, shiftIds: [shift.id], instead })).data.total
  expect(await tryWith()).toBe(0)
  const moved = { id: area.id, shape: at30(104.2) }
  expect(await tryWith({ area: moved })).toBe(2)
  expect(await tryWith({ area: { ...moved, id: area.id + 1 } })).toBe(0)
  expect(
    await tryWith({ area: moved, shift: { ...shift, start: clock(at + 660 * second), end: clock(at + 720 * second) } }),
  ).toBe(0)
})

test('a rule by own areas is tried on each object with those of its department, and with an area as it would be', async () => {
  const at30 = (lng: number) => ({ kind: 'circle' as const, centre: [lng, 30.65712] as [number, number], radius: 500 })
  await server.db.owner.query('delete from area')
  const add = async (deptId: number, lng: number) =>
    (await admin.call('POST', '/admin/area', { name: '作业区', deptId, shape: at30(lng) })).data.id
  const here = await add(mine.deptId, 104.06571)
  await add(other.deptId, 104.2)
  const condition = { kind: 'outOfArea', ownAreas: true }
  const tryWith = async (instead?: object) => (await admin.call('POST', path, { name: '驶离', condition, instead })).data
  expect(await tryWith()).toMatchObject({ objects: 2, total: 1, most: [{ objectId: other.vehicleId }] })
  expect(await tryWith({ area: { id: here, shape: at30(104.2) } })).toMatchObject({ total: 2 })
  // One department has no area any more, the other both.
  expect(await tryWith({ area: { id: here, shape: at30(104.06571), deptId: other.deptId } })).toMatchObject({ total: 0 })
  await server.db.owner.query('delete from area')
})

test('reports of a terminal count for the vehicle it was bound to then, and for no other', async () => {
  const query = (text: string, values: unknown[]) => server.db.owner.query(text, values)
  const next = await addVehicle(server.db, { plateNumber: '川A00003', terminalNo: '13900000003' })
  await addVehicle(server.db, { plateNumber: '川A00004', terminalNo: '13900000004' })
  // The terminal of the first moves on between its two times at speed, within the second of them.
  const movedAt = at + 200 * second
  await query('delete from device_binding where device_id = $1', [next.deviceId])
  await query('update device_binding set ended = to_timestamp($2) where device_id = $1', [mine.deviceId, movedAt / second])
  await query(
    `insert into device_binding (tenant_id, device_id, object_type, object_id, started) values (1, $1, '1', $2, to_timestamp($3))`,
    [mine.deviceId, next.vehicleId, movedAt / second],
  )
  const rule = { ...whole, condition: { kind: 'speeding' as const, limit: 60 } }
  const { objects, lookedAt, events } = await tryRule(server.db, viewer, rule, Date.now())
  const outcomeOf = (id: number) =>
    events
      .filter(({ objectId }) => objectId === id)
      .map(({ startTime, seconds }) => ({ start: (momentOf(startTime) - at) / second, seconds }))
      .toReversed()
  expect({ objects, lookedAt }).toEqual({ objects: 4, lookedAt: 4 })
  expect(outcomeOf(other.vehicleId)).toEqual([
    { start: 0, seconds: 120 },
    { start: 180, seconds: 60 },
  ])
  expect(outcomeOf(mine.vehicleId)).toEqual([
    { start: 0, seconds: 120 },
    { start: 180, seconds: 20 },
  ])
  expect(outcomeOf(next.vehicleId)).toEqual([])
})
