import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MsgType } from '@huanwei/contract/messages/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { diskStore, type FileStore } from '../../features/files/file-store.ts'
import { readPositions } from '../../features/history/queries.ts'
import { metres, trackOf } from '../../features/history/track.ts'
import { mileageOf, partsOf } from '../../features/history/track-parts.ts'
import { hashToken } from '../../features/session/authenticate.ts'
import { isPassword } from '../../features/session/password.ts'
import { findTerminalByKey, setKey } from '../../features/terminals/queries.ts'
import { countTask } from '../../features/work/tasks/count-task.ts'
import { createTestDatabase } from '../../test-kit.ts'
import { findSensorKeys } from '../terminals.ts'
import { loadDemo } from './load.ts'

const now = new Date('2026-06-15T03:00:00Z')
let db: OwnedDatabase
let store: FileStore
let summary: string

beforeAll(async () => {
  db = connectOwned(await createTestDatabase(), { system: 3, app: 1 })
  // The template holds two tenants; the demo needs an empty installation.
  await db.owner.query(
    'truncate sys_tenant, sys_dept, sys_menu, sys_role, sys_user, sys_user_role, sys_role_menu, sys_dict, sys_dict_item cascade',
  )
  store = await diskStore(await mkdtemp(join(tmpdir(), 'huanwei-demo-')))
  summary = await loadDemo(db.owner, store, now)
})
afterAll(() => db.close())

const one = async (text: string, values: unknown[] = []) => (await db.owner.query(text, values)).rows[0]

test('loading returns a summary, and the second time that the data are there', async () => {
  expect(summary).toMatch(
    /^loaded 332 vehicles, 5623 facilities, 560 garbage cans, 1044 workers, 894 badges and sensors, \d{4,5} violations, \d{6} positions, \d{3} inspections, 460 public events, \d{3} cleaning reports, \d{4} days of attendance$/,
  )
  expect(await loadDemo(db.owner, store, now)).toBe('already there')
})

test('the database knows how large its tables are', async () => {
  const { known } = await one(
    `select count(*)::int as known from pg_class where relname in ('msg_push', 'wc_complaint') and reltuples > 400`,
  )
  expect(known).toBe(2)
})

test('past calls for help were taken and closed by who was told, with their steps', async () => {
  const { calls, ended, told, steps } = await one(`
    select count(*) calls, count(closed_time) ended, count(*) filter (where exists (select from emergency_recipient r
        where r.tenant_id = e.tenant_id and r.emergency_id = e.id and r.user_id = e.acknowledged_by and e.closed_by = r.user_id)) told,
      sum((select count(distinct act) from emergency_step s where s.tenant_id = e.tenant_id and s.emergency_id = e.id))::int steps
    from emergency e`)
  expect(calls).toBeGreaterThan(100)
  expect([ended, told, steps]).toEqual([calls, calls, calls * 4])
})

test('every vehicle has a bound terminal and tenants are of their types', async () => {
  const { bound, kinds } = await one(`
    select count(*) bound, count(distinct v.vehicle_type) kinds from vehicle v
    join device d on d.tenant_id = v.tenant_id and d.object_type = '1' and d.object_id = v.id
    join device_binding b on b.device_id = d.id and b.ended is null and b.object_id = v.id
    where v.tenant_id = 1`)
  expect(bound).toBe(306)
  expect(kinds).toBeGreaterThanOrEqual(8)
  const { rows } = await db.owner.query('select id, type from sys_tenant order by id')
  expect(rows).toEqual([
    { id: 1, type: 'sanitation' },
    { id: 2, type: 'no-title' },
    { id: 34, type: 'rural-toilet' },
    { id: 62, type: 'sanitation' },
  ])
})

test('cleaners wear badges, toilets, transfer stations and cans have sensors, and their simulator knows their keys until they are changed', async () => {
  const { rows } = await db.owner.query(`
    select object_type, count(*) from device d join device_binding b using (tenant_id, object_type, object_id)
    where tenant_id = 1 and b.device_id = d.id and b.ended is null group by 1 order by 1`)
  expect(rows).toEqual([
    { object_type: '0', count: 180 },
    { object_type: '1', count: 306 },
    { object_type: '2', count: 714 },
  ])
  const keys = Object.entries((await db.system(findSensorKeys)) ?? {})
  expect(keys).toHaveLength(732)
  const [number, key] = keys[0]!
  const terminal = await db.system((tx) => findTerminalByKey(tx, hashToken(key)))
  expect(await one('select terminal_no from device where id = $1', [terminal?.id])).toEqual({ terminal_no: number })
  await db.system((tx) => setKey(tx, terminal!.id, hashToken('another')))
  expect(await db.system(findSensorKeys)).not.toHaveProperty(number)
})

test('the last seven days have tracks, and every vehicle was where it did what it is accused of', async () => {
  const { days, vehicles, last } = await one(
    `
    select count(distinct (time at time zone 'Asia/Shanghai')::date) days, count(distinct device_id) filter (where object_type = '1') vehicles, max(time) < $1 last
    from position join device on device.id = device_id where position.tenant_id = 1`,
    [now],
  )
  expect([days, vehicles, last]).toEqual([8, 306, true])
  const { total, there, fast } = await one(
    `
    with recent as (
      select v.*, v.measure = 'speed' as is_speeding from violation_event v
      where v.tenant_id = 1 and v.object_type = '1' and v.create_time >= date_trunc('day', $1::timestamptz) - interval '7 days'
    )
    select count(*) total, count(p.time) there, count(*) filter (where is_speeding and p.speed < v.limit * 10) fast
    from recent v left join lateral (
      select * from position p where p.tenant_id = 1 and p.device_id = v.device_id and p.time <= v.create_time
      order by p.time desc limit 1
    ) p on abs(p.lng / 1e6 - v.lng) < 0.0001 and abs(p.lat / 1e6 - v.lat) < 0.0001`,
    [now],
  )
  expect(total).toBeGreaterThan(2000)
  expect([there, fast]).toEqual([total, 0])
})

test('a day of a vehicle adds up: its mileage is that of its way, and stops lie between its trips', async () => {
  const { id } = await one(`select device_id id from device_binding where tenant_id = 1 and object_type = '1' order by 1 limit 1`)
  const from = Date.parse('2026-06-14T00:00:00+08:00')
  const fixes = await db.system((tx) => readPositions(tx, 1, { deviceId: id, from, to: from + 86_400_000 }))
  const track = trackOf(fixes)
  expect(track).toHaveLength(fixes.length)
  const driven = track.reduce((sum, fix, i) => sum + (i ? metres(track[i - 1]!, fix) : 0), 0) / 1000
  const { km, source } = mileageOf(track)
  expect(source).toBe('odometer')
  expect(km).toBeGreaterThan(10)
  expect(Math.abs(km - driven) / km).toBeLessThan(0.15)
  const { stops, trips } = partsOf(track)
  expect(Math.min(stops.length, trips.length)).toBeGreaterThan(5)
})

test('every wearer of a badge has an area to be in during the shifts', async () => {
  const { wearers, areas } = await one(`
    select count(distinct d.object_id) wearers, count(distinct d.object_id) filter (where a.name like '%作业区') areas
    from device d join sys_user u on u.tenant_id = d.tenant_id and u.user_id = d.object_id
    join monitoring_rule r on r.tenant_id = u.tenant_id and r.object_type = '0' and r.enabled and r.condition->'ownAreas' = 'true'
    left join area a on a.tenant_id = u.tenant_id and a.dept_id = u.dept_id
    where d.tenant_id = 1 and d.object_type = '0' and r.condition->>'kind' = 'absent' and cardinality(r.shift_ids) = 3`)
  expect({ wearers, areas }).toEqual({ wearers: 180, areas: 180 })
})

test('public events are answered except for the latest, each with its steps and its messages to the handlers in scope', async () => {
  const found = await one(
    `select count(*) filter (where status = 2) answered, count(*) filter (where status <> 2) waiting, max(event_time) < $1 past,
      bool_and(status <> 2 or result_time < $1) answered_by_now,
      bool_and((select count(*) from wc_complaint_process s where s.complaint_id = c.id) = case status when 2 then 2 else 1 end) stepped,
      bool_and(exists (select from msg_push p join sys_user u on u.user_id = p.push_object_id and u.username = 'admin'
        where p.msg_type = '5' and p.event_id = c.id and p.status = case c.status when 2 then 2 else 1 end)) notified
    from wc_complaint c`,
    [now],
  )
  expect(found).toMatchObject({ past: true, answered_by_now: true, stepped: true, notified: true })
  expect(found.waiting).toBeGreaterThan(5)
  expect(found.answered).toBeGreaterThan(400)
})

test('every facility and can belongs to a crew of its district and has a code of its own, and its type has a name', async () => {
  const found = await one(`
    select count(*) total, count(distinct f.code) codes, count(distinct d.label) types,
      bool_and(f.address like left(c.name, 2) || '%') in_district, bool_and(length(f.code) = 16) long,
      count(*) filter (where f.capacity > 0 and f.waste_type is not null) cans
    from facility f join sys_dept t on t.tenant_id = 1 and t.dept_id = f.dept_id
    join sys_dept c on c.tenant_id = 1 and c.dept_id = t.parent_id
    join sys_dict_item d on d.tenant_id = 1 and d.type = 'facility_type' and d.value = f.facility_type
    where f.tenant_id = 1`)
  expect(found).toEqual({ total: 1129, codes: 1129, types: 10, in_district: true, long: true, cans: 560 })
  const toilets = await one(`
    select count(*) total, count(distinct d.name) villages, count(distinct f.name) names
    from facility f join sys_dept d using (tenant_id, dept_id) where f.tenant_id = 34 and f.facility_type = '9'`)
  expect(toilets).toEqual({ total: 5040, villages: 12, names: 5040 })
})

test('the accounts accept the password', async () => {
  const { rows } = await db.owner.query('select username, password from sys_user where tenant_id = 1 order by user_id')
  expect(rows.slice(0, 4).map((row) => row.username)).toEqual(['admin', 'dispatcher', 'inspector', 'viewer'])
  expect(await isPassword(rows[1].password, '123456')).toBe(true)
})

test('every company and crew has its people, with names, phones and one role each', async () => {
  const found = await one(`select count(*) total, count(distinct u.phone) phones, count(distinct u.dept_id) departments,
      count(distinct r.role_name) roles, bool_and(u.name <> '' and u.initials <> '') named
    from sys_user u join sys_user_role ur using (tenant_id, user_id) join sys_role r using (tenant_id, role_id)
    where u.tenant_id = 1 and u.username <> 'admin'`)
  expect(found).toEqual({ total: 1101, phones: 1101, departments: 24, roles: 8, named: true })
})

test('the history covers thirty days, lies in its monthly partitions, is handled except for the latest, and never in the future', async () => {
  const found = await one(
    `select count(*) total, count(*) filter (where alarm_type = -1) pending,
      count(*) filter (where alarm_type = -1 and create_time < $1::timestamptz - interval '3 days') stale,
      max(end_time) < $1::timestamptz over_by_now, min(create_time) < $1::timestamptz - interval '29 days' old from violation_event`,
    [now],
  )
  expect(found).toMatchObject({ stale: 0, over_by_now: true, old: true })
  expect(found.total).toBeGreaterThan(8000)
  expect(found.pending).toBeGreaterThan(30)
  expect(found.pending).toBeLessThan(120)
  expect(await one('select count(*) stray from violation_event_default')).toEqual({ stray: 0 })
})

test('push records, tallies and steps agree with the violations', async () => {
  const { rows } = await db.owner.query(
    `select u.username, (select count(*) from msg_push p where p.push_object_id = u.user_id and p.tenant_id = 1 and p.msg_type = $1) pushed,
       (select sum(total) from msg_push_tally t where t.push_object_id = u.user_id and t.tenant_id = 1 and t.msg_type = $1) tallied
     from sys_user u where u.tenant_id = 1 order by u.user_id`,
    [MsgType.violation],
  )
  const { total } = await one('select count(*) total from violation_event where tenant_id = 1')
  expect(rows[0]).toEqual({ username: 'admin', pushed: total, tallied: total })
  expect(rows[1].pushed).toBeGreaterThan(total / 10)
  expect(rows[1].tallied).toBe(rows[1].pushed)
  expect(rows[2]).toMatchObject({ pushed: 0 })
  const { wrong } = await one(`
    select count(*) wrong from violation_event v where alarm_type <> (
      select s.alarm_type from violation_process s where s.violation_id = v.id order by s.id desc limit 1)`)
  expect(wrong).toBe(0)
})

test('inspections have the state of their last step, some in every state, and everybody concerned has the message', async () => {
  const states = await db.owner.query(
    'select status, if_return, count(*)::int n from inspect_event where tenant_id = 1 group by 1, 2 order by 1, 2 nulls first',
  )
  expect(states.rows.map(({ status, if_return }) => [status, if_return])).toEqual([
    [1, null],
    [1, 1],
    [2, null],
    [3, null],
  ])
  const found = await one(`
    select count(*) filter (where e.status <> s.status or e.if_return is distinct from s.if_return) torn,
      count(*) filter (where e.dispose_time is null and e.status <> 1) unused,
      count(*) filter (where not exists (select from msg_push p where p.msg_type = '3' and p.event_id = e.id and p.push_object_id = e.responsible_id
        and p.status = case when e.if_return = 1 then 4 else e.status end)) unnotified
    from inspect_event e cross join lateral (select status, if_return from inspect_event_history h where h.inspect_event_id = e.id order by id desc limit 1) s`)
  expect(found).toEqual({ torn: 0, unused: 0, unnotified: 0 })
})

test('applications of the month exist in every state, never in the future nor overlapping, pushed to their approvers', async () => {
  const found = await one(
    `select count(*)::int total, count(distinct status)::int states, max(create_time) < $1::timestamptz past,
      count(*) filter (where status = 1 and create_time < $1::timestamptz - interval '3 days')::int stale,
      count(*) filter (where submitted_by <> object_id)::int proxied from apply_for_record`,
    [now],
  )
  expect(found).toMatchObject({ states: 4, past: true, stale: 0 })
  expect(found.total).toBeGreaterThan(60)
  expect(found.proxied).toBeGreaterThan(5)
  const wrong = await one(
    `
    select (select count(*)::int from apply_for_record r where not exists (
        select from msg_push p where p.msg_type = '4' and p.event_id = r.id and p.status = r.status)) unseen,
      (select count(*)::int from msg_push p join apply_for_record r on r.id = p.event_id and p.msg_type = '4'
        where p.push_object_id in (r.object_id, r.submitted_by)) own,
      (select count(*)::int from apply_for_record r where status <> (
        select h.status from apply_for_history h where h.apply_for_id = r.id order by h.id desc limit 1)) torn,
      (select max(create_time) >= $1::timestamptz from apply_for_history) early`,
    [now],
  )
  expect(wrong).toEqual({ unseen: 0, own: 0, torn: 0, early: false })
  const waiting = await one(`select count(*)::int pending from msg_push p join sys_user u on u.user_id = p.push_object_id
    where u.username = 'dispatcher' and p.msg_type = '4' and p.status = 1`)
  expect(waiting.pending).toBeGreaterThan(0)
})

test('cleaning reports exist in every state, their steps in order of time, and visits of today come from plans', async () => {
  const found = await one(
    `
    select count(distinct status)::int states, count(distinct tenant_id)::int tenants, max(report_time) < $1::timestamptz past,
      count(*) filter (where status < 4 and report_time < $1::timestamptz - interval '8 days')::int stale from wc_report_to_clean`,
    [now],
  )
  expect(found).toEqual({ states: 5, tenants: 3, past: true, stale: 0 })
  const torn = await one(
    `
    select count(*)::int n from wc_report_to_clean r where r.status + 1 <> (select count(*) from wc_report_to_clean_process p
        where p.tenant_id = r.tenant_id and p.report_id = r.id and p.create_time < $1::timestamptz)
      or coalesce(r.assign_time < r.report_time or r.process_time < r.assign_time or r.over_time < r.evaluate_time, false)`,
    [now],
  )
  expect(torn.n).toBe(0)
  const late = await one(
    `select count(distinct tenant_id)::int tenants from wc_report_to_clean
      where status < 2 and report_time + make_interval(hours => case type when '0' then 24 when '1' then 12 else 48 end) < $1::timestamptz`,
    [now],
  )
  expect(late.tenants).toBe(3)
  const visits = await one(
    `select count(distinct plan_id) filter (where tenant_id = 1)::int plans, count(*) filter (where done_time > now())::int early,
      count(distinct plan_id) filter (where tenant_id = 34)::int tanks, bool_and(done_time is null or done_name <> '') named from job_task_record`,
  )
  expect(visits.plans).toBeGreaterThan(5)
  expect(visits).toMatchObject({ early: 0, tanks: 12, named: true })
})

test('work of the city is dispatched from public events, inspections, alarms and cans: waiting, in progress, and done with photos', async () => {
  const { rows } = await db.owner.query(`
    select cause_kind kind, bool_or(status = 0) waits, bool_or(status = 1) runs, bool_or(status >= 2) done,
      bool_and(status < 2 or cardinality(img) > 0 and cardinality(process_img) > 0) shown
    from wc_report_to_clean where cause_id is not null and tenant_id = 1 group by cause_kind order by cause_kind`)
  const dispatched = { waits: true, runs: true, done: true, shown: true }
  expect(rows).toEqual(['can', 'facilityAlarm', 'inspection', 'publicEvent'].map((kind) => ({ kind, ...dispatched })))
})

test('many records have photos from before and after, and the files exist', async () => {
  const { rows } = await db.owner.query(`
    select tenant_id, unnest(img || process_img) name from wc_report_to_clean
    union select tenant_id, unnest(img || treat_img) from inspect_event union select tenant_id, unnest(url || result_url) from wc_complaint`)
  expect(rows.length).toBeGreaterThan(30)
  for (const { tenant_id, name } of rows) {
    expect((await one('select tenant_id from sys_file where file_name = $1 and is_confirmed', [name])).tenant_id).toBe(tenant_id)
    expect(await store.sizeOf(name)).toBeGreaterThan(5000)
  }
})

test('every crew has plans with vehicles and one with people, and tasks on roads and at stops', async () => {
  const { plans, walked, idle, tasks, roads, stops } = await one(`
    select count(distinct p.id)::int plans, count(distinct p.id) filter (where cardinality(p.vehicle_ids) + cardinality(p.user_ids) = 0)::int idle,
      count(distinct p.id) filter (where cardinality(p.user_ids) = 4)::int walked, count(t.id)::int tasks,
      (count(*) filter (where t.planned_metres > 1000))::int roads, (count(*) filter (where t.stop_count > 1))::int stops
    from work_plan p left join work_task t on t.tenant_id = p.tenant_id and t.plan_id = p.id`)
  expect({ plans, walked, idle }).toEqual({ plans: 72, walked: 18, idle: 0 })
  expect(tasks).toBeGreaterThan(72)
  expect(roads).toBeGreaterThan(36)
  expect(stops).toBeGreaterThan(18)
})

test('every day that has tracks has tasks, and counting those of yesterday finds in the tracks much that was done and some that was not', async () => {
  const yesterday = '2026-06-14'
  const days = await db.owner.query(
    `select count(*)::int tasks, min(id)::int first, max(id)::int last from work_task where tenant_id = 1 and day <= $1 group by day order by day desc`,
    [yesterday],
  )
  const [latest, before] = days.rows
  expect(days.rows.map(({ tasks }) => tasks)).toEqual(Array.from({ length: 7 }, () => latest.tasks))
  // The job counts them in this order.
  expect(latest.last).toBeLessThan(before.first)
  const found = await db.owner.query('select id from work_task where tenant_id = 1 and day = $1 order by id', [yesterday])
  for (const { id } of found.rows) expect(await db.system((tx) => countTask(tx, 1, id, now.getTime()))).toBe(true)
  const { rows } = await db.owner.query(
    `
    select right(p.name, 4) kind, count(*)::int total, count(t.done_time)::int done,
      count(*) filter (where t.done_time is null and t.first_time is not null)::int part, count(*) filter (where t.first_time is null)::int none,
      bool_or(t.open) open
    from work_task t join work_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id
    where t.tenant_id = 1 and t.day = $1 group by kind order by kind`,
    [yesterday],
  )
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['人工保洁', '垃圾收运', '洒水降尘', '道路清扫'].sort())
  for (const { kind, total, done, open } of rows) {
    expect(done / total, kind).toBeGreaterThan(0.6)
    expect(open, kind).toBe(false)
  }
  const sum = (of: 'part' | 'none') => rows.reduce((all, row) => all + row[of], 0)
  expect(sum('part')).toBeGreaterThan(5)
  expect(sum('none')).toBeGreaterThan(0)
})

test('the implement is on where vehicles of plans that ask for it work, and nowhere else', async () => {
  const found = await one(`
    select count(*)::int fixes, count(distinct device_id)::int vehicles, bool_and(p.id is not null) planned, bool_and(speed between 30 and 200) slow
    from position join device d on d.tenant_id = position.tenant_id and d.id = device_id
    left join vehicle v on v.tenant_id = d.tenant_id and v.id = d.object_id and d.object_type = '1'
    left join work_plan p on p.tenant_id = d.tenant_id and p.implement_input = 2 and v.id = any(p.vehicle_ids)
    where position.tenant_id = 1 and (additions->>'ioStatus')::int & 4 <> 0`)
  expect(found).toMatchObject({ vehicles: 126, planned: true, slow: true })
  expect(found.fixes).toBeGreaterThan(50_000)
})
