import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type pg from 'pg'
import type { NameOfPlace } from '../lib/place.ts'
import { say } from '../lib/words.ts'
import type { StoredOccurrence } from './evaluate-again.ts'
import type { Occurrence } from './occurrence.ts'
import type { RuleFacts, Subject } from './rulebook.ts'

/** A violation to write: whose, of which rule, what, and whether it goes on at this moment. */
export type Raised = { subject: Subject; facts: RuleFacts; occurrence: Occurrence; isFresh: boolean }

/** A stored violation, found by its key; `id` and `start` name its row. */
export type Stored = StoredOccurrence & { deviceId: number; tenantId: number }

/** Permission of those who are told of violations and judge them. Source: spec 3, section 10. */
const handles = 'violation_handle'

/** Epoch seconds; read back as they were written. */
const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)
const epochMs = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`

// Of a person's roles the widest scope counts; see `scopeOf` in features/session. The join leaves out what is no longer bound. Where a rule
// names whom to tell, the others are not told, unless none of those may judge any more.
const insert = `
  with recursive given as (
    select * from jsonb_to_recordset($1::jsonb) as g (
      tenant_id int, device_id int, object_type text, object_id int, object_name text, object_type_name text, dept_id int, dept_name text,
      rule_id int, recipients int[], name text, severity text, position text, action text, measure text,
      lng float8, lat float8, "limit" float8, peak float8, start float8, last float8, "end" float8)
  ), raised as (
    insert into violation_event (tenant_id, create_time, end_time, last_time, rule_id, device_id, object_type, object_id, object_name,
      object_type_name, dept_id, dept_name, violation_event, severity, position, lng, lat, measure, "limit", peak, execute_action, alarm_type)
    select g.tenant_id, to_timestamp(g.start), to_timestamp(g."end"), to_timestamp(g.last), g.rule_id, g.device_id, g.object_type, g.object_id,
      g.object_name, g.object_type_name, g.dept_id, g.dept_name, g.name, g.severity, g.position, g.lng, g.lat, g.measure, g."limit", g.peak, g.action, ${AlarmType.pending}
    from given g
    join device d on d.id = g.device_id and d.tenant_id = g.tenant_id and d.object_type = g.object_type and d.object_id = g.object_id
    returning tenant_id, id, create_time, rule_id, object_type, object_id, dept_id, violation_event
  ), steps as (
    insert into violation_process (tenant_id, violation_id, create_time, object_name, alarm_type, remark)
    select tenant_id, id, create_time, violation_event, ${AlarmType.pending}, '' from raised
  ), above as (
    select distinct tenant_id, dept_id as dept, dept_id as at from raised
    union
    select a.tenant_id, a.dept, d.parent_id from above a join sys_dept d on d.tenant_id = a.tenant_id and d.dept_id = a.at
  ), handler as (
    select u.tenant_id, u.user_id, u.dept_id, min(r.ds_type) as widest
    from sys_user u
    join sys_user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.user_id
    join sys_role r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
    where u.tenant_id in (select tenant_id from given) and u.lock_flag = '0'
    group by u.tenant_id, u.user_id
    having bool_or(exists (
      select from sys_role_menu rm join sys_menu m on m.tenant_id = rm.tenant_id and m.menu_id = rm.menu_id
      where rm.tenant_id = r.tenant_id and rm.role_id = r.role_id and m.permission = '${handles}'))
  )
  insert into msg_push (tenant_id, create_time, msg_type, push_object_id, event_id, object_type, object_id, dept_id, status, read_unread)
  select e.tenant_id, e.create_time, '${MsgType.violation}', h.user_id, e.id, e.object_type, e.object_id, e.dept_id, ${PushStatus.pending}, 0
  from raised e
  join handler h on h.tenant_id = e.tenant_id and case h.widest
    when 0 then true
    when 1 then exists (
      select from sys_user_role ur join sys_role r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
      where ur.tenant_id = h.tenant_id and ur.user_id = h.user_id and r.ds_type = 1 and e.dept_id = any(r.ds_scope))
    when 2 then exists (select from above a where a.tenant_id = e.tenant_id and a.dept = e.dept_id and a.at = h.dept_id)
    else h.dept_id = e.dept_id end
  where not exists (
    select from given g where g.tenant_id = e.tenant_id and g.rule_id = e.rule_id and h.user_id <> all(g.recipients)
      and exists (select from handler n where n.tenant_id = g.tenant_id and n.user_id = any(g.recipients)))
  order by e.id, h.user_id`

/** Enters violations with their first step and a push record for everybody who may judge them. */
export async function raise(client: pg.ClientBase, violations: readonly Raised[], nameOfPlace: NameOfPlace) {
  if (!violations.length) return
  const rows = violations.map(({ subject, facts, occurrence }) => ({
    tenant_id: subject.tenantId,
    device_id: subject.deviceId,
    object_type: subject.objectType,
    object_id: subject.objectId,
    object_name: subject.objectName,
    object_type_name: subject.objectTypeName,
    dept_id: subject.deptId,
    dept_name: subject.deptName,
    rule_id: occurrence.ruleId,
    recipients: facts.recipientIds,
    name: facts.name,
    severity: facts.severity,
    position: nameOfPlace(occurrence.lng, occurrence.lat),
    action: say('zh-CN', facts.voiceText ? 'recordedAndReadAloud' : 'recorded'),
    lng: occurrence.lng,
    lat: occurrence.lat,
    measure: facts.measure,
    limit: occurrence.limit,
    peak: occurrence.peak,
    start: seconds(occurrence.start),
    last: seconds(occurrence.last),
    end: seconds(occurrence.end),
  }))
  await client.query({ name: 'raise', text: insert, values: [JSON.stringify(rows)] })
}

const found = `
  e.tenant_id as "tenantId", e.device_id as "deviceId", e.id, e.rule_id as "ruleId", e.alarm_type <> ${AlarmType.pending} as judged,
  ${epochMs('e.create_time')} as start, ${epochMs('e.last_time')} as last, ${epochMs('e.end_time')} as end,
  coalesce(e.lng, 0) as lng, coalesce(e.lat, 0) as lat, e.limit, e.peak`

/** The stored violations that began with these occurrences. */
export async function findByStart(
  client: pg.ClientBase,
  wanted: readonly { subject: Subject; occurrence: Occurrence }[],
): Promise<Stored[]> {
  if (!wanted.length) return []
  const rows = wanted.map(({ subject, occurrence }) => ({
    tenant_id: subject.tenantId,
    object_type: subject.objectType,
    object_id: subject.objectId,
    device_id: subject.deviceId,
    rule_id: occurrence.ruleId,
    start: seconds(occurrence.start),
  }))
  const result = await client.query<Stored>(
    `select ${found} from jsonb_to_recordset($1::jsonb) as g (tenant_id int, object_type text, object_id int, device_id int, rule_id int, start float8)
     join violation_event e on e.tenant_id = g.tenant_id and e.object_type = g.object_type and e.object_id = g.object_id
       and e.create_time = to_timestamp(g.start) and e.rule_id = g.rule_id and e.device_id = g.device_id`,
    [JSON.stringify(rows)],
  )
  return result.rows
}

/** The stored violations of these terminals on what they are bound to that began at a device time (epoch ms) or later. */
export async function findSince(client: pg.ClientBase, wanted: readonly { subject: Subject; from: number }[]): Promise<Stored[]> {
  if (!wanted.length) return []
  const rows = wanted.map(({ subject, from }) => ({
    tenant_id: subject.tenantId,
    object_type: subject.objectType,
    object_id: subject.objectId,
    device_id: subject.deviceId,
    start: seconds(from),
  }))
  const result = await client.query<Stored>(
    `select ${found} from jsonb_to_recordset($1::jsonb) as g (tenant_id int, object_type text, object_id int, device_id int, start float8)
     join violation_event e on e.tenant_id = g.tenant_id and e.object_type = g.object_type and e.object_id = g.object_id
       and e.create_time >= to_timestamp(g.start) and e.device_id = g.device_id`,
    [JSON.stringify(rows)],
  )
  return result.rows
}

export type Rewrite = { stored: Stored; occurrence: Occurrence }

/** Makes stored violations say what is now known of them; a start that moved takes the push records along. */
export async function rewrite(client: pg.ClientBase, changes: readonly Rewrite[], nameOfPlace: NameOfPlace) {
  if (!changes.length) return
  const rows = changes.map(({ stored, occurrence }) => ({
    tenant_id: stored.tenantId,
    id: stored.id,
    was: seconds(stored.start),
    start: seconds(occurrence.start),
    last: seconds(occurrence.last),
    end: seconds(occurrence.end),
    lng: occurrence.lng,
    lat: occurrence.lat,
    position: stored.start === occurrence.start ? null : nameOfPlace(occurrence.lng, occurrence.lat),
    limit: occurrence.limit,
    peak: occurrence.peak,
  }))
  const given = `jsonb_to_recordset($1::jsonb) as g (
    tenant_id int, id bigint, was float8, start float8, last float8, "end" float8, lng float8, lat float8, position text, "limit" float8, peak float8)`
  await client.query(
    `update violation_event e set create_time = to_timestamp(g.start), last_time = to_timestamp(g.last), end_time = to_timestamp(g."end"),
       lng = g.lng, lat = g.lat, position = coalesce(g.position, e.position), "limit" = g.limit, peak = g.peak
     from ${given} where e.tenant_id = g.tenant_id and e.id = g.id and e.create_time = to_timestamp(g.was)`,
    [JSON.stringify(rows)],
  )
  const moved = rows.filter(({ was, start }) => was !== start)
  if (!moved.length) return
  await client.query(
    `update msg_push p set create_time = to_timestamp(g.start)
     from ${given} where p.tenant_id = g.tenant_id and p.msg_type = '${MsgType.violation}' and p.event_id = g.id`,
    [JSON.stringify(moved)],
  )
}

/** Takes violations back that were none, with their steps and push records; not those that somebody has judged meanwhile. */
export async function withdraw(client: pg.ClientBase, violations: readonly Stored[]) {
  if (!violations.length) return
  await client.query(
    `with gone as (
       delete from violation_event e using unnest($1::int[], $2::bigint[], $3::float8[]) as g (tenant_id, id, start)
       where e.tenant_id = g.tenant_id and e.id = g.id and e.create_time = to_timestamp(g.start) and e.alarm_type = ${AlarmType.pending}
       returning e.tenant_id, e.id
     ), steps as (
       delete from violation_process s using gone where s.tenant_id = gone.tenant_id and s.violation_id = gone.id
     )
     delete from msg_push p using gone
     where p.tenant_id = gone.tenant_id and p.msg_type = '${MsgType.violation}' and p.event_id = gone.id`,
    [violations.map(({ tenantId }) => tenantId), violations.map(({ id }) => id), violations.map(({ start }) => seconds(start))],
  )
}

/** Ends what is in force and no longer watched, and forgets where it stood: rules and bindings that are gone or became others. */
export async function endUnwatched(client: pg.ClientBase, subjects: ReadonlyMap<number, Subject>, now: number) {
  const { rows } = await client.query<Stored & { objectType: ObjectType; objectId: number }>(
    `select ${found}, e.object_type as "objectType", e.object_id as "objectId" from violation_event e where e.end_time is null`,
  )
  const over = rows.filter(({ deviceId, objectType, objectId, ruleId, start }) => {
    const subject = subjects.get(deviceId)
    return (
      subject?.objectType !== objectType ||
      subject.objectId !== objectId ||
      !subject.rules.some(({ id, validFrom }) => id === ruleId && validFrom <= start)
    )
  })
  await client.query('delete from rule_state where device_id <> all($1::int[])', [[...subjects.keys()]])
  if (!over.length) return
  await client.query(
    `update violation_event e set end_time = greatest(e.last_time, to_timestamp($4))
     from unnest($1::int[], $2::bigint[], $3::float8[]) as g (tenant_id, id, start)
     where e.tenant_id = g.tenant_id and e.id = g.id and e.create_time = to_timestamp(g.start)`,
    [over.map(({ tenantId }) => tenantId), over.map(({ id }) => id), over.map(({ start }) => seconds(start)), seconds(now)],
  )
}
