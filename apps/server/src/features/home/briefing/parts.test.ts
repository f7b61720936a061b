import type { Briefing } from '@huanwei/contract/home/endpoints'
import { dayMs } from '@huanwei/contract/time'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dayText } from '../../../lib/time.ts'
import { addFacility, addVehicle, addViolation, startTestServer } from '../../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let [admin, handler, viewer]: Person[] = []
let vehicle: Awaited<ReturnType<typeof addVehicle>>
const now = Date.now()
const daysAgo = (days: number) => dayText(now - days * dayMs)
const query = (text: string, values: unknown[] = []) => server.db.owner.query(text, values)

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  handler = await server.login('handler')
  viewer = await server.login('viewer')
  vehicle = await addVehicle(server.db)
  const other = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  const recipients = [handler.userId]
  // In the week: one judged and one waiting, one that was pushed to nobody, and one of another department.
  const judged = await addViolation(server.db, vehicle, recipients, `${daysAgo(2)} 08:00:00`)
  await handler.call('PUT', '/admin/violationEvent', { id: judged, alarmType: 0 })
  await addViolation(server.db, vehicle, recipients, `${daysAgo(1)} 23:59:59`)
  await addViolation(server.db, vehicle, [], `${daysAgo(7)} 00:00:00`)
  await addViolation(server.db, other, [], `${daysAgo(3)} 08:00:00`)
  // In the week before, and before that.
  await addViolation(server.db, vehicle, recipients, `${daysAgo(8)} 23:59:59`)
  const oldest = await addViolation(server.db, vehicle, recipients, `${daysAgo(20)} 08:00:00`)
  await query(`update violation_event set severity = 'warning' where id = $1`, [oldest])
  await vi.waitUntil(() => server.latest.vehicles.of(1).size === 2)
})
afterAll(() => server.close())

async function partOf<K extends keyof Briefing>(person: Person | undefined, part: K) {
  const { status, data } = await person!.call('GET', `/admin/home/briefing?parts=${part}`)
  expect([status, Object.keys(data)]).toEqual([200, [part]])
  return data[part] as NonNullable<Briefing[K]>
}

test('only the parts that are asked for are made, and others are refused', async () => {
  expect((await viewer!.call('GET', '/admin/home/briefing')).data).toEqual({})
  const both = await viewer!.call('GET', '/admin/home/briefing?parts=cases&parts=wrong')
  expect(Object.keys(both.data)).toEqual(['wrong', 'cases'])
  expect((await viewer!.call('GET', '/admin/home/briefing?parts=weather')).status).toBe(400)
})

test('violations wait by severity, with the one that waits longest: those pushed to a handler, or all of the scope', async () => {
  const some = (await partOf(handler, 'severities')).filter(({ pending }) => pending)
  expect(some).toMatchObject([
    { objectType: '1', severity: 'alarm', pending: 2, oldest: { createTime: `${daysAgo(8)} 23:59:59` } },
    { objectType: '1', severity: 'warning', pending: 1, oldest: { createTime: `${daysAgo(20)} 08:00:00` } },
  ])
  const seen = await partOf(viewer, 'severities')
  expect(seen.find(({ severity }) => severity === 'alarm')).toMatchObject({
    pending: 3,
    oldest: { createTime: `${daysAgo(8)} 23:59:59` },
  })
  expect(seen.filter(({ oldest }) => !oldest)).toHaveLength(4)
})

test('the seven finished days stand beside the seven before them, by day and by tab', async () => {
  const { firstDay, lastDay, kinds } = await partOf(handler, 'week')
  expect([firstDay, lastDay]).toEqual([daysAgo(7), daysAgo(1)])
  expect(kinds[0]).toEqual({
    objectType: '1',
    pending: 1,
    handled: 1,
    days: [0, 0, 0, 0, 0, 1, 1],
    daysBefore: [0, 0, 0, 0, 0, 0, 1],
  })
  expect((await partOf(viewer, 'week')).kinds[0]).toMatchObject({ pending: 2, handled: 1, days: [1, 0, 0, 0, 0, 1, 1] })
})

test('vehicles and crews are ranked by the violations of the week that the person sees', async () => {
  const { vehicles, departments } = await partOf(handler, 'most')
  expect(vehicles).toEqual([{ id: vehicle.vehicleId, name: '川A00001', pending: 1, handled: 1 }])
  expect(departments).toEqual([{ id: vehicle.deptId, name: '一部', pending: 1, handled: 1 }])
  expect((await partOf(viewer, 'most')).vehicles[0]).toMatchObject({ pending: 2, handled: 1 })
})

test('open inspections are those that the person reported or answers for', async () => {
  const [me, other] = [handler!.userId, admin!.userId]
  for (const [reporter, responsible, status, back] of [
    [me, other, 1, null],
    [me, other, 2, null],
    [me, other, 3, null],
    [other, me, 1, null],
    [other, me, 1, 1],
  ])
    await query(
      `insert into inspect_event (tenant_id, report_person_id, responsible_id, dept_id, business_type, event_content, assessment_standard,
         score, position, dispose_time_limit, status, if_return) values (1, $1, $2, $3, '1', '路口', '1', 1, '', 24, $4, $5)`,
      [reporter, responsible, vehicle.deptId, status, back],
    )
  expect(await partOf(handler, 'cases')).toEqual({ waiting: 1, fedBack: 1, mine: 2, returned: 1 })
  expect(await partOf(viewer, 'cases')).toEqual({ waiting: 0, fedBack: 0, mine: 0, returned: 0 })
})

test('attendance is that of today as soon as there is any, before that of yesterday', async () => {
  const add = (day: string, state: string) =>
    query(
      `insert into attendance_day (tenant_id, user_id, dept_id, day, day_time, worked_state, state, basis)
       values (1, $1, $2, $3::date, $3::date, 'normal', $4, '{}')`,
      [state === 'rest' ? handler!.userId : viewer!.userId, vehicle.deptId, day, state],
    )
  await add(daysAgo(1), 'absent')
  await add(daysAgo(1), 'rest')
  const states = (absent: number, late: number) => [
    { state: 'normal', total: 0 },
    { state: 'late', total: late },
    { state: 'early', total: 0 },
    { state: 'absent', total: absent },
    { state: 'leave', total: 0 },
  ]
  const roster = { seen: 0, unseen: 0, away: 0 }
  expect(await partOf(handler, 'duty')).toEqual({ online: 0, roster, day: daysAgo(1), states: states(1, 0) })
  await add(daysAgo(0), 'late')
  expect(await partOf(handler, 'duty')).toEqual({ online: 0, roster, day: daysAgo(0), states: states(0, 1) })
})

test('what is wrong now and what is over a limit follow from the present state', async () => {
  const can = await addFacility(server.db, { facilityType: '8', terminalNo: '13900000011', name: '垃圾桶1' })
  await addFacility(server.db, { facilityType: '8', terminalNo: '13900000012', name: '垃圾桶2' })
  const toilet = await addFacility(server.db, { terminalNo: '13900000013' })
  const far = await addFacility(server.db, { terminalNo: '13900000014', name: '远处公厕', department: '二部' })
  await vi.waitUntil(() => server.latest.facilities.of(1).size === 4)
  for (const { facilityId } of [toilet, far])
    await query(
      `insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
         dept_id, dept_name, violation_event, severity, position, execute_action)
       values (1, now(), now(), 1, 1, '2', $1, '公厕', '1', $2, '一部', '氨气超标', 'warning', '', 'recorded')`,
      [facilityId, vehicle.deptId],
    )
  const time = Date.now()
  const reading = (deviceId: number, metric: 'fill' | 'ammonia', value: number) => ({
    deviceId,
    connected: true,
    seenAt: time,
    readings: [{ metric, channel: 0, value, time }],
  })
  server.latest.apply([
    reading(can.deviceId, 'fill', 92),
    reading(toilet.deviceId, 'ammonia', 9),
    reading(far.deviceId, 'ammonia', 9),
  ])
  await vi.waitFor(async () => expect(await partOf(admin, 'wrong')).toMatchObject({ facilities: 2 }))
  const wrong = await partOf(handler, 'wrong')
  expect(wrong).toMatchObject({ vehicles: 0, people: 0, facilities: 1, cans: 0 })
  expect(wrong.objects).toEqual([
    { objectType: '2', id: toilet.facilityId, name: '乙路公共厕所', status: 3, lng: 104.07, lat: 30.66 },
  ])
  expect(await partOf(handler, 'limits')).toEqual([
    { facilityType: '8', total: 2, over: 1 },
    { facilityType: '1', total: 1, over: 1 },
  ])
  expect((await partOf(admin, 'limits'))[1]).toEqual({ facilityType: '1', total: 2, over: 2 })
})

test('rural toilets are told by town with what is to be emptied', async () => {
  const overview = async () => (await handler!.call('GET', '/admin/home/overview')).data
  expect((await overview()).hasToilets).toBe(false)
  const { facilityId } = await addFacility(server.db, { facilityType: '9', terminalNo: '13900000021', name: '一组1号' })
  await vi.waitUntil(() => server.latest.facilities.of(1).has(facilityId))
  expect((await overview()).hasToilets).toBe(true)
  for (const [i, [age, type, status]] of [
    ['0 hours', '0', 0],
    ['9 days', '0', 1],
    ['9 days', '0', 3],
    ['9 days', '1', 0],
  ].entries())
    await query(
      `insert into wc_report_to_clean (tenant_id, code, facility_id, facility_name, dept_id, reporter_id, reporter, position, report_time, content, type, status)
       values (1, $1, $2, '一组1号', $3, $4, '', '', now() - $5::interval, '清掏', $6, $7)`,
      [`B${i}`, facilityId, vehicle.deptId, admin!.userId, age, type, status],
    )
  const sums = { households: 1, today: 1, overdue: 1 }
  const town = { deptId: vehicle.deptId, name: '一部', ...sums }
  const part = { day: daysAgo(0), ...sums, created: 1, assigned: 1, towns: [town], townsLeft: 0 }
  for (const person of [handler, admin]) expect(await partOf(person, 'toilets')).toEqual(part)

  await query(
    `with town as (
       insert into sys_dept (tenant_id, parent_id, name)
       select 1, (select dept_id from sys_dept where tenant_id = 1 and parent_id = 0), n || '镇' from generate_series(1, 13) n returning dept_id
     )
     insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
     select 1, dept_id, '农厕', 'T' || dept_id, 'nc', '9', 104, 30 from town`,
  )
  await vi.waitFor(async () => expect(await partOf(admin, 'toilets')).toMatchObject({ households: 14, townsLeft: 2 }))
  expect((await partOf(admin, 'toilets')).towns).toHaveLength(12)
  expect(await partOf(handler, 'toilets')).toEqual(part)
})

test('the steps of a new organisation tick themselves for who sees all of it', async () => {
  const stepsOf = async (person: Person) => {
    const { setup } = (await person.call('GET', '/admin/home/overview')).data
    return setup.map(({ step, isDone }: { step: string; isDone: boolean }) => (isDone ? step : `no ${step}`))
  }
  const fresh = await server.login('admin', 2)
  expect(await stepsOf(fresh)).toEqual(['no departments', 'no vehicles', 'no terminals', 'no areas', 'no rules'])
  await fresh.call('POST', '/admin/dept', { name: '清扫队', parentId: (await fresh.call('GET', '/admin/dept/tree')).data[0].id })
  expect((await stepsOf(fresh))[0]).toBe('departments')
  expect(await stepsOf(admin!)).toEqual(['departments', 'vehicles', 'terminals', 'no areas', 'no rules'])
  expect(await stepsOf(handler!)).toEqual([])
})
