import { MsgType } from '@huanwei/contract/messages/codes'
import { stormKinds, stormSeconds, stormSize } from '@huanwei/contract/violations/codes'
import type pg from 'pg'

/** A slot in which there may be a storm: a rule, and the start of one of its violations, epoch ms. */
export type StormSlot = { tenantId: number; ruleId: number; start: number }

/** Locks the storms of tenants until the end of the transaction. To be called before it writes any violation. */
export async function lockStorms(client: pg.ClientBase, tenantIds: Iterable<number>) {
  for (const tenantId of [...new Set(tenantIds)].sort((a, b) => a - b))
    await client.query(`select pg_advisory_xact_lock(hashtext('storms'), $1)`, [tenantId])
}

const isStormKind = `condition->>'kind' = any('{${stormKinds.join()}}'::text[])`

/**
 * The violations of the slots' rules in the spans around them. The violations in a span decide whether it joins the span before or after it,
 * and so affect spans up to two away (`touched`); to decide about those, spans up to four away are read.
 */
const parts = `
  span as (
    select tenant_id, rule_id, floor(at / ${stormSeconds})::bigint + away as n, bool_or(abs(away) <= 2) as touched
    from jsonb_to_recordset($1::jsonb) as g (tenant_id int, rule_id int, at float8), generate_series(-4, 4) as away group by 1, 2, 3
  ), part as (
    select e.tenant_id, e.id, e.create_time, e.rule_id, e.object_id, e.storm, s.n, s.touched
    from span s join violation_event e on e.tenant_id = s.tenant_id and e.rule_id = s.rule_id
      and e.create_time >= to_timestamp(s.n * ${stormSeconds}) and e.create_time < to_timestamp((s.n + 1) * ${stormSeconds})
  )`

// A border has the number of the span after it. A span that joins the span before has that span's storm.
const form = `
  with ${parts}, border as (
    select tenant_id, rule_id, round(extract(epoch from create_time) / ${stormSeconds})::bigint as n, count(distinct object_id) as objects
    from part group by 1, 2, 3 having count(distinct object_id) >= ${stormSize} and min(part.n) < max(part.n)
  ), crossed as (
    select tenant_id, rule_id, n from border b
    where not exists (
      select from border o where o.tenant_id = b.tenant_id and o.rule_id = b.rule_id
        and (o.n = b.n - 1 and o.objects >= b.objects or o.n = b.n + 1 and o.objects > b.objects))
  ), placed as (
    select p.*, p.n - (c.n is not null)::int as first
    from part p left join crossed c on c.tenant_id = p.tenant_id and c.rule_id = p.rule_id and c.n = p.n
  ), size as (
    select p.tenant_id, p.rule_id, p.first,
      case when count(distinct p.object_id) >= ${stormSize} and bool_and(r.${isStormKind})
        then to_timestamp(p.first * ${stormSeconds}) end as storm
    from placed p join monitoring_rule r on r.tenant_id = p.tenant_id and r.id = p.rule_id
    group by p.tenant_id, p.rule_id, p.first
  )
  update violation_event e set storm = s.storm
  from placed p join size s on s.tenant_id = p.tenant_id and s.rule_id = p.rule_id and s.first = p.first
  where p.touched and e.tenant_id = p.tenant_id and e.id = p.id and e.create_time = p.create_time and e.storm is distinct from s.storm`

// Pending messages come first, so that the storm is listed as pending as long as one of its violations is.
const fold = `
  with ${parts}, message as (
    select m.tenant_id, m.id, m.create_time, p.touched, p.storm is not null and row_number() over (
      partition by m.tenant_id, m.push_object_id, p.rule_id, p.storm order by m.status, p.create_time, p.object_id, m.id) > 1 as folded
    from part p join msg_push m on m.tenant_id = p.tenant_id and m.msg_type = '${MsgType.violation}' and m.event_id = p.id and m.create_time = p.create_time
  )
  update msg_push m set folded = g.folded from message g
  where g.touched and m.tenant_id = g.tenant_id and m.id = g.id and m.create_time = g.create_time and m.folded <> g.folded`

/** Those of the slots whose rules form storms, or have formed some before they became others. */
const stormy = `
  select g.tenant_id as "tenantId", g.rule_id as "ruleId", g.at * 1000 as start
  from jsonb_to_recordset($1::jsonb) as g (tenant_id int, rule_id int, at float8)
  where exists (select from monitoring_rule r where r.tenant_id = g.tenant_id and r.id = g.rule_id and r.${isStormKind})
    or exists (select from violation_event e where e.tenant_id = g.tenant_id and e.rule_id = g.rule_id and e.storm is not null)`

const rowsOf = (places: readonly StormSlot[]) =>
  JSON.stringify(places.map(({ tenantId, ruleId, start }) => ({ tenant_id: tenantId, rule_id: ruleId, at: start / 1000 })))

/** Forms or dissolves the storms at these slots, independent of the order of arrival. Requires `lockStorms` for their tenants. */
export async function formStorms(client: pg.ClientBase, places: readonly StormSlot[]) {
  if (!places.length) return
  const { rows } = await client.query<StormSlot>(stormy, [rowsOf(places)])
  if (rows.length) await client.query(form, [rowsOf(rows)])
  await foldMessages(client, rows)
}

/** Folds all but one of the messages about each storm for each recipient; a pending one is left, if there is one. */
export async function foldMessages(client: pg.ClientBase, places: readonly StormSlot[]) {
  if (places.length) await client.query(fold, [rowsOf(places)])
}
