import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText } from '../../lib/time.ts'
import { startTestServer } from '../../test-kit.ts'
import { addDuty, addWearer, applyForLeave, daysAgo, elsewhere, post, yesterday } from './attendance.test-kit.ts'
import { workOutNewDays, workOutTouchedDays } from './work-out.ts'

type Person = Awaited<ReturnType<typeof server.login>>

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Person
let handler: Person
let viewer: Person
let wearer: { userId: number }
const query = async (text: string, values: unknown[] = []) => (await server.db.owner.query(text, values)).rows
const run = () => ({ db: server.db, now: Date.now(), progress: new Map<string, number>() })

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  viewer = await server.login('viewer')
  handler = await server.login('handler')
  await addDuty(query)
  wearer = await addWearer(query, '王保洁')
  await query(`update sys_user set create_time = $1 where username = 'viewer'`, [new Date(daysAgo(10))])
  await applyForLeave(query, wearer.userId, dayText(daysAgo(2)))
  await workOutNewDays(run(), 3)
})
afterAll(() => server.close())

test('days are found by person, dates and state, and open with what they stand on', async () => {
  const list = async (filter: string, who = admin) =>
    (await who.call('GET', `/admin/attendance/page?lastDay=${yesterday}&${filter}`)).data
  const all = await list(`objectId=${wearer.userId}`)
  expect(all.records.map(({ day, state }: { day: string; state: string }) => [day, state])).toEqual([
    [dayText(daysAgo(1)), 'absent'],
    [dayText(daysAgo(2)), 'leave'],
    [dayText(daysAgo(3)), 'absent'],
  ])
  expect(await list(`dayState=leave&firstDay=${dayText(daysAgo(2))}`)).toMatchObject({
    total: 1,
    records: [{ objectName: '王保洁', deptName: '一部', shiftName: '常白班', expectedIn: null, workedState: 'leave' }],
  })
  const { data } = await admin.call('GET', `/admin/attendance/${all.records[1].id}`)
  expect(data).toMatchObject({ leave: [{ typeName: expect.stringContaining('年') }], clockings: [], inPlace: null })
  expect((await list('', viewer)).total).toBe(3)
  const stranger = await server.login('admin', 2)
  expect((await list('', stranger)).total).toBe(0)
  expect((await stranger.call('GET', `/admin/attendance/${all.records[1].id}`)).status).toBe(404)
})

test('the sheet has a place for each day of the month and totals that are those of its days', async () => {
  const month = yesterday.slice(0, 7)
  const { data } = await admin.call('GET', `/admin/attendance/sheet?month=${month}`)
  const [row] = data.records
  const [year, number] = month.split('-').map(Number)
  expect(row).toMatchObject({ objectName: '王保洁', deptName: '一部' })
  expect(row.days).toHaveLength(new Date(Date.UTC(year!, number!, 0)).getUTCDate())
  expect(row.days[Number(yesterday.slice(8)) - 1]).toMatchObject({ state: 'absent' })
  const counted: Record<string, number> = { normal: 0, late: 0, early: 0, absent: 0, leave: 0, rest: 0 }
  for (const one of row.days) if (one) counted[one.state]!++
  expect(row.totals).toEqual(counted)
  expect((await admin.call('GET', '/admin/attendance/sheet?month=2026-13')).status).toBe(400)
})

test('a person clocks at the post alone, not too often, and the day counts it', async () => {
  const clock = (who: Person, body: object) => who.call('POST', '/admin/attendance/clock', { kind: 'in', ...post, ...body })
  expect(await clock(admin, {})).toMatchObject({ status: 409, msg: '您没有安排岗位和班次，不能打卡' })
  expect(await clock(viewer, elsewhere)).toMatchObject({ status: 409, msg: '您不在岗位围栏内（一部作业区），不能打卡' })
  expect(await clock(viewer, {})).toMatchObject({ status: 200, data: { kind: 'in', areaName: '一部作业区' } })
  expect((await viewer.call('GET', '/admin/attendance/own')).data).toMatchObject({
    areas: ['一部作业区'],
    clockings: [{ kind: 'in' }],
  })
  const replies = await Promise.all(Array.from({ length: 12 }, () => clock(viewer, {})))
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  // As if it had been yesterday.
  await query(`update attendance_clock set time = case when id % 2 = 0 then $1 else $2 end::timestamptz`, [
    `${yesterday} 08:00:00`,
    `${yesterday} 17:00:00`,
  ])
  await query('update attendance_touch set day = $1', [yesterday])
  expect(await workOutTouchedDays(run())).toBe(1)
  const { data } = await viewer.call('GET', `/admin/attendance/page?objectId=${viewer.userId}`)
  expect(data.records).toMatchObject([{ day: yesterday, state: 'normal' }])
})

test('both lists become sheets', async () => {
  for (const [path, filter] of [
    ['/admin/attendance/page', { dayState: 'absent' }],
    ['/admin/attendance/sheet', { month: yesterday.slice(0, 7) }],
  ] as const) {
    const { data, status } = await admin.call('POST', '/admin/export', { list: path, filter })
    expect([path, status]).toEqual([path, 200])
    await expect
      .poll(async () => (await query('select status from export_job where id = $1', [data.id]))[0], { timeout: 60_000 })
      .toEqual({ status: 'done' })
  }
})

test('handlers see their department', async () => {
  expect((await handler.call('GET', '/admin/attendance/page')).data.total).toBeGreaterThan(0)
})

test('the roster has who is on shift at this minute: seen, not seen, and absent with approval', async () => {
  // A shift around the clock, so that it covers this minute at any hour.
  await query(`update shift set start = '00:00', "end" = '00:00'`)
  const other = await addWearer(query, '李保洁')
  const roster = async (who = admin, filter = '') =>
    (await who.call('GET', `/admin/attendance/roster${filter}`)).data.map(
      ({ name, shiftName, state }: Record<string, string>) => `${name} ${shiftName} ${state}`,
    )
  await query(`delete from attendance_clock`)
  await expect.poll(() => server.latest.people.of(1).has(other.userId)).toBe(true)
  expect(await roster()).toEqual(expect.arrayContaining(['李保洁 常白班 unseen', '王保洁 常白班 unseen']))
  server.latest.apply([{ deviceId: other.deviceId, connected: true, seenAt: Date.now() }])
  await query(
    `insert into attendance_clock (tenant_id, user_id, kind, time, lng, lat, area_name) values (1, $1, 'in', now(), 104, 30, '')`,
    [wearer.userId],
  )
  expect(await roster()).toEqual(expect.arrayContaining(['李保洁 常白班 seen', '王保洁 常白班 seen']))
  await applyForLeave(query, wearer.userId, dayText(Date.now()))
  expect(await roster()).toEqual(expect.arrayContaining(['李保洁 常白班 seen', '王保洁 常白班 away']))
  const { roster: counted } = (await admin.call('GET', '/admin/home/briefing?parts=duty')).data.duty
  expect(counted).toMatchObject({ seen: 1, away: 1 })
  expect(await roster(await server.login('admin', 2))).toEqual([])
})
