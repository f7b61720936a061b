import { ObjectType } from '@huanwei/contract/objects'
import { expect, test, vi } from 'vitest'
import { dayText } from '../../lib/time.ts'
import { addFacility } from '../../test-kit.ts'
import type { Measurement } from '../report.ts'
import { fast, place, speeding, useRig } from './recorder.test-kit.ts'

const now = Math.floor(Date.now() / 1000) * 1000
const minute = 60_000
const rig = await useRig()

const ammonia = (minutesAgo: number, value: number): Measurement => ({
  metric: 'ammonia',
  channel: 0,
  time: now - minutesAgo * minute,
  value,
})
const people = (minutesAgo: number, value: number): Measurement => ({ ...ammonia(minutesAgo, value), metric: 'peopleIn' })
const spans = async (deviceId: number) =>
  (await rig.events(deviceId)).map(({ rule_id, start, end, measure, limit, peak }) => ({
    ruleId: rule_id,
    start: (start - now) / minute,
    end: end === null ? null : (end - now) / minute,
    measure,
    limit,
    peak,
  }))

/** A badge of a person of 一部. */
async function addBadge() {
  const [deviceId] = await rig.addTerminals(1)
  const [user] = await rig.query(
    `insert into sys_user (tenant_id, username, name, password, dept_id)
     select 1, 'badge' || $1::int, '王芳', '', dept_id from sys_dept where tenant_id = 1 and name = '一部' returning user_id`,
    [deviceId],
  )
  await rig.query(`update device set tenant_id = 1, object_type = '0', object_id = $2 where id = $1`, [deviceId, user.user_id])
  return { deviceId: deviceId!, userId: Number(user.user_id) }
}

test('readings give violations of their facility, in any order and with any repetition', async () => {
  const { deviceId, facilityId } = await addFacility(rig.db)
  const objectType = ObjectType.facility
  const smell = await rig.addRule({ kind: 'reading', metric: 'ammonia', above: 20 }, { objectType, objectIds: [facilityId] })
  const crowd = await rig.addRule({ kind: 'flow', perHour: 100 }, { objectType })
  let recorder = await rig.start(() => now)
  const measure = (...readings: Measurement[]) => recorder.measure({ deviceId, receivedAt: now, readings })
  expect(await measure(ammonia(50, 5), ammonia(40, 30), people(40, 70))).toBe('stored')
  await measure(ammonia(20, 50), people(20, 60))
  expect(await spans(deviceId)).toEqual([
    { ruleId: smell, start: -40, end: null, measure: 'ammonia', limit: 20, peak: 30 },
    { ruleId: crowd, start: -20, end: null, measure: 'peopleIn', limit: 100, peak: 130 },
  ])
  const [event] = await rig.events(deviceId)
  expect(event).toMatchObject({
    object_type: '2',
    object_id: facilityId,
    object_name: '乙路公共厕所',
    object_type_value: '1',
    lng: 104.07,
  })

  // Late: the smell was gone for a while. Then all again, to a process that has just started.
  await measure(ammonia(30, 10))
  const expected = [
    { ruleId: smell, start: -40, end: -30, measure: 'ammonia', limit: 20, peak: 30 },
    { ruleId: smell, start: -20, end: null, measure: 'ammonia', limit: 20, peak: 50 },
    { ruleId: crowd, start: -20, end: null, measure: 'peopleIn', limit: 100, peak: 130 },
  ]
  expect(await spans(deviceId)).toEqual(expected)
  await recorder.close()
  recorder = await rig.start(() => now)
  await measure(people(40, 70), ammonia(20, 50), ammonia(40, 30))
  await measure(people(20, 60), people(0, 10))
  expect(await spans(deviceId)).toEqual(expected.map((one) => (one.ruleId === crowd ? { ...one, peak: 140 } : one)))
})

test('a silent sensor is an event of its facility by the clock', async () => {
  const { deviceId, facilityId } = await addFacility(rig.db, { name: '丙路公共厕所', terminalNo: '13900000005' })
  const rule = await rig.addRule({ kind: 'offline', after: 600 }, { objectType: ObjectType.facility, objectIds: [facilityId] })
  let clock = now
  const recorder = await rig.start(() => clock)
  await recorder.measure({ deviceId, receivedAt: now, readings: [ammonia(0, 5)] })
  clock = now + 11 * minute
  await vi.waitFor(async () =>
    expect(await spans(deviceId)).toEqual([{ ruleId: rule, start: 0, end: null, measure: null, limit: 600, peak: null }]),
  )
})

test('a badge tells of its person: the SOS, an empty battery, too long in one place', async () => {
  const { deviceId, userId } = await addBadge()
  const about = { objectType: ObjectType.person, objectIds: [userId] }
  const sos = await rig.addRule({ kind: 'sos' }, about)
  const battery = await rig.addRule({ kind: 'lowBattery', below: 20 }, about)
  const staying = await rig.addRule({ kind: 'staying', after: 600, radius: 50 }, about)
  const recorder = await rig.start(() => now)
  const at = (minutesAgo: number, level: number, alarm = 0) =>
    place(now - minutesAgo * minute, { alarm, additions: { activeSafety: [], raw: [], battery: level } })
  for (const one of [at(15, 25), at(10, 19), at(0, 18, 1), at(5, 15)]) await recorder.send(rig.report(deviceId, [one]))
  expect(await spans(deviceId)).toEqual([
    { ruleId: staying, start: -15, end: null, measure: null, limit: 600, peak: null },
    { ruleId: battery, start: -10, end: null, measure: 'battery', limit: 20, peak: 15 },
    { ruleId: sos, start: 0, end: null, measure: null, limit: null, peak: null },
  ])
  expect((await rig.events(deviceId))[0]).toMatchObject({ object_type: '0', object_id: userId, object_name: '王芳' })
})

test('shifts say when a rule is in force, and the calendar on which days', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  const [shift] = await rig.query(
    `insert into shift (tenant_id, name, start, "end", weekdays, change_time) values (1, '全天', '00:00', '24:00', '{1,2,3,4,5,6,7}', now() - interval '1 day') returning id`,
  )
  const about = { objectIds: [vehicleId], shiftIds: [shift.id] }
  const always = await rig.addRule(speeding, about)
  await rig.addRule(speeding, { ...about, calendar: true })
  await rig.query(
    `insert into calendar_day (tenant_id, day, kind, change_time) values (1, $1, 'rest', now() - interval '2 days')`,
    [dayText(now)],
  )
  const recorder = await rig.start(() => now)
  await recorder.send(rig.report(deviceId, [fast(now)]))
  expect((await rig.events(deviceId)).map(({ rule_id }) => rule_id)).toEqual([always])
})
