import { dayMs } from '@huanwei/contract/time'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import { ensureMonths } from '@huanwei/server/db/partitions'

/** First terminal number of the load generator; the others follow. */
const firstTerminal = 14_000_000_001
export const terminalNumber = (index: number) => String(firstTerminal + index)

/** Adds vehicles with terminals to tenant 1, spread over `departments` two levels below the root. */
export async function addVehicles(db: OwnedDatabase, vehicles: number, departments: number) {
  const companies = Math.ceil(Math.sqrt(departments))
  await db.owner.query(`
    insert into sys_dept (tenant_id, parent_id, name, sort)
    select 1, (select dept_id from sys_dept where tenant_id = 1 and parent_id = 0), '环卫公司' || i, i from generate_series(1, ${companies}) i;
    insert into sys_dept (tenant_id, parent_id, name, sort)
    select 1, c.dept_id, c.name || '作业队' || i, i
    from (select dept_id, name, row_number() over (order by dept_id) - 1 as n from sys_dept where tenant_id = 1 and name like '环卫公司%') c
    join generate_series(0, ${departments - companies - 1}) i on i % ${companies} = c.n;
    insert into vehicle (tenant_id, dept_id, plate_number, plate_colour, name, initials, vehicle_type, vehicle_function, driver_name)
    select 1, t.ids[1 + i % cardinality(t.ids)], '川A' || lpad(i::text, 6, '0'), 2, '洗扫' || i, 'ca' || i || 'xs', (1 + i % 10)::text, '1', '王师傅'
    from generate_series(0, ${vehicles - 1}) i, (select array_agg(dept_id order by dept_id) as ids from sys_dept where tenant_id = 1 and name like '%作业队%') t
    order by i;
    insert into device (tenant_id, terminal_no, object_type, object_id, plate_number, first_bound)
    select 1, (${firstTerminal} + row_number() over (order by id) - 1)::text, '1', id, plate_number, now() from vehicle order by id;
    insert into device_binding (tenant_id, device_id, object_type, object_id, started)
    select 1, id, '1', object_id, '-infinity' from device;
    analyze`)
}

/** Adds a facility to tenant 1; resolves to the code of its sticker. */
export async function addFacility(db: OwnedDatabase) {
  const code = 'BENCHCODE0001'
  await db.owner.query(
    `insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
     select 1, min(dept_id), '建设路公厕', $1, 'jslgc', '1', 104.06, 30.66 from sys_dept where tenant_id = 1`,
    [code],
  )
  return code
}

/** Creates the partitions of the `days` before `now` (epoch ms). */
export async function addPastPartitions(db: OwnedDatabase, now: number, days: number) {
  const client = await db.owner.connect()
  try {
    await ensureMonths(
      client,
      Array.from({ length: days + 1 }, (_, day) => now - day * dayMs),
    )
  } finally {
    client.release()
  }
}

/** Age of the oldest violation, days. */
const oldestDays = 180

/** Adds `amount` violations of the vehicles, evenly over the last half year, half of them pending, each pushed to `userId`. */
export async function addViolations(db: OwnedDatabase, amount: number, userId: number) {
  const now = Date.now()
  await addPastPartitions(db, now, oldestDays)
  const rows = `
    from generate_series(1, ${amount}) i
    cross join lateral (select to_timestamp(${now / 1000} - i * ${(oldestDays * 86_400) / amount}::float8) as at) t
    join (select v.id, v.dept_id, v.plate_number, d.name, e.id as device_id, row_number() over (order by v.id) - 1 as n
          from vehicle v join sys_dept d using (tenant_id, dept_id) join device e on e.object_id = v.id) v on v.n = i % (select count(*) from vehicle)`
  await db.owner.query(`
    insert into violation_event (tenant_id, id, create_time, end_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
      dept_id, dept_name, violation_event, severity, position, lng, lat, "limit", peak, execute_action, alarm_type)
    overriding system value
    select 1, i, at, at + interval '90 seconds', at + interval '90 seconds', 1 + i % 8, v.device_id, '1', v.id, v.plate_number, '1',
      v.dept_id, v.name, '超速行驶', 'alarm', '建设路', 104 + i % 1000 / 5000.0, 30.6, 60, 60 + i % 40, 'recorded', case i / 3 % 2 when 0 then -1 else 0 end ${rows}`)
  await db.owner.query(`
    insert into msg_push (tenant_id, id, create_time, msg_type, push_object_id, event_id, object_type, object_id, dept_id, status, read_unread)
    overriding system value
    select 1, i, at, '1', ${userId}, i, '1', v.id, v.dept_id, 1 + i / 3 % 2, i / 3 % 2 ${rows}`)
  await db.owner.query(`
    select setval(pg_get_serial_sequence('violation_event', 'id'), ${amount}), setval(pg_get_serial_sequence('msg_push', 'id'), ${amount})`)
  // The maintenance that autovacuum would do later.
  await db.owner.query('vacuum analyze')
  await db.owner.query('checkpoint')
}

/** Adds rules like those of the demo for the first `watched` vehicles: speed, an area to stay in, terminal alarms, offline. */
export async function addRules(db: OwnedDatabase, watched: number) {
  const ring = Array.from({ length: 24 }, (_, i) => [104.05 + Math.cos((i * Math.PI) / 12), 30.65 + Math.sin((i * Math.PI) / 12)])
  const shape = JSON.stringify({ kind: 'polygon', ring })
  const conditions = [
    `'{"kind":"speeding","limit":60}'`,
    `'{"kind":"speeding","limit":40}'`,
    `'{"kind":"terminalAlarm","bit":0}'`,
    `'{"kind":"terminalAlarm","bit":2}'`,
    `'{"kind":"offline","after":900}'`,
    `'{"kind":"outOfArea","areaIds":[1]}'`,
  ]
  await db.owner.query(`
    insert into area (tenant_id, id, dept_id, name, shape) overriding system value
    select 1, 1, min(dept_id), '作业区', '${shape}' from vehicle;
    insert into area_vehicle select 1, 1, id from vehicle order by id limit ${watched};
    insert into monitoring_rule (tenant_id, name, object_type, condition, severity, object_ids, hours, min_duration, cooldown)
    select 1, '规则' || n, '1', condition::jsonb, 'alarm', (select array_agg(id) from (select id from vehicle order by id limit ${watched}) v), '[]', 10, 60
    from (values ${conditions.map((condition, i) => `(${i}, ${condition})`).join()}) c (n, condition)`)
}
