import { stormSeconds, stormSize } from '@huanwei/contract/violations/codes'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRig, place } from '../store/recorder.test-kit.ts'
import { inTransaction } from '../store/transaction.ts'
import { formStorms, lockStorms } from './storms.ts'

let rig: Awaited<ReturnType<typeof createRig>>
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

const second = 1000
/** Over the end of a span of the clock, some while ago. */
const silentFrom = (Math.floor(Date.now() / 300_000) - 2) * 300_000 - 12 * second
const vehicles = 200

const messages = () =>
  rig.query(
    `select u.username, count(*)::int as total, (count(*) filter (where not folded))::int as shown
     from msg_push p join sys_user u on u.tenant_id = p.tenant_id and u.user_id = p.push_object_id group by 1 order by 1`,
  )
const storms = () =>
  rig.query('select rule_id, count(*)::int as parts from violation_event where storm is not null group by rule_id, storm')

async function countsAreExact() {
  const { kept, counted } = await rig.tallies()
  expect(kept).toEqual(counted)
}

test('200 vehicles that fall silent at once are one item for every handler, and none when their reports come late', async () => {
  const terminals: number[] = []
  for (let i = 0; i < vehicles; i++) terminals.push((await rig.addVehicle(i % 2 ? '一部' : '二部')).deviceId)
  const ruleId = await rig.addRule({ kind: 'offline', after: 60 })
  let now = silentFrom + 30 * second
  const recorder = await rig.start(() => now)
  // Heard for the last time one after the other, as a feed is cut.
  await Promise.all(terminals.map((id, i) => recorder.send(rig.report(id, [place(silentFrom + (i % 30) * second)]))))
  now += 200 * second
  const all = [
    { username: 'admin', total: vehicles, shown: 1 },
    { username: 'handler', total: vehicles / 2, shown: 1 },
  ]
  await vi.waitFor(async () => expect(await messages()).toEqual(all), { timeout: 30_000, interval: 100 })
  expect(await storms()).toEqual([{ rule_id: ruleId, parts: vehicles }])
  await countsAreExact()

  // All but nine terminals had buffered their reports and send them now: their silences are withdrawn.
  const back = terminals.slice(9)
  const buffered = Array.from({ length: 8 }, (_, i) => place(silentFrom + (30 + i * 25) * second))
  await Promise.all(back.map((id) => recorder.send(rig.report(id, buffered))))
  const left = [
    { username: 'admin', total: 9, shown: 9 },
    { username: 'handler', total: 4, shown: 4 },
  ]
  await vi.waitFor(async () => expect(await messages()).toEqual(left), { timeout: 30_000, interval: 100 })
  expect(await storms()).toEqual([])
  await countsAreExact()
  await recorder.close()
})

test('calls for help form no storm', async () => {
  await rig.query('delete from monitoring_rule')
  await rig.addRule({ kind: 'terminalAlarm', bit: 0 })
  const recorder = await rig.start(() => silentFrom)
  const terminals: number[] = []
  for (let i = 0; i < 12; i++) terminals.push((await rig.addVehicle()).deviceId)
  await Promise.all(terminals.map((id) => recorder.send(rig.report(id, [place(silentFrom, { alarm: 1 })]))))
  const alone = () =>
    rig.query(
      `select e.id from violation_event e
       where device_id = any($1) and storm is null and not exists (select from msg_push p where p.event_id = e.id and folded)`,
      [terminals],
    )
  await expect.poll(alone).toHaveLength(12)
  await recorder.close()
})

/** Raises violations that begin at these seconds, each on its own object. Returns for each the number of the span in which its storm begins; null outside storms. */
async function stormsOf(batches: readonly (readonly number[])[]) {
  const ruleId = await rig.addRule({ kind: 'outOfArea', areaIds: [1] })
  const epoch = Date.parse('2026-03-02T07:00:00Z')
  let objectId = 0
  for (const batch of batches)
    await inTransaction(rig.db, async (client) => {
      await lockStorms(client, [1])
      await client.query(
        `insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
           dept_id, dept_name, violation_event, severity, position, execute_action, alarm_type)
         select 1, to_timestamp(at), to_timestamp(at), $2, 1, '1', $3 + n, '', '', 1, '', '', 'alarm', '', '', -1
         from unnest($1::float8[]) with ordinality as begun (at, n)`,
        [batch.map((at) => epoch / second + at), ruleId, objectId],
      )
      objectId += batch.length
      await formStorms(
        client,
        batch.map((at) => ({ tenantId: 1, ruleId, start: epoch + at * second })),
      )
    })
  const rows = await rig.query(
    `select (extract(epoch from create_time) - $2)::int as at, ((extract(epoch from storm) - $2) / ${stormSeconds})::int as storm
     from violation_event where rule_id = $1 order by create_time`,
    [ruleId, epoch / second],
  )
  return rows.map(({ at, storm }): [number, number | null] => [at, storm])
}
const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)
/** Number of parts of the storm beginning in each span; `null` counts violations outside storms. */
const storming = async (...starts: number[][]) => {
  const found = Map.groupBy(await stormsOf([starts.flat()]), ([, storm]) => String(storm))
  return Object.fromEntries([...found].map(([storm, all]) => [storm, all.length]))
}

test('a storm across the end of a span is one, over two spans at most', async () => {
  expect(await storming(many(290, 20))).toEqual({ 0: 20 })
  expect(await storming(many(295, 6), many(310, 5))).toEqual({ 0: 11 })
  expect(await storming(many(290, stormSize - 1))).toEqual({ null: stormSize - 1 })
  // Spans stay separate when one side is empty near the boundary, or has few violations there.
  expect(await storming(many(200, 20), many(500, 20))).toEqual({ 0: 20, 1: 20 })
  expect(await storming(many(10, 20), [290, 305])).toEqual({ 0: 21, null: 1 })
  // A storm that continues is split.
  expect(await storming(many(0, 880), many(900, 600))).toEqual({ 0: 600, 2: 280, 3: 600 })
})

test('a storm of a rule that became one of another kind ends with the next violation there', async () => {
  expect(await storming(many(0, 20))).toEqual({ 0: 20 })
  const [rule] = await rig.query(
    `update monitoring_rule set condition = '{"kind": "terminalAlarm", "bit": 0}' where id = (select max(id) from monitoring_rule)
     returning id, (select extract(epoch from min(create_time))::int from violation_event where rule_id = monitoring_rule.id) as start`,
  )
  await inTransaction(rig.db, (client) => formStorms(client, [{ tenantId: 1, ruleId: rule.id, start: rule.start * second }]))
  expect(await rig.query('select from violation_event where rule_id = $1 and storm is not null', [rule.id])).toEqual([])
})

test('storms are the same for any order and batches of their parts', async () => {
  const cluster = fc.tuple(fc.integer({ min: 0, max: 1800 }), fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 20 }))
  const starts = fc
    .array(cluster, { minLength: 1, maxLength: 6 })
    .map((clusters) => clusters.flatMap(([from, count, apart]) => many(0, count).map((i) => from + i * apart)))
  const arrival = starts.chain((all) =>
    fc.tuple(fc.shuffledSubarray(all, { minLength: all.length }), fc.integer({ min: 1, max: 12 })),
  )
  await fc.assert(
    fc.asyncProperty(arrival, async ([all, size]) => {
      const pieces = many(0, Math.ceil(all.length / size)).map((i) => all.slice(i * size, (i + 1) * size))
      const byTime = (one: [number, number | null], other: [number, number | null]) => one[0] - other[0]
      expect((await stormsOf(pieces)).sort(byTime)).toEqual((await stormsOf([all])).sort(byTime))
    }),
    { numRuns: 8 },
  )
})
