import type { OwnedDatabase } from '@huanwei/server/db/owned'
import { addPastPartitions } from './seed.ts'

/** Age of the oldest event, days. */
const oldestDays = 180
const facilities = 2000

/** Adds `amount` accounts and 2000 facilities to tenant 1, spread over the departments of `addVehicles`. */
export async function addPeople(db: OwnedDatabase, amount: number) {
  const teams = `(select array_agg(dept_id order by dept_id) as ids from sys_dept where tenant_id = 1 and name like '%作业队%') t`
  await db.owner.query(`
    insert into sys_user (tenant_id, username, initials, password, dept_id)
    select 1, 'person' || i, 'person' || i, '', t.ids[1 + i % cardinality(t.ids)] from generate_series(0, ${amount - 1}) i, ${teams};
    insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
    select 1, t.ids[1 + i % cardinality(t.ids)], '公厕' || i, 'F' || i, 'gc' || i, '1', 104 + i % 1000 / 5000.0, 30.6
    from generate_series(0, ${facilities - 1}) i, ${teams};
    analyze`)
}

/** Selects an event for each `i`: `p` is the person concerned, `q` another person, `f` a facility. */
const selectEvents = (amount: number, columns: string) => `
  select ${columns}
  from generate_series(1, ${amount}) i
  cross join lateral (select now() - make_interval(secs => (${amount} - i + 1) * ${(oldestDays * 86_400) / amount}::float8) as at) t
  join (select user_id, dept_id, row_number() over (order by user_id) - 1 as n from sys_user where username like 'person%') p
    on p.n = i % (select count(*) from sys_user where username like 'person%')
  join (select user_id, row_number() over (order by user_id) - 1 as n from sys_user where username like 'person%') q
    on q.n = i / 7 % (select count(*) from sys_user where username like 'person%')
  join (select id, name, dept_id, row_number() over (order by id) - 1 as n from facility) f on f.n = i % ${facilities}`

/** Tables of the queues with their columns, and the values of an event. States and kinds are spread evenly. */
const tables = {
  approvals: [
    'apply_for_record (tenant_id, id, create_time, object_id, dept_id, submitted_by, type, first_day, first_half, last_day, last_half, fate, reason, status)',
    `1, i, at, p.user_id, p.dept_id, q.user_id, i % 13, at::date, 'am', at::date, 'pm', 1, '回家探亲', 1 + i / 3 % 4`,
  ],
  inspections: [
    `inspect_event (tenant_id, id, create_time, report_person_id, responsible_id, dept_id, business_type, event_content, assessment_standard, score,
      position, lng, lat, dispose_time_limit, status, if_return)`,
    `1, i, at, q.user_id, p.user_id, p.dept_id, '1', '路口垃圾桶满溢', '3', 2.5, '建设路口', 104.1, 30.6, 4, 1 + i / 3 % 3, case i / 3 % 12 when 3 then 1 end`,
  ],
  complaints: [
    'wc_complaint (tenant_id, id, event_time, code, facility_id, facility_name, dept_id, event_type, content, status, position, lng, lat, report_person, contact_information)',
    `1, i, at, 'R' || i, f.id, f.name, f.dept_id, i % 2, '男厕地面有积水，味道很大', 1 + i / 3 % 2, '建设路', 104.1, 30.6, '张三丰', '13812345678'`,
  ],
  cleaning: [
    `wc_report_to_clean (tenant_id, id, report_time, code, facility_id, facility_name, dept_id, reporter_id, reporter, position, lng, lat, content, type,
      status, assignee_id, assignee_name)`,
    `1, i, at, 'BJ' || to_char(at, 'YYYYMMDD') || lpad(i::text, 7, '0'), f.id, f.name, f.dept_id, q.user_id, '张三丰', '建设路', 104.1, 30.6, '地面有积水', i / 5 % 3,
      i % 5, case when i % 5 > 0 then p.user_id end, ''`,
  ],
} as const
export type Queue = keyof typeof tables

/** Gives an account the scope of its own department, and the administrator's password. */
export const limitToDepartment = (db: OwnedDatabase, username: string) =>
  db.owner.query(`
    update sys_user set password = (select password from sys_user where username = 'admin') where username = '${username}';
    with added as (insert into sys_role (tenant_id, role_name, role_code, ds_type) values (1, '班长', 'ROLE_TEAM', 2) returning role_id)
    insert into sys_user_role (tenant_id, user_id, role_id) select 1, user_id, role_id from sys_user, added where username = '${username}'`)

/** Values of the push records of an event; cleaning reports have none. */
const pushColumns: Partial<Record<Queue, string>> = {
  approvals: `'4', object_id, '0', submitted_by, 0, status, create_time`,
  inspections: `'3', responsible_id, '0', report_person_id, 0, case if_return when 1 then 4 else status end, create_time`,
  complaints: `'5', facility_id, '2', null::int, event_type, status, event_time`,
}

/** Adds `amount` events to a queue, evenly over the last half year, each pushed to `userId`. */
export async function addEvents(db: OwnedDatabase, queue: Queue, amount: number, userId: number) {
  await addPastPartitions(db, Date.now(), oldestDays + 1)
  const [target, values] = tables[queue]
  const table = target.slice(0, target.indexOf(' '))
  await db.owner.query(`
    insert into ${target} overriding system value ${selectEvents(amount, values)};
    select setval(pg_get_serial_sequence('${table}', 'id'), ${amount})`)
  if (pushColumns[queue])
    await db.owner.query(`
      insert into msg_push (tenant_id, push_object_id, event_id, dept_id, read_unread, msg_type, object_id, object_type, from_id, kind, status, create_time)
      select 1, ${userId}, id, dept_id, id % 2, ${pushColumns[queue]} from ${table} order by id`)
  // The maintenance that autovacuum would do later.
  await db.owner.query('vacuum analyze')
  await db.owner.query('checkpoint')
}
