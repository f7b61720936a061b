import { EmergencyAct } from '@huanwei/contract/emergencies/codes'
import { callAgainMs, lateCallMs } from '@huanwei/contract/emergencies/rules'
import type pg from 'pg'
import type { NewViolation } from '../raise.ts'

const again = `interval '${callAgainMs} milliseconds'`
/** A call that comes long after the acknowledgement begins the emergency anew; long before it, too, as then the clock was set back. */
const isAnew = `emergency.acknowledged_time not between to_timestamp($2) - ${again} and to_timestamp($2) + ${again}`

const write = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as g (tenant_id int, device_id int, object_type text, object_id int, rule_id int, start float8, last float8)
  ), call as (
    select e.*, g.last
    from given g
    join violation_event e on e.tenant_id = g.tenant_id and e.object_type = g.object_type and e.object_id = g.object_id
      and e.create_time = to_timestamp(g.start) and e.rule_id = g.rule_id and e.device_id = g.device_id
    -- What a video server tells of a call that the terminal made itself is none more.
    where e.merged_into is null
  ), of_object as (
    select tenant_id, object_type, object_id, min(id) as first, count(*)::int as calls, max(last) as last
    from call group by tenant_id, object_type, object_id
  ), raised as (
    insert into emergency (tenant_id, object_type, object_id, object_name, dept_id, dept_name, name, position, lng, lat, time, last_time, calls, violation_id, waiting_since, due_time)
    select c.tenant_id, c.object_type, c.object_id, c.object_name, c.dept_id, c.dept_name, c.violation_event, c.position, c.lng, c.lat,
      c.create_time, to_timestamp(o.last), o.calls, c.id, to_timestamp($2), to_timestamp($2)
    from of_object o join call c on c.tenant_id = o.tenant_id and c.id = o.first
    order by c.tenant_id, c.object_type, c.object_id
    on conflict (tenant_id, object_type, object_id, is_drill) where closed_time is null do update
    set calls = emergency.calls + excluded.calls,
      last_time = greatest(emergency.last_time, excluded.last_time),
      tier = case when ${isAnew} then null else emergency.tier end,
      waiting_since = case when ${isAnew} then excluded.waiting_since else emergency.waiting_since end,
      due_time = case when ${isAnew} then excluded.due_time else emergency.due_time end,
      acknowledged_by = case when ${isAnew} then null else emergency.acknowledged_by end,
      acknowledged_name = case when ${isAnew} then null else emergency.acknowledged_name end,
      acknowledged_time = case when ${isAnew} then null else emergency.acknowledged_time end
    returning tenant_id, id, object_type, object_id, violation_id
  )
  insert into emergency_step (tenant_id, emergency_id, create_time, act, violation_id)
  select r.tenant_id, r.id, to_timestamp($2), case c.id when r.violation_id then '${EmergencyAct.called}' else '${EmergencyAct.calledAgain}' end, c.id
  from raised r join call c on c.tenant_id = r.tenant_id and c.object_type = r.object_type and c.object_id = r.object_id
  order by c.create_time, c.id`

/** Makes emergencies of the violations that are calls for help, and adds further calls to the object's open one. `now`: epoch ms. */
export async function callForHelp(client: pg.ClientBase, violations: readonly NewViolation[], now: number) {
  const rows = violations
    .filter(({ facts, occurrence }) => facts.isCallForHelp && now - occurrence.last <= lateCallMs)
    .map(({ subject, occurrence }) => ({
      tenant_id: subject.tenantId,
      device_id: subject.deviceId,
      object_type: subject.objectType,
      object_id: subject.objectId,
      rule_id: occurrence.ruleId,
      start: occurrence.start / 1000,
      last: occurrence.last / 1000,
    }))
  if (rows.length) await client.query({ name: 'call for help', text: write, values: [JSON.stringify(rows), now / 1000] })
}
