import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import type { ObjectType } from '@huanwei/contract/objects'
import type { Permission } from '@huanwei/contract/permissions'
import { AlarmType, ExecutedAction } from '@huanwei/contract/violations/codes'
import type pg from 'pg'
import type { NameOfPlace } from '../../lib/place-names.ts'
import type { Cause } from './merge-alarms.ts'
import type { Occurrence } from './occurrence.ts'
import type { StoredOccurrence } from './reevaluate.ts'
import type { RuleFacts } from './rulebook.ts'
import { columnsOf, type RulebookPart, tenantsIn } from './rulebook-part.ts'
import { isCommanded, type WatchedTerminal } from './subject.ts'

/** A violation to insert; `isFresh`: it is in force and was seen just now. */
export type NewViolation = { subject: WatchedTerminal; facts: RuleFacts; occurrence: Occurrence; isFresh: boolean }

/** A stored violation; `id` and `start` identify its row. */
export type StoredViolation = StoredOccurrence & {
  deviceId: number
  tenantId: number
  objectType: ObjectType
  objectId: number
  cause: Cause | null
}

/** Permission of those who are told of violations and judge them. Source: spec 3, section 10. */
const handles: Permission = 'violation_handle'

/** Converts to epoch seconds; reading back gives the same ms. */
const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)
const epochMs = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`

// What is no longer bound, or at no video server any more, is left out. A rule in `exclusive` names whom to tell, and the others are not told; it is not in
// there when none of the people it names may judge any more.
const insert = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as g (
      tenant_id int, device_id int, object_type text, object_id int, object_name text, object_type_value text, dept_id int, dept_name text,
      rule_id int, recipients int[], name text, severity text, position text, action text, measure text,
      lng float8, lat float8, "limit" float8, peak float8, start float8, last float8, "end" float8,
      cause text, by_terminal boolean)
  ), raised as (
    insert into violation_event (tenant_id, create_time, end_time, last_time, rule_id, device_id, object_type, object_id, object_name,
      object_type_value, dept_id, dept_name, violation_event, severity, position, lng, lat, measure, "limit", peak, execute_action, alarm_type,
      cause, by_terminal)
    select g.tenant_id, to_timestamp(g.start), to_timestamp(g."end"), to_timestamp(g.last), g.rule_id, g.device_id, g.object_type, g.object_id,
      g.object_name, g.object_type_value, g.dept_id, g.dept_name, g.name, g.severity, g.position, g.lng, g.lat, g.measure, g."limit", g.peak, g.action, ${AlarmType.pending},
      g.cause, g.by_terminal
    from given g
    where case when g.device_id > 0
      then exists (
        select from device d where d.id = g.device_id and d.tenant_id = g.tenant_id and d.object_type = g.object_type and d.object_id = g.object_id)
      else exists (
        select from vehicle v join unit_info s on s.tenant_id = v.tenant_id and s.video_source <> ''
        where v.tenant_id = g.tenant_id and v.id = g.object_id and v.removed_time is null) end
    returning tenant_id, id, create_time, rule_id, object_type, object_id, dept_id, violation_event
  ), steps as (
    insert into violation_process (tenant_id, violation_id, create_time, object_name, alarm_type, remark)
    select tenant_id, id, create_time, violation_event, ${AlarmType.pending}, '' from raised
  ), handler as (
    select r.tenant_id, h.dept_id, h.user_id
    from (select tenant_id, array_agg(distinct dept_id) as dept_ids from raised group by tenant_id) r
    cross join users_covering(r.tenant_id, '${handles}', r.dept_ids) h
  ), exclusive as materialized (
    select g.tenant_id, g.rule_id, g.recipients
    from (select distinct tenant_id, rule_id, recipients from given where recipients <> '{}') g
    where exists (select from user_scopes(g.tenant_id, '${handles}') n where n.user_id = any(g.recipients))
  )
  insert into msg_push (tenant_id, create_time, msg_type, push_object_id, event_id, object_type, object_id, dept_id, status, read_unread)
  select e.tenant_id, e.create_time, '${MsgType.violation}', h.user_id, e.id, e.object_type, e.object_id, e.dept_id, ${PushStatus.pending}, 0
  from raised e join handler h on h.tenant_id = e.tenant_id and h.dept_id = e.dept_id
  where not exists (
    select from exclusive x where x.tenant_id = e.tenant_id and x.rule_id = e.rule_id and h.user_id <> all(x.recipients))
  order by e.id, h.user_id`

/** Enters violations with their first step and a push record for everybody who may judge them. */
export async function insertViolations(client: pg.ClientBase, violations: readonly NewViolation[], nameOfPlace: NameOfPlace) {
  if (!violations.length) return
  const rows = violations.map(({ subject, facts, occurrence }) => ({
    tenant_id: subject.tenantId,
    device_id: subject.deviceId,
    object_type: subject.objectType,
    object_id: subject.objectId,
    object_name: subject.objectName,
    object_type_value: subject.objectTypeValue,
    dept_id: subject.deptId,
    dept_name: subject.deptName,
    rule_id: occurrence.ruleId,
    recipients: facts.recipientIds,
    name: facts.name,
    severity: facts.severity,
    position: nameOfPlace(occurrence.lng, occurrence.lat),
    action: facts.voiceText && isCommanded(subject) ? ExecutedAction.recordedAndReadAloud : ExecutedAction.recorded,
    lng: occurrence.lng,
    lat: occurrence.lat,
    measure: facts.measure,
    limit: occurrence.limit,
    peak: occurrence.peak,
    start: seconds(occurrence.start),
    last: seconds(occurrence.last),
    end: seconds(occurrence.end),
    cause: facts.cause,
    by_terminal: facts.byTerminal,
  }))
  await client.query({ name: 'raise', text: insert, values: [JSON.stringify(rows)] })
}

const found = `
  e.tenant_id as "tenantId", e.device_id as "deviceId", e.object_type as "objectType", e.object_id as "objectId", e.cause, e.id, e.rule_id as "ruleId", e.alarm_type <> ${AlarmType.pending} as judged,
  ${epochMs('e.create_time')} as start, ${epochMs('e.last_time')} as last, ${epochMs('e.end_time')} as end,
  coalesce(e.lng, 0) as lng, coalesce(e.lat, 0) as lat, e.limit, e.peak`

/** The stored violations with the starts of these occurrences. */
export async function findByStart(
  client: pg.ClientBase,
  wanted: readonly { subject: WatchedTerminal; occurrence: Occurrence }[],
): Promise<StoredViolation[]> {
  if (!wanted.length) return []
  const rows = wanted.map(({ subject, occurrence }) => ({
    tenant_id: subject.tenantId,
    object_type: subject.objectType,
    object_id: subject.objectId,
    device_id: subject.deviceId,
    rule_id: occurrence.ruleId,
    start: seconds(occurrence.start),
  }))
  const result = await client.query<StoredViolation>(
    `select ${found} from jsonb_to_recordset($1::jsonb) as g (tenant_id int, object_type text, object_id int, device_id int, rule_id int, start float8)
     join violation_event e on e.tenant_id = g.tenant_id and e.object_type = g.object_type and e.object_id = g.object_id
       and e.create_time = to_timestamp(g.start) and e.rule_id = g.rule_id and e.device_id = g.device_id`,
    [JSON.stringify(rows)],
  )
  return result.rows
}

/** The stored violations of these terminals on their present objects that began at a device time (epoch ms) or later. */
export async function findSince(
  client: pg.ClientBase,
  wanted: readonly { subject: WatchedTerminal; from: number }[],
): Promise<StoredViolation[]> {
  if (!wanted.length) return []
  const rows = wanted.map(({ subject, from }) => ({
    tenant_id: subject.tenantId,
    object_type: subject.objectType,
    object_id: subject.objectId,
    device_id: subject.deviceId,
    start: seconds(from),
  }))
  const result = await client.query<StoredViolation>(
    `select ${found} from jsonb_to_recordset($1::jsonb) as g (tenant_id int, object_type text, object_id int, device_id int, start float8)
     join violation_event e on e.tenant_id = g.tenant_id and e.object_type = g.object_type and e.object_id = g.object_id
       and e.create_time >= to_timestamp(g.start) and e.device_id = g.device_id`,
    [JSON.stringify(rows)],
  )
  return result.rows
}

export type ViolationUpdate = { stored: StoredViolation; occurrence: Occurrence }

/** Updates stored violations; a start that changed changes the push records too. */
export async function updateViolations(client: pg.ClientBase, changes: readonly ViolationUpdate[], nameOfPlace: NameOfPlace) {
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

/** Deletes violations that proved wrong, with their steps and push records, unless a user has judged them meanwhile. */
export async function deleteViolations(client: pg.ClientBase, violations: readonly StoredViolation[]) {
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

type Rewatched = {
  part: RulebookPart
  /** Terminals with rules on the objects of the part, as of now. */
  subjects: ReadonlyMap<number, WatchedTerminal>
  /** Terminals that had rules on them. */
  before: readonly number[]
}

/**
 * Ends violations in force, of the objects in the part, whose rule or binding was removed or changed, and deletes the rule states of terminals
 * without rules.
 */
export async function endUnwatched(client: pg.ClientBase, { part, subjects, before }: Rewatched, now: number) {
  const [condition, values] = conditionOf(part)
  const { rows } = await client.query<StoredViolation>(
    `select ${found} from violation_event e where e.end_time is null and ${condition}`,
    values,
  )
  const over = rows.filter(({ deviceId, objectType, objectId, ruleId, start }) => {
    const subject = subjects.get(deviceId)
    return (
      subject?.objectType !== objectType ||
      subject.objectId !== objectId ||
      !subject.rules.some(({ id, validFrom }) => id === ruleId && validFrom <= start)
    )
  })
  if (tenantsIn(part)) {
    const gone = before.filter((deviceId) => !subjects.has(deviceId))
    if (gone.length) await client.query('delete from rule_state where device_id = any($1::int[])', [gone])
  } else await client.query('delete from rule_state where device_id <> all($1::int[])', [[...subjects.keys()]])
  if (!over.length) return
  await client.query(
    `update violation_event e set end_time = greatest(e.last_time, to_timestamp($4))
     from unnest($1::int[], $2::bigint[], $3::float8[]) as g (tenant_id, id, start)
     where e.tenant_id = g.tenant_id and e.id = g.id and e.create_time = to_timestamp(g.start)`,
    [over.map(({ tenantId }) => tenantId), over.map(({ id }) => id), over.map(({ start }) => seconds(start)), seconds(now)],
  )
}

/** SQL for the violations of the objects in a part, and its values. */
function conditionOf({ objects, tenantIds }: RulebookPart): [condition: string, values: unknown[]] {
  if (!objects) return tenantIds ? ['e.tenant_id = any($1::int[])', [tenantIds]] : ['true', []]
  const named = columnsOf(objects)
  return [
    '(e.tenant_id, e.object_type, e.object_id) in (select * from unnest($1::int[], $2::text[], $3::int[]))',
    [named.tenantIds, named.objectTypes, named.objectIds],
  ]
}
