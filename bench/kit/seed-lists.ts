import { dayMs } from '@huanwei/contract/time'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import { ensureDays } from '@huanwei/server/db/partitions'
import { addPastPartitions } from './seed.ts'

/** Age of the oldest row, days. */
const oldestDays = 180

/** A row `i` of `amount`, evenly over the last half year: its time `at`, the team `dept_id`, and a person of `addPeople`. */
const each = (amount: number) => `
  from generate_series(1, ${amount}) i
  cross join lateral (select now() - make_interval(secs => (${amount} - i + 1) * ${(oldestDays * 86_400) / amount}::float8) as at) t
  cross join lateral (select 'person' || i % 2000 as person) p
  join (select dept_id, row_number() over (order by dept_id) - 1 as n, count(*) over () as teams from sys_dept where tenant_id = 1 and name like '%作业队%') d
    on d.n = i % d.teams`

const facilities = (columns: string, values: string) => (amount: number) =>
  `
  insert into facility (tenant_id, dept_id, name, code, initials, lng, lat, create_time, ${columns})
  select 1, dept_id, '公厕' || i, 'M' || i, 'gc' || i, 104 + i % 1000 / 5000.0, 30.6, at, ${values} ${each(amount)}`

/** The terminal of whose lists there are bench rows, on a vehicle of the first company. */
export const terminalOfCompany = `(
  select d.id from device d join vehicle v on d.object_type = '1' and v.id = d.object_id join sys_dept t on t.dept_id = v.dept_id
  where t.name like '环卫公司1作业队%' order by d.id limit 1)`

const violations = (amount: number) => `
  insert into violation_event (tenant_id, create_time, end_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
    dept_id, dept_name, violation_event, severity, position, lng, lat, "limit", peak, execute_action, alarm_type)
  select 1, at, at + interval '90 seconds', at + interval '90 seconds', 1 + i % 8, i % 5000, '1', i % 5000, '川A' || i % 5000, '1', dept_id, '作业队',
    '超速行驶', case i % 3 when 0 then 'warning' else 'alarm' end, '建设路', 104 + i % 1000 / 5000.0, 30.6, 60, 60 + i % 40, 'recorded',
    case i / 3 % 2 when 0 then -1 else 0 end ${each(amount)}`

/** Statements that add so many rows to a list. */
const statements = {
  users: (amount: number) => `
    insert into sys_user (tenant_id, username, name, initials, password, phone, dept_id, lock_flag, create_time)
    select 1, 'worker' || i, '工人' || i, 'gr' || i, '', (13000000000 + i)::text, dept_id, case i % 20 when 0 then '9' else '0' end, at ${each(amount)}`,
  vehicles: (amount: number) => `
    insert into vehicle (tenant_id, dept_id, plate_number, plate_colour, name, initials, vehicle_type, vehicle_function, create_time)
    select 1, dept_id, '川B' || lpad(i::text, 7, '0'), 2, '洗扫' || i, 'cb' || i || 'xs', (1 + i % 10)::text, '1', at ${each(amount)}`,
  facilities: facilities('facility_type', '(1 + i % 3)::text'),
  cans: facilities('facility_type, waste_type, capacity', `'8', (1 + i % 4)::text, 240`),
  areas: (amount: number) => `
    insert into area (tenant_id, dept_id, name, shape, create_time)
    select 1, dept_id, '片区' || i, '{"kind":"circle","centre":[104.06,30.66],"radius":100}', at ${each(amount)}`,
  // Those of `addVehicles` came before.
  terminals: (amount: number) => `
    update device set create_time = now() - interval '${oldestDays + 1} days';
    insert into device (tenant_id, terminal_no, object_type, object_id, protocol, create_time)
    select 1, '15' || lpad(i::text, 9, '0'), '1', 1000000 + i, '2013', at ${each(amount)};
    insert into vehicle (tenant_id, id, dept_id, plate_number, plate_colour, initials, vehicle_type, vehicle_function) overriding system value
    select 1, 1000000 + i, dept_id, '川C' || lpad(i::text, 7, '0'), 2, '', '1', '1' ${each(amount)}`,
  boxes: (amount: number) => `
    with places as (
      insert into facility (tenant_id, dept_id, name, code, initials, lng, lat, create_time, facility_type)
      select 1, dept_id, '公厕' || i, 'M' || i, 'gc' || i, 104, 30.6, at, '1' ${each(amount)} returning id)
    insert into iot_box (tenant_id, code, name, facility_id) select 1, 'BOX' || id, '盒子' || id, id from places`,
  projects: (amount: number) => `
    with added as (
      insert into project (tenant_id, name, status, create_time)
      select 1, '项目' || i, case i % 4 when 0 then 'planned' else 'running' end, at ${each(amount)} returning id)
    insert into project_department (tenant_id, project_id, dept_id)
    select 1, id, d.dept_id from added join (
      select dept_id, row_number() over (order by dept_id) - 1 as n, count(*) over () as teams from sys_dept where tenant_id = 1 and name like '%作业队%') d
      on d.n = id % d.teams`,
  // One ends each second from an hour after now on.
  tokens: (amount: number) => `
    insert into sys_token (tenant_id, user_id, client_id, access_hash, refresh_hash, access_expires, refresh_expires, family, create_time, address, user_agent)
    select 1, user_id, 'pig', 'a' || i, 'r' || i, now(), now() + i * interval '1 second', 'f' || i, at, '10.0.' || i % 250 || '.1', 'Mozilla/5.0'
    ${each(amount)} join sys_user u on u.tenant_id = 1 and u.username = p.person`,
  photos: (amount: number) => `
    insert into device_photo (tenant_id, file_name, device_id, object_type, object_id, event, channel, address, received)
    select 1, md5(i::text) || '.jpg', e.id, '1', e.object_id, 1, 1, '建设路', at ${each(amount)} join device e on e.id = ${terminalOfCompany}`,
  recordings: (amount: number) => `
    insert into video_recording (tenant_id, vehicle_id, terminal_no, channel, stream, cause, start_time, end_time, file_name)
    select 1, 1 + i % 5000, '1', 1 + i % 4, 'sub', 'alarm', at, at + interval '20 seconds', md5(i::text) || '.mp4' ${each(amount)}`,
  connections: (amount: number) => `
    insert into device_connection (tenant_id, device_id, time, authenticated, address, ended)
    select 1, e.id, at, at, '10.0.0.1', at + interval '4 minutes' ${each(amount)} join device e on e.id = ${terminalOfCompany}`,
  // With the number of each finished day, which the nightly job stores.
  fixes: (amount: number) => `
    insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
    select 1, e.id, at, 512, i % 65536, at, 104000000 + i % 100000, 30600000, 300, 90, 500, 3, 0 ${each(amount)} join device e on e.id = ${terminalOfCompany};
    insert into track_day (tenant_id, device_id, day, token, fixes, reported, line, silences)
    select 1, device_id, time::date, 0, count(*), count(*), '[]', '[]' from position where time < current_date group by 2, 3`,
  logs: (amount: number) => `
    insert into sys_log (tenant_id, create_time, type, title, service_id, create_by, remote_addr, user_agent, request_uri, method, params, time)
    select 1, at, case i % 50 when 0 then '9' else '0' end, 'PUT /admin/area', 'huanwei', person, '10.0.0.1', 'Mozilla/5.0', '/admin/area', 'PUT',
      '{"id":' || i || '}', 12 ${each(amount)}`,
  'log-ins': (amount: number) => `
    insert into sys_log_login (tenant_id, create_time, operation, status, username, grant_type, remote_addr, user_agent)
    select 1, at, i % 2, case i % 20 when 0 then 0 else 1 end, person, 'password', '10.0.0.1', 'Mozilla/5.0' ${each(amount)}`,
  files: (amount: number) => `
    insert into sys_file (tenant_id, bucket_name, file_name, original, type, file_size, create_user, is_confirmed, create_time)
    select 1, 'files', md5(i::text) || '.jpg', '照片' || i || '.jpg', case i % 5 when 0 then 'png' else 'jpg' end, 100000, person, true, at ${each(amount)}`,
  attendance: (amount: number) => `
    insert into sys_user (tenant_id, username, name, initials, password, dept_id, create_time)
    select 1, 'keeper' || i, '保洁员' || i, 'bjy' || i, '', dept_id, at ${each(6000)};
    insert into attendance_day (tenant_id, user_id, dept_id, day, day_time, shift_name, worked_state, state, basis)
    select 1, u.user_id, u.dept_id, d.day, d.day::timestamptz, '早班', s.state, s.state, '{"spans":[],"grace":{"lateMs":300000,"earlyMs":300000}}'
    from (select current_date - n as day, n from generate_series(0, 179) n) d
    cross join (select user_id, dept_id from sys_user where tenant_id = 1 and username like 'keeper%') u
    cross join lateral (select (array['normal', 'normal', 'normal', 'late', 'early', 'absent', 'leave', 'rest'])[1 + (u.user_id + d.n) % 8] as state) s
    order by d.day, u.user_id limit ${amount}`,
  violations,
  emergencies: (amount: number) => `
    insert into emergency (tenant_id, is_drill, object_type, object_id, object_name, dept_id, dept_name, name, position, time, last_time, waiting_since,
      acknowledged_by, acknowledged_name, acknowledged_time, closed_by, closed_name, closed_time)
    select 1, i % 20 = 0, '1', i % 5000, '川A' || i % 5000, dept_id, '作业队', '紧急报警', '建设路', at, at, at, 1, 'person1', at + interval '30 seconds',
      1, 'person1', at + interval '5 minutes' ${each(amount)}`,
  // A report about them of each of the two people, with the number of its maker, and a row for each department.
  cells: (amount: number) => `${violations(amount)};
    insert into report_form (tenant_id, id, user_id, create_by, name, kind, grouping, first_day, last_day, language, status, departments, done, total, rows)
    overriding system value
    select 1, user_id, user_id, '', '违规', 'violations', 'department', current_date - ${oldestDays}, current_date, 'zh-CN', 'done',
      case username when 'person0' then array(select dept_id from sys_dept where name = '环卫公司1' or name like '环卫公司1作业队%') end, 1, 1, 200
    from sys_user where tenant_id = 1 and username in ('admin', 'person0');
    insert into report_row (tenant_id, report_id, key, sums)
    select 1, r.id, d.dept_id::text, '{}' from report_form r join sys_dept d on d.tenant_id = 1`,
  roles: (amount: number) => `
    insert into sys_role (tenant_id, role_name, role_code, create_time) select 1, '角色' || i, 'ROLE_' || i, at ${each(amount)}`,
  // Half of them the administrator's, half of who sees one company.
  reminders: (amount: number) => `
    insert into msg_push (tenant_id, push_object_id, event_id, dept_id, read_unread, msg_type, object_id, object_type, kind, status, create_time)
    select 1, u.user_id, i, d.dept_id, i % 2, '2', i % 5000, '1', 1 + i / 2 % 6, case when i % 20 < 2 then 1 else 2 end, at ${each(amount)} join sys_user u on u.tenant_id = 1 and u.username = case i % 2 when 0 then 'admin' else 'person0' end`,
  // One of the last of each person waits.
  adjustments: (amount: number) => `
    with added as (
      insert into abnormal_attendance_adjustment (tenant_id, create_time, object_id, dept_id, day, from_state, to_state, reason, status, submitted_by)
      select 1, at, u.user_id, u.dept_id, at::date, 'absent', 'normal', '忘记打卡', case when i > ${amount - 2000} then 1 else 2 + i % 2 end, u.user_id
      ${each(amount)} join sys_user u on u.tenant_id = 1 and u.username = p.person returning id, create_time, submitted_by)
    insert into abnormal_attendance_adjustment_process (tenant_id, adjustment_id, create_time, user_id, user_name, status, reason)
    select 1, id, create_time, submitted_by, '', 1, '' from added`,
  reports: (amount: number) => `
    insert into report_form (tenant_id, user_id, create_by, name, kind, grouping, first_day, last_day, language, status, departments, done, total, rows, create_time)
    select 1, u.user_id, person, '日报' || i, case i % 4 when 0 then 'mileage' else 'violations' end, 'department', at::date, at::date, 'zh-CN',
      case i % 20 when 0 then 'failed' else 'done' end, array[d.dept_id], 1, 1, 1, at ${each(amount)} join sys_user u on u.tenant_id = 1 and u.username = p.person`,
  sms: (amount: number) => `
    insert into sms_message (tenant_id, create_time, asked_time, rule_id, user_id, violation_id, mobile, text, failures, sent_time)
    select 1, at, at, 1 + i % 8, u.user_id, i, '13800000000', '车辆超速', case i % 50 when 0 then 5 else 0 end, case i % 50 when 0 then null else at end
    ${each(amount)} join sys_user u on u.tenant_id = 1 and u.username = p.person`,
  'task-plans': (amount: number) => `
    insert into job_task_plan (tenant_id, dept_id, user_id, name, due_minutes)
    select 1, d.dept_id, u.user_id, '保洁' || i, '{480}' ${each(amount)} join sys_user u on u.tenant_id = 1 and u.username = p.person`,
  'work-plans': (amount: number) => `
    insert into work_plan (tenant_id, dept_id, name, job_type, area_ids, facility_ids, vehicle_ids, shift_ids, times, calendar, goal, enabled)
    select 1, d.dept_id, '清扫' || i, case i % 3 when 0 then 'water' else 'clean' end, '{1,2}', '{}', '{1,2}', '{1}', 1, false, 90, false ${each(amount)}`,
  // Of one day.
  'work-tasks': (amount: number) => `
    with plans as (
      insert into work_plan (tenant_id, dept_id, name, job_type, area_ids, facility_ids, vehicle_ids, shift_ids, times, calendar, goal, enabled)
      select 1, d.dept_id, '清扫' || i, 'clean', '{}', '{}', '{}', '{}', 1, false, 90, false ${each(amount)} returning id, dept_id),
    bases as (
      insert into work_basis (tenant_id, plan_id, digest, basis)
      select 1, id, 'x', '{"name":"清扫","jobType":"clean","goal":90,"implementInput":null,"roads":[],"stops":[],"vehicles":[]}' from plans returning id, plan_id)
    insert into work_task (tenant_id, plan_id, basis_id, dept_id, vehicle_ids, day, shift_id, shift_name, turn, turns, start_time, end_time,
      planned_metres, stop_count, done_time, open)
    select 1, b.plan_id, b.id, p.dept_id, array[b.id % 100], current_date, 1, '早班', 1, 1, s.at, s.at + interval '2 hours', 1000, 0,
      case b.id % 2 when 0 then s.at end, false
    from bases b join plans p on p.id = b.plan_id cross join lateral (select current_date + b.id % 1320 * interval '1 minute' as at) s`,
} as const
export type Noun = keyof typeof statements

/** Adds `amount` rows to the list of a noun, spread over the departments of `addVehicles` and the people of `addPeople`. */
export async function addNouns(db: OwnedDatabase, noun: Noun, amount: number) {
  await addPastPartitions(db, Date.now(), oldestDays + 1)
  if (noun === 'connections' || noun === 'fixes') await addPastDays(db, noun === 'fixes' ? 'position' : 'device_connection')
  await db.owner.query(statements[noun](amount))
  // The maintenance that autovacuum would do later.
  await db.owner.query('vacuum analyze')
  await db.owner.query('checkpoint')
}

async function addPastDays(db: OwnedDatabase, table: 'position' | 'device_connection') {
  const client = await db.owner.connect()
  const days = Array.from({ length: oldestDays + 2 }, (_, day) => Date.now() - day * dayMs)
  await ensureDays(client, table, days).finally(() => client.release())
}

/** Gives an account the scope of a company with its teams, every permission, and the administrator's password. */
export const limitToCompany = (db: OwnedDatabase, username: string) =>
  db.owner.query(`
    update sys_user set password = (select password from sys_user where username = 'admin'),
      dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = '环卫公司1') where username = '${username}';
    with added as (insert into sys_role (tenant_id, role_name, role_code, ds_type) values (1, '经理', 'ROLE_COMPANY', 2) returning role_id),
      granted as (insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id from added, sys_menu where tenant_id = 1)
    insert into sys_user_role (tenant_id, user_id, role_id) select 1, user_id, role_id from sys_user, added where username = '${username}'`)
