import { MsgType } from '@huanwei/contract/messages/codes'
import type { ObjectType } from '@huanwei/contract/objects'
import { type ConditionKind, Severity } from '@huanwei/contract/rules/codes'
import type { Condition } from '@huanwei/contract/rules/endpoints'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { AlarmBit } from '@huanwei/terminal/messages/alarm'
import type pg from 'pg'

/** A cause that a rule of ours finds in the positions, and that a terminal may report by an alarm of its own. */
export type Cause = 'speeding' | 'fatigue' | 'stopped' | 'offRoute'

/** The alarms of areas and routes crossed are not among them: their bits say neither which area nor which direction. */
const causes: readonly { cause: Cause; kinds: readonly ConditionKind[]; bits: readonly number[] }[] = [
  { cause: 'speeding', kinds: ['speeding'], bits: [AlarmBit.overspeed, AlarmBit.overspeedWarning] },
  { cause: 'fatigue', kinds: ['fatigue'], bits: [AlarmBit.fatigue, AlarmBit.fatigueWarning] },
  { cause: 'stopped', kinds: ['parked', 'idling'], bits: [AlarmBit.parkingExceeded] },
  { cause: 'offRoute', kinds: ['offRoute'], bits: [AlarmBit.routeDeviation] },
]

/** Cause of the violations of a condition, null where nothing else reports the same, and whether the terminal itself reports it. */
export function reportOf(condition: Condition): { cause: Cause | null; byTerminal: boolean } {
  const byTerminal = condition.kind === 'terminalAlarm'
  const found = causes.find(({ kinds, bits }) => (byTerminal ? bits.includes(condition.bit) : kinds.includes(condition.kind)))
  return { cause: found?.cause ?? null, byTerminal }
}

/** Part of the time of an object in which its violations changed, epoch ms. `end` is null for one that lasts. */
export type MergeSpan = { tenantId: number; objectType: ObjectType; objectId: number; start: number; end: number | null }

/** Longest time between the beginnings of a violation and of an alarm that is merged into it. It bounds what is read. */
const mergeWithinSeconds = 86_400
const mergeWithin = `interval '${mergeWithinSeconds} seconds'`
/** The same of everything that is merged into a violation: what a video server tells may be by way of the terminal's alarm between the two. */
export const partWithinSeconds = 2 * mergeWithinSeconds
export const partWithin = `interval '${partWithinSeconds} seconds'`

/** Longest time between what a video server and what the vehicle's own terminal say of one alarm: their clocks differ. */
const sameAlarmSeconds = 60
const sameAlarm = `interval '${sameAlarmSeconds} seconds'`

const alarmColumns = `a.tenant_id, a.id, a.create_time, coalesce(a.end_time, 'infinity') as until, a.object_type, a.object_id, a.dept_id, a.cause, a.severity,
      a.by_terminal, a.device_id, a.rule_id`

/**
 * Pending alarms of terminals and of video servers that hold in the spans, whether they are merged or not, and those of video servers that go where such an
 * alarm of the terminal goes. A span begins earlier than what it is about.
 */
const alarms = `
  held as (
    select distinct ${alarmColumns}
    from jsonb_to_recordset($1::jsonb) as g (tenant_id int, object_type text, object_id int, start timestamptz, "end" timestamptz)
    join violation_event a on a.tenant_id = g.tenant_id and a.object_type = g.object_type and a.object_id = g.object_id
      and a.create_time between g.start - ${mergeWithin} and least(coalesce(g."end", 'infinity'), g.start + ${mergeWithin} + ${sameAlarm})
      and coalesce(a.end_time, 'infinity') >= g.start
    where (a.by_terminal and a.cause is not null or a.device_id < 0) and a.alarm_type = ${AlarmType.pending}
  ), alarm as (
    select * from held
    union
    select ${alarmColumns}
    from held t
    join violation_event a on a.tenant_id = t.tenant_id and a.object_type = t.object_type and a.object_id = t.object_id and a.dept_id = t.dept_id
      and a.rule_id = t.rule_id and a.device_id < 0 and t.device_id > 0 and a.alarm_type = ${AlarmType.pending}
      and a.create_time between t.create_time - ${mergeWithin} and least(t.until + ${sameAlarm}, t.create_time + ${mergeWithin})
      and coalesce(a.end_time, 'infinity') >= t.create_time - ${sameAlarm}
  )`

const lock = `
  with ${alarms}
  select from alarm a
  join msg_push m on m.tenant_id = a.tenant_id and m.msg_type = '${MsgType.violation}' and m.event_id = a.id and m.create_time = a.create_time
  order by m.id for update of m`

/** Violations of the object and department of an alarm. */
const ofSame = (
  alarm: string,
) => `v.tenant_id = ${alarm}.tenant_id and v.object_type = ${alarm}.object_type and v.object_id = ${alarm}.object_id
        and v.dept_id = ${alarm}.dept_id`

/** The violation of a rule that says the same as an alarm of a terminal. An alarm is never behind a warning. */
const causeOf = (alarm: string) => `
      select v.id, v.create_time from violation_event v
      where ${ofSame(alarm)} and v.alarm_type = ${AlarmType.pending} and v.cause = ${alarm}.cause and ${alarm}.by_terminal and not v.by_terminal
        and (v.severity = '${Severity.alarm}' or ${alarm}.severity = '${Severity.warning}')
        and v.create_time between ${alarm}.create_time - ${mergeWithin} and least(${alarm}.until, ${alarm}.create_time + ${mergeWithin})
        and coalesce(v.end_time, 'infinity') >= ${alarm}.create_time
      order by v.create_time, v.rule_id, v.device_id, v.id limit 1`

// The first violation of several, by its start and rule, so that the order of arrival makes no difference. What a video server tells belongs to what
// the terminal says of the same alarm, whether that is handled or not, and with that to the violation of a rule: where it is handled, as it was then.
const merge = `
  with ${alarms}, chosen as materialized (
    select a.tenant_id, a.id, a.create_time, coalesce(w.id, tw.id, h.id, t.id) as whole,
      coalesce(w.create_time, tw.create_time, h.create_time, t.create_time) as whole_time
    from alarm a
    left join lateral (${causeOf('a')}
    ) w on true
    left join lateral (
      select v.*, coalesce(v.end_time, 'infinity') as until from violation_event v
      where ${ofSame('a')} and a.device_id < 0 and v.device_id > 0 and v.rule_id = a.rule_id
        and v.create_time between a.create_time - ${mergeWithin} and least(a.until + ${sameAlarm}, a.create_time + ${mergeWithin})
        and coalesce(v.end_time, 'infinity') >= a.create_time - ${sameAlarm}
      order by v.create_time, v.device_id, v.id limit 1
    ) t on true
    left join lateral (${causeOf('t')}
    ) tw on t.alarm_type = ${AlarmType.pending}
    left join violation_event h on h.tenant_id = t.tenant_id and h.id = t.merged_into and t.alarm_type <> ${AlarmType.pending}
      and h.create_time between t.create_time - ${mergeWithin} and t.create_time + ${mergeWithin}
  ), event as (
    update violation_event e set merged_into = c.whole
    from chosen c where e.tenant_id = c.tenant_id and e.id = c.id and e.create_time = c.create_time and e.merged_into is distinct from c.whole
  ), message as (
    select m.tenant_id, m.id, m.create_time, exists (
      select from msg_push o where o.tenant_id = m.tenant_id and o.msg_type = m.msg_type and o.event_id = c.whole and o.create_time = c.whole_time
        and o.push_object_id = m.push_object_id
    ) as merged
    from chosen c join msg_push m on m.tenant_id = c.tenant_id and m.msg_type = '${MsgType.violation}' and m.event_id = c.id and m.create_time = c.create_time
  )
  update msg_push m set merged = g.merged
  from message g where m.tenant_id = g.tenant_id and m.id = g.id and m.create_time = g.create_time and m.merged <> g.merged`

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
const rowsOf = (spans: readonly MergeSpan[]) =>
  JSON.stringify(
    spans.map(({ tenantId, objectType, objectId, start, end }) => ({
      tenant_id: tenantId,
      object_type: objectType,
      object_id: objectId,
      start: timeOf(start - sameAlarmSeconds * 1000),
      end: timeOf(end === null ? null : end + sameAlarmSeconds * 1000),
    })),
  )

/**
 * Locks the messages of the alarms in these spans in the order of their ids, as a verdict on them does. To be called before the transaction
 * writes any message.
 */
export async function lockAlarms(client: pg.ClientBase, spans: readonly MergeSpan[]) {
  if (spans.length) await client.query({ name: 'lock alarms', text: lock, values: [rowsOf(spans)] })
}

/**
 * Merges the alarms of terminals in these spans into the violations of rules that have the same object and cause and overlap with them, those of video
 * servers into what the vehicle's own terminal says of them, and parts those that do so no longer. What has been handled stays as it is. Requires `lockStorms` for the tenants.
 */
export async function mergeAlarms(client: pg.ClientBase, spans: readonly MergeSpan[]) {
  if (spans.length) await client.query({ name: 'merge alarms', text: merge, values: [rowsOf(spans)] })
}
