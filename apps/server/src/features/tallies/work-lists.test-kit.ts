import { deptOf, everything, type Ids, january, type ListCase, moves, numbered, time } from './lists.test-kit.ts'

/** Lists of days of work and of what is told about them, by the path of their call. */
export const workLists = (ids: Ids): Record<string, ListCase> => ({
  '/admin/jobTaskPlan/page': plans(ids),
  '/admin/attendance/page': attendanceDays(ids),
  '/admin/attendance/sheet': attendanceMonths(ids),
  '/admin/abnormalAttendanceAdjustment/page': adjustments(ids),
  '/admin/reportForms/page': reports(ids),
  '/admin/reportForms/row/page': reportRows(ids),
  '/admin/reportSchedule/page': schedules(ids),
  '/admin/sms/page': shortMessages(ids),
})

/** Days from 2000 on, each of the same two people. */
const dayOf = `date '2000-01-01' + i`
const personOf = ({ admin, other }: Ids) => `case i % 2 when 0 then ${admin} else ${other} end`

const plans = (ids: Ids): ListCase => ({
  from: 'job_task_plan where tenant_id = 1 and removed_time is null',
  key: ['id', 'id'],
  order: 'id desc',
  inScope: `(dept_id = ${ids.first} or user_id = $me)`,
  filters: [everything, ['name=77', `name like '%77%'`], [`deptId=${ids.second}`, `dept_id = ${ids.second}`]],
  add: (from, to) => `
    insert into job_task_plan (tenant_id, dept_id, user_id, name, due_minutes)
    select 1, ${deptOf(ids)}, case i % 11 when 0 then ${ids.handler} else ${ids.admin} end, '保洁' || i, '{480}' from ${numbered(from, to)}`,
  changes: [
    ...moves(ids, 'job_task_plan'),
    `update job_task_plan set name = name || '77' where id % 101 = $n`,
    `update job_task_plan set user_id = ${ids.other} where id % 11 = $n % 11`,
    'update job_task_plan set removed_time = now() where id % 103 = $n',
  ],
})

const attendanceDays = (ids: Ids): ListCase => ({
  from: 'attendance_day where tenant_id = 1',
  key: ['id', 'id'],
  order: 'day_time desc, id desc',
  inScope: `(dept_id = ${ids.first} or user_id = $me)`,
  filters: [
    everything,
    ['dayState=late', `state = 'late'`],
    [`deptId=${ids.second}`, `dept_id = ${ids.second}`],
    [`objectId=${ids.other}`, `user_id = ${ids.other}`],
    ['firstDay=2005-03-01&lastDay=2006-01-31', `day between '2005-03-01' and '2006-01-31'`],
  ],
  add: (from, to) => `
    insert into attendance_day (tenant_id, user_id, dept_id, day, day_time, worked_state, state, basis)
    select 1, ${personOf(ids)}, ${deptOf(ids)}, ${dayOf}, (${dayOf})::timestamp at time zone 'Asia/Shanghai', 'normal',
      case i % 7 when 0 then 'late' else 'normal' end, '{"spans":[],"grace":{"late":0,"early":0}}' from ${numbered(from, to)}`,
  changes: [
    ...moves(ids, 'attendance_day'),
    `update attendance_day set state = 'late' where id % 101 = $n`,
    'delete from attendance_day where id % 503 = $n',
  ],
})

/** The first two days of January of people who are not removed here; a month is of the department of its last day. */
const attendanceMonths = (ids: Ids): ListCase => ({
  query: 'month=2026-01',
  from: `(
    select distinct on (user_id) user_id, dept_id from attendance_day
    where tenant_id = 1 and day between '2026-01-01' and '2026-01-31' order by user_id, day desc) month where true`,
  key: ['objectId', 'user_id'],
  order: 'dept_id, user_id',
  inScope: `(dept_id = ${ids.first} or user_id = $me)`,
  filters: [everything, [`deptId=${ids.second}`, `dept_id = ${ids.second}`], [`objectId=${ids.other}`, `user_id = ${ids.other}`]],
  rows: 700,
  add: (from, to) => `
    insert into attendance_day (tenant_id, user_id, dept_id, day, day_time, worked_state, state, basis)
    select 1, user_id, case day when 1 then ${ids.second} else ${deptOf(ids)} end, date '2025-12-31' + day, date '2025-12-31' + day, 'normal', 'normal',
      '{"spans":[],"grace":{"late":0,"early":0}}'
    from (select user_id, row_number() over (order by user_id) i from sys_user where tenant_id = 1 and user_id % 503 > 50) person, generate_series(1, 2) day
    where i between ${from} and ${to} on conflict do nothing`,
  changes: [
    ...moves(ids, 'attendance_day', 'user_id'),
    `update attendance_day set state = 'late' where day = '2026-01-01' and user_id % 7 = $n % 7`,
  ],
})

const adjustments = (ids: Ids): ListCase => ({
  from: 'abnormal_attendance_adjustment where tenant_id = 1',
  key: ['id', 'id'],
  order: 'create_time desc, id desc',
  inScope: `(dept_id = ${ids.first} or object_id = $me or submitted_by = $me)`,
  filters: [
    everything,
    ['status=2', 'status = 2'],
    [`deptId=${ids.second}`, `dept_id = ${ids.second}`],
    [`objectId=${ids.other}`, `object_id = ${ids.other}`],
    january('create_time'),
  ],
  add: (from, to) => `
    with added as (
      insert into abnormal_attendance_adjustment
        (tenant_id, create_time, object_id, dept_id, day, from_state, to_state, reason, status, submitted_by)
      select 1, ${time}, ${personOf(ids)}, ${deptOf(ids)}, ${dayOf}, 'absent', 'normal', '', 2 + i % 2, ${ids.admin} from ${numbered(from, to)}
      returning id)
    insert into abnormal_attendance_adjustment_process (tenant_id, adjustment_id, user_id, user_name, status, reason)
    select 1, id, ${ids.admin}, '', 1, '' from added`,
  changes: [
    ...moves(ids, 'abnormal_attendance_adjustment'),
    'update abnormal_attendance_adjustment set status = 2 where id % 101 = $n',
    `with steps as (delete from abnormal_attendance_adjustment_process where adjustment_id % 503 = $n)
      delete from abnormal_attendance_adjustment where id % 503 = $n`,
  ],
})

const reports = (ids: Ids): ListCase => ({
  from: 'report_form where tenant_id = 1',
  key: ['id', 'id'],
  order: 'create_time desc, id desc',
  inScope: `departments <@ array[${ids.first}]`,
  filters: [
    everything,
    ['name=77', `name like '%77%'`],
    ['kind=mileage', `kind = 'mileage'`],
    ['status=failed', `status = 'failed'`],
    ['scheduleId=3', 'schedule_id = 3'],
    [`deptId=${ids.second}`, `departments && array[${ids.second}]`],
  ],
  add: (from, to) => `
    insert into report_form
      (tenant_id, user_id, create_by, schedule_id, name, kind, grouping, first_day, last_day, language, status, departments, total, create_time)
    select 1, ${ids.admin}, '', i % 5, '报表' || i, case i % 4 when 0 then 'mileage' else 'violations' end, 'department', '2026-01-01', '2026-01-31', 'zh-CN',
      case i % 6 when 0 then 'failed' else 'done' end, array[${deptOf(ids)}], 1, ${time} from ${numbered(from, to)}`,
  changes: [
    `update report_form set departments = array[${ids.first}, ${ids.second}] where id % 97 = $n and id <> ${ids.report}`,
    `update report_form set status = 'failed' where id % 101 = $n`,
    `update report_form set name = name || '77' where id % 101 = $n`,
    `delete from report_form where id % 503 = $n and id <> ${ids.report}`,
  ],
})

/** A report that has more rows each time some are added. */
const reportRows = ({ report }: Ids): ListCase => ({
  query: `id=${report}`,
  from: `report_row where tenant_id = 1 and report_id = ${report}`,
  key: ['key', 'key'],
  order: 'place',
  inScope: 'true',
  filters: [everything],
  rows: 700,
  add: (from, to) => `
    with added as (
      insert into report_row (tenant_id, report_id, key, place, sums)
      select 1, ${report}, 'day ' || i, i - ${from} + 1 + (select count(*) from report_row where report_id = ${report}), array[i]
      from ${numbered(from, to)} returning place)
    update report_form set rows = rows + (select count(*) from added) where id = ${report}`,
  changes: [],
})

const schedules = (ids: Ids): ListCase => ({
  from: 'report_schedule where tenant_id = 1',
  key: ['id', 'id'],
  order: 'create_time desc, id desc',
  inScope: `(dept_id = ${ids.first} or user_id = $me)`,
  filters: [everything, ['name=77', `name like '%77%'`], ['kind=mileage', `kind = 'mileage'`]],
  rows: 700,
  add: (from, to) => `
    insert into report_schedule (tenant_id, user_id, name, kind, grouping, dept_id, every, time, language, create_time)
    select 1, case i % 11 when 0 then ${ids.handler} else ${ids.admin} end, '日报' || i, case i % 4 when 0 then 'mileage' else 'violations' end,
      'day', case i % 5 when 0 then null else ${deptOf(ids)} end, 'day', '07:00', 'zh-CN', ${time} from ${numbered(from, to)}`,
  changes: [
    ...moves(ids, 'report_schedule'),
    `update report_schedule set name = name || '77' where id % 101 = $n`,
    'delete from report_schedule where id % 53 = $n',
  ],
})

const shortMessages = (ids: Ids): ListCase => ({
  from: 'sms_message where tenant_id = 1',
  key: ['id', 'id'],
  order: 'create_time desc, id desc',
  inScope: `user_id in (select user_id from sys_user where tenant_id = 1 and dept_id = ${ids.first})`,
  filters: [
    everything,
    ['status=sent', 'sent_time is not null'],
    ['status=failed', 'sent_time is null and failures = 5'],
    ['status=waiting', 'sent_time is null and failures < 5'],
    january('create_time'),
  ],
  add: (from, to) => `
    insert into sms_message (tenant_id, create_time, asked_time, rule_id, user_id, violation_id, mobile, text, failures, sent_time)
    select 1, ${time}, now() + interval '1 hour', 1, ${personOf(ids)}, i, '13800000000', '', i % 6, case i % 8 when 0 then null else ${time} end from ${numbered(from, to)}`,
  changes: [
    'update sms_message set sent_time = now() where id % 101 = $n',
    'update sms_message set failures = 5 - failures where id % 89 = $n',
    `update sms_message set user_id = ${ids.other} where id % 97 = $n`,
    'delete from sms_message where id % 503 = $n',
  ],
})
