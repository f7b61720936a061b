import type { Severity } from '@huanwei/contract/rules/codes'
import fc from 'fast-check'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { place, speeding, useRig } from '../store/recorder.test-kit.ts'
import { inTransaction } from '../store/transaction.ts'
import { lockAlarms, mergeAlarms } from './merge-alarms.ts'
import { lockStorms } from './storms.ts'

const rig = await useRig()
const second = 1000
const now = Math.floor(Date.now() / second) * second
const overspeed = { kind: 'terminalAlarm', bit: 1 } as const
const alarmed = { alarm: 1 << overspeed.bit }

/** Events of a terminal as lists show them: those that are merged are named behind the one they are merged into. */
async function shown(deviceId: number) {
  const events = await rig.events(deviceId)
  return events
    .filter(({ merged_into }) => merged_into === null)
    .map(({ id, violation_event }) =>
      [violation_event, ...events.filter(({ merged_into }) => merged_into === id).map((one) => one.violation_event)].join(' + '),
    )
}
/** Names of the events in the lists of a person. */
const listOf = async (username: string, vehicleId: number) => {
  const rows = await rig.query(
    `select e.violation_event as name from msg_push p join violation_event e on e.id = p.event_id
     join sys_user u on u.tenant_id = p.tenant_id and u.user_id = p.push_object_id
     where u.username = $1 and p.object_id = $2 and not p.merged order by e.create_time, e.rule_id`,
    [username, vehicleId],
  )
  return rows.map(({ name }) => name)
}
async function countsAreExact() {
  const { kept, counted } = await rig.tallies()
  expect(kept).toEqual(counted)
}

test('an alarm of the terminal is merged into the violation of its cause, and stands alone when that proves wrong', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  await rig.addRule(speeding, { name: '超速', minDuration: 20 })
  await rig.addRule(overspeed, { name: '终端超速' })
  await rig.addRule({ kind: 'terminalAlarm', bit: 2 }, { name: '终端疲劳' })
  const recorder = await rig.start(() => now)
  const at = (ago: number, speed = 80) => rig.report(deviceId, [place(now - ago * second, { speed, alarm: 0b110 })])
  for (const ago of [100, 90]) await recorder.send(at(ago))
  expect(await shown(deviceId)).toEqual(['终端超速', '终端疲劳'])
  await recorder.send(at(80))
  expect(await shown(deviceId)).toEqual(['超速 + 终端超速', '终端疲劳'])
  for (const who of ['admin', 'handler']) expect(await listOf(who, vehicleId)).toEqual(['超速', '终端疲劳'])
  await countsAreExact()

  // It was slow between: neither part of the run was long enough.
  await recorder.send(at(85, 30))
  expect(await shown(deviceId)).toEqual(['终端超速', '终端疲劳'])
  for (const who of ['admin', 'handler']) expect(await listOf(who, vehicleId)).toEqual(['终端超速', '终端疲劳'])
  await countsAreExact()
})

test('both in one report are one from the beginning; another vehicle, a lower level and what is handled stay apart', async () => {
  const [one, other, third] = [await rig.addVehicle(), await rig.addVehicle(), await rig.addVehicle()]
  const ruleId = await rig.addRule(speeding, { name: '超速', objectIds: [one.vehicleId, third.vehicleId] })
  await rig.addRule(overspeed, { name: '终端超速' })
  const recorder = await rig.start(() => now)
  const send = (deviceId: number, ago: number, more = {}) =>
    recorder.send(rig.report(deviceId, [place(now - ago * second, { speed: 80, ...more })]))
  await Promise.all([one, other].map(({ deviceId }) => send(deviceId, 100, alarmed)))
  expect(await shown(one.deviceId)).toEqual(['超速 + 终端超速'])
  expect(await shown(other.deviceId)).toEqual(['终端超速'])

  await send(third.deviceId, 100, { ...alarmed, speed: 30 })
  await rig.query('update violation_event set alarm_type = 0 where device_id = $1', [third.deviceId])
  await send(third.deviceId, 90, alarmed)
  expect(await shown(third.deviceId)).toEqual(['终端超速', '超速'])
  // What is handled together stays together, whatever comes late.
  await rig.query('update violation_event set alarm_type = 0 where device_id = $1', [one.deviceId])
  await send(one.deviceId, 90)
  await send(one.deviceId, 80, { speed: 30 })
  await send(one.deviceId, 95, { speed: 30 })
  expect(await shown(one.deviceId)).toContain('超速 + 终端超速')
  await recorder.close()

  const fourth = await rig.addVehicle()
  await rig.query(`update monitoring_rule set severity = 'warning', object_ids = array[$2::int] where id = $1`, [
    ruleId,
    fourth.vehicleId,
  ])
  const again = await rig.start(() => now)
  await again.send(rig.report(fourth.deviceId, [place(now - 100 * second, { speed: 80, ...alarmed })]))
  expect((await shown(fourth.deviceId)).sort()).toEqual(['终端超速', '超速'])
  await countsAreExact()
})

test('whoever is told of the alarm alone keeps the message of it, and no SMS says the same twice', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  const ruleId = await rig.addRule(speeding, { name: '超速' })
  await rig.addRule(overspeed, { name: '终端超速' })
  await rig.query(`update sys_user set phone = '1380000' || lpad(user_id::text, 4, '0') where tenant_id = 1`)
  await rig.query('update monitoring_rule set sms = true')
  await rig.query(
    `update monitoring_rule set recipient_ids = (select array_agg(user_id) from sys_user where tenant_id = 1 and username = 'handler') where id = $1`,
    [ruleId],
  )
  const recorder = await rig.start(() => now)
  await recorder.send(rig.report(deviceId, [place(now, { speed: 80, ...alarmed })]))
  expect(await listOf('handler', vehicleId)).toEqual(['超速'])
  expect(await listOf('admin', vehicleId)).toEqual(['终端超速'])
  const sms = await rig.query(
    `select u.username, e.violation_event as name from sms_message s join violation_event e on e.id = s.violation_id
     join sys_user u on u.tenant_id = s.tenant_id and u.user_id = s.user_id where e.object_id = $1 order by 1`,
    [vehicleId],
  )
  expect(sms).toEqual([
    { username: 'admin', name: '终端超速' },
    { username: 'handler', name: '超速' },
  ])
  await countsAreExact()
})

const beginning = Date.parse('2026-03-02T07:00:00Z')
const aDay = 86_400
type Reported = { start: number; end: number | null; byTerminal: boolean; severity: Severity; cause: string }
type Stored = Reported & { nth: number }
type Change = { nth: number; to: Reported | null }

let objects = 1_000_000
const spanOf = (objectId: number, { start, end }: Reported) => ({
  tenantId: 1,
  objectType: '1' as const,
  objectId,
  start: beginning + start * second,
  end: end === null ? null : beginning + end * second,
})

/** Of each two violations the second is what a video server says of the rule of the first. */
const isTold = (nth: number) => nth % 2 === 0
const ruleOf = (nth: number) => nth - (isTold(nth) ? 1 : 0)

/** Adds, moves and removes (`to` is null) one violation of an object, as the recorder does; times in seconds. */
async function write(client: pg.ClientBase, objectId: number, nth: number, was: Reported | null, to: Reported | null) {
  const spans = [was, to].flatMap((one) => (one ? [spanOf(objectId, one)] : []))
  await lockStorms(client, [1])
  await lockAlarms(client, spans)
  const [ruleId, deviceId] = [ruleOf(nth), isTold(nth) ? -objectId : 1]
  if (was)
    await client.query('delete from violation_event where object_id = $1 and rule_id = $2 and device_id = $3', [
      objectId,
      ruleId,
      deviceId,
    ])
  if (to)
    await client.query(
      `insert into violation_event (tenant_id, create_time, end_time, last_time, rule_id, device_id, object_type, object_id, object_name,
           object_type_value, dept_id, dept_name, violation_event, severity, position, execute_action, alarm_type, cause, by_terminal)
         select 1, t.start, to_timestamp($2), t.start, $3, $8, '1', $4, '', '', 1, '', '', $5, '', '', -1, $6, $7
         from (select to_timestamp($1) as start) t`,
      [
        beginning / second + to.start,
        to.end === null ? null : beginning / second + to.end,
        ruleId,
        objectId,
        to.severity,
        to.cause,
        to.byTerminal,
        deviceId,
      ],
    )
  await mergeAlarms(client, spans)
}

/** The alarms and the violations that they are merged into. */
const pairsOf = async (objectId: number) => {
  const nth = (one: string) => `${one}.rule_id + (${one}.device_id < 0)::int`
  const rows = await rig.query(
    `select ${nth('a')} as alarm, ${nth('v')} as into from violation_event a join violation_event v on v.id = a.merged_into
     where a.object_id = $1 order by 1`,
    [objectId],
  )
  return rows.map(({ alarm, into }) => [alarm, into])
}

const untilOf = ({ end }: Reported) => end ?? Number.POSITIVE_INFINITY
const earlier = (a: Stored, b: Stored) => a.start - b.start || a.nth - b.nth

/** The same by its definition: the violation of a rule that an alarm belongs to. */
function causeIn(all: readonly Stored[], alarm: Stored) {
  const isCause = (one: Stored) =>
    !one.byTerminal &&
    one.cause === alarm.cause &&
    (one.severity === 'alarm' || alarm.severity === 'warning') &&
    Math.abs(one.start - alarm.start) <= aDay &&
    one.start <= untilOf(alarm) &&
    alarm.start <= untilOf(one)
  return alarm.byTerminal ? all.filter(isCause).sort(earlier)[0] : undefined
}

/** The alarm of the terminal that a video server's is. */
const sameIn = (all: readonly Stored[], alarm: Stored) =>
  all
    .filter(
      (one) =>
        one.nth === alarm.nth - 1 &&
        Math.abs(one.start - alarm.start) <= aDay &&
        one.start <= untilOf(alarm) + 60 &&
        alarm.start <= untilOf(one) + 60,
    )
    .sort(earlier)[0]

const pairsIn = (all: readonly Stored[]) =>
  all.flatMap((alarm) => {
    const same = isTold(alarm.nth) ? sameIn(all, alarm) : undefined
    const into = causeIn(all, alarm) ?? (same && (causeIn(all, same) ?? same))
    return into ? [[alarm.nth, into.nth]] : []
  })

const reported: fc.Arbitrary<Reported> = fc
  .record({
    start: fc.oneof(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 60, max: 180 }),
      fc.constantFrom(aDay, aDay + 1, 2 * aDay),
    ),
    length: fc.option(fc.integer({ min: 0, max: 30 })),
    byTerminal: fc.boolean(),
    severity: fc.constantFrom('alarm' as const, 'warning' as const),
    cause: fc.constantFrom('speeding', 'stopped'),
  })
  .map(({ length, ...one }) => ({ ...one, end: length === null ? null : one.start + length }))

test('what is merged depends on the violations that there are, never on the order of their changes', async () => {
  const count = 6
  const changes: fc.Arbitrary<Change[]> = fc.array(
    fc.record({ nth: fc.integer({ min: 1, max: count }), to: fc.option(reported, { freq: 4 }) }),
    { minLength: 4, maxLength: 25 },
  )
  await fc.assert(
    fc.asyncProperty(changes, async (all) => {
      const objectId = ++objects
      const stored = new Map<number, Stored>()
      for (const { nth, to: asked } of all) {
        // What a video server tells is never the violation of a rule.
        const to = asked && { ...asked, byTerminal: asked.byTerminal || isTold(nth) }
        await inTransaction(rig.db, (client) => write(client, objectId, nth, stored.get(nth) ?? null, to))
        if (to) stored.set(nth, { ...to, nth })
        else stored.delete(nth)
      }
      const wanted = pairsIn([...stored.values()]).sort(([a = 0], [b = 0]) => a - b)
      expect(await pairsOf(objectId)).toEqual(wanted)
    }),
    { numRuns: 40 },
  )
})

test('what a video server and the terminal say of one alarm is merged into the same violation of a rule, whichever comes last', async () => {
  const common = { severity: 'alarm' as const, cause: 'speeding' }
  const rule = { ...common, start: 0, end: 10, byTerminal: false }
  const terminal = { ...common, start: 5, end: 300, byTerminal: true }
  const told = { ...common, start: 350, end: 351, byTerminal: true }
  const nths = [1, 3, 4]
  for (const order of [0, 1, 2].flatMap((a) => [0, 1, 2].filter((b) => b !== a).map((b) => [a, b, 3 - a - b]))) {
    const objectId = ++objects
    for (const i of order) {
      const to = [rule, terminal, told][i]!
      await inTransaction(rig.db, (client) => write(client, objectId, nths[i]!, null, to))
    }
    expect(await pairsOf(objectId)).toEqual([
      [3, 1],
      [4, 1],
    ])
    await inTransaction(rig.db, (client) => write(client, objectId, 1, rule, null))
    expect(await pairsOf(objectId)).toEqual([[4, 3]])
  }
})

test('what a video server tells of an alarm that was handled with the violation of a rule belongs to that', async () => {
  const objectId = ++objects
  const common = { severity: 'alarm' as const, cause: 'speeding', end: 20 }
  const put = (nth: number, start: number) =>
    inTransaction(rig.db, (client) => write(client, objectId, nth, null, { ...common, start, byTerminal: nth > 1 }))
  await put(1, 0)
  await put(3, 5)
  await rig.query('update violation_event set alarm_type = 0 where object_id = $1', [objectId])
  await put(4, 10)
  expect(await pairsOf(objectId)).toEqual([
    [3, 1],
    [4, 1],
  ])
})

test('what a video server tells of an alarm that was handled alone stays with it, though a violation of a rule comes', async () => {
  const objectId = ++objects
  const common = { severity: 'alarm' as const, cause: 'speeding' }
  const put = (nth: number, more: { start: number; end: number; byTerminal: boolean }) =>
    inTransaction(rig.db, (client) => write(client, objectId, nth, null, { ...common, ...more }))
  await put(3, { start: 5, end: 40, byTerminal: true })
  await rig.query('update violation_event set alarm_type = 0 where object_id = $1', [objectId])
  await put(1, { start: 0, end: 10, byTerminal: false })
  await put(4, { start: 30, end: 31, byTerminal: true })
  expect(await pairsOf(objectId)).toEqual([[4, 3]])
})

test('an alarm that is reported while another recorder writes its violation waits for that, and is merged', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  const ruleId = await rig.addRule(overspeed, { name: '终端超速' })
  const recorder = await rig.start(() => now)
  const isWaiting = async () =>
    (
      await rig.query(`select from pg_locks where locktype = 'advisory' and not granted and database = (
      select oid from pg_database where datname = current_database())`)
    ).length > 0
  let isSent = false
  let sent: Promise<unknown> | undefined
  await inTransaction(rig.db, async (client) => {
    const at = (now - beginning) / second
    await write(client, vehicleId, 1, null, { start: at - 1, end: null, byTerminal: false, severity: 'alarm', cause: 'speeding' })
    await client.query('update violation_event e set dept_id = v.dept_id from vehicle v where v.id = $1 and e.object_id = v.id', [
      vehicleId,
    ])
    sent = recorder.send(rig.report(deviceId, [place(now, { speed: 30, ...alarmed })])).then(() => {
      isSent = true
    })
    await vi.waitUntil(async () => isSent || (await isWaiting()), { timeout: 60_000 })
  })
  await sent
  const merged = await rig.query(
    'select a.rule_id as alarm, v.rule_id as into from violation_event a join violation_event v on v.id = a.merged_into where a.object_id = $1',
    [vehicleId],
  )
  expect(merged).toEqual([{ alarm: ruleId, into: 1 }])
})
