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
type Stored = Reported & { ruleId: number }
type Change = { nth: number; to: Reported | null }

let objects = 1_000_000
const spanOf = (objectId: number, { start, end }: Reported) => ({
  tenantId: 1,
  objectType: '1' as const,
  objectId,
  start: beginning + start * second,
  end: end === null ? null : beginning + end * second,
})

/** Adds, moves and removes (`to` is null) one violation of an object, as the recorder does; times in seconds. */
async function write(client: pg.ClientBase, objectId: number, nth: number, was: Reported | null, to: Reported | null) {
  const spans = [was, to].flatMap((one) => (one ? [spanOf(objectId, one)] : []))
  await lockStorms(client, [1])
  await lockAlarms(client, spans)
  if (was) await client.query('delete from violation_event where object_id = $1 and rule_id = $2', [objectId, nth])
  if (to)
    await client.query(
      `insert into violation_event (tenant_id, create_time, end_time, last_time, rule_id, device_id, object_type, object_id, object_name,
           object_type_value, dept_id, dept_name, violation_event, severity, position, execute_action, alarm_type, cause, by_terminal)
         select 1, t.start, to_timestamp($2), t.start, $3, 1, '1', $4, '', '', 1, '', '', $5, '', '', -1, $6, $7
         from (select to_timestamp($1) as start) t`,
      [
        beginning / second + to.start,
        to.end === null ? null : beginning / second + to.end,
        nth,
        objectId,
        to.severity,
        to.cause,
        to.byTerminal,
      ],
    )
  await mergeAlarms(client, spans)
}

/** Rules of the alarms and of the violations that they are merged into. */
const pairsOf = async (objectId: number) => {
  const rows = await rig.query(
    `select a.rule_id as alarm, v.rule_id as into from violation_event a join violation_event v on v.id = a.merged_into
     where a.object_id = $1 order by 1`,
    [objectId],
  )
  return rows.map(({ alarm, into }) => [alarm, into])
}

/** The same by its definition. */
function pairsIn(all: readonly Stored[]) {
  const until = ({ end }: Reported) => end ?? Number.POSITIVE_INFINITY
  return all.flatMap((alarm) => {
    if (!alarm.byTerminal) return []
    const [into] = all
      .filter(
        (one) =>
          !one.byTerminal &&
          one.cause === alarm.cause &&
          (one.severity === 'alarm' || alarm.severity === 'warning') &&
          Math.abs(one.start - alarm.start) <= aDay &&
          one.start <= until(alarm) &&
          alarm.start <= until(one),
      )
      .sort((a, b) => a.start - b.start || a.ruleId - b.ruleId)
    return into ? [[alarm.ruleId, into.ruleId]] : []
  })
}

const reported: fc.Arbitrary<Reported> = fc
  .record({
    start: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(aDay, aDay + 1, 2 * aDay)),
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
      for (const { nth, to } of all) {
        await inTransaction(rig.db, (client) => write(client, objectId, nth, stored.get(nth) ?? null, to))
        if (to) stored.set(nth, { ...to, ruleId: nth })
        else stored.delete(nth)
      }
      const wanted = pairsIn([...stored.values()]).sort(([a = 0], [b = 0]) => a - b)
      expect(await pairsOf(objectId)).toEqual(wanted)
    }),
    { numRuns: 40 },
  )
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
  expect(await pairsOf(vehicleId)).toEqual([[ruleId, 1]])
})
