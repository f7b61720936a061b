import type { Condition } from '@huanwei/contract/rules/endpoints'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ownerOf, place, useRig } from '../store/recorder.test-kit.ts'
import { alarmFixes, type StoredAlarm } from './server-alarms.ts'

const rig = await useRig()
const second = 1000
const minute = 60 * second
const now = Math.floor(Date.now() / second) * second
const phone: Condition = { kind: 'activeSafety', addition: 101, types: [2] }
const onPhone = [101 * 256 + 2]
const place0 = { lng: 104.07, lat: 30.66 }

beforeAll(async () => {
  await rig.query(`insert into unit_info (tenant_id, video_source) values (1, 'http://video.example.cn:6605')`)
})

let keys = 0
/** The video server tells of an alarm that began so many seconds ago. */
async function tell(vehicleId: number, ago: number, { lasts = 0, safety = onPhone, alarm = 0 } = {}) {
  const start = now / second - ago
  await rig.query(
    `insert into server_alarm (tenant_id, vehicle_id, key, time, end_time, alarm, safety, lng, lat)
     values (1, $1, $2, to_timestamp($3), to_timestamp($4), $5, $6, $7, $8)`,
    [vehicleId, `alarm ${keys++}`, start, lasts ? start + lasts : null, alarm, safety, place0.lng, place0.lat],
  )
}
const unjudged = async (vehicleId: number) =>
  (await rig.query('select from server_alarm where vehicle_id = $1 and not judged', [vehicleId])).length
/** Resolves when the rules have looked at all alarms of a vehicle. */
const judged = (vehicleId: number) => expect.poll(() => unjudged(vehicleId), { timeout: 60_000 }).toBe(0)
const spans = async (deviceId: number) =>
  (await rig.events(deviceId)).map(({ start, end }) => [start - now, end === null ? null : end - now])
/** Violations of a vehicle as lists show them. */
const standing = (vehicleId: number) =>
  rig.query('select device_id from violation_event where object_id = $1 and merged_into is null order by create_time, id', [
    vehicleId,
  ])
const talliesAreExact = async () => {
  const { kept, counted } = await rig.tallies()
  expect(kept).toEqual(counted)
}

test('an alarm of a video server is a violation of the rule about it, told to those who may judge it, without a command', async () => {
  const { vehicleId, deviceId } = await rig.addVehicle()
  const ruleId = await rig.addRule(phone, { name: '接打电话', voiceText: '请勿接打电话', photo: true })
  await rig.addRule({ kind: 'terminalAlarm', bit: 2 }, { name: '终端疲劳' })
  await rig.addRule({ kind: 'offline', after: 600 }, { name: '离线' })
  await rig.start()
  await tell(vehicleId, 20)
  await tell(vehicleId, 700, { lasts: 400, alarm: 1 << 2, safety: [] })
  await tell(vehicleId, 10, { safety: [101 * 256 + 3] })
  await judged(vehicleId)
  const found = await rig.events(-vehicleId)
  expect(found).toMatchObject([
    { violation_event: '终端疲劳', start: now - 700 * second, end: now - 300 * second },
    {
      violation_event: '接打电话',
      rule_id: ruleId,
      start: now - 20 * second,
      end: now - 19 * second,
      object_type: '1',
      object_id: vehicleId,
      dept_name: '一部',
      execute_action: 'recorded',
      ...place0,
    },
  ])
  expect((await rig.pushesOf(Number(found[1].id))).map(({ username }) => username)).toEqual(['admin', 'handler'])
  expect(rig.commands.filter((one) => [deviceId, -vehicleId].includes(one.deviceId))).toEqual([])
  await talliesAreExact()
})

test('what was told before the process was killed is judged once by the next one, late and longer alarms too', async () => {
  const { vehicleId } = await rig.addVehicle()
  await rig.addRule(phone)
  await tell(vehicleId, 300)
  const first = await rig.start()
  await judged(vehicleId)
  await first.close()
  await tell(vehicleId, 100)
  await rig.start()
  await judged(vehicleId)
  await tell(vehicleId, 200)
  await judged(vehicleId)
  expect(await spans(-vehicleId)).toEqual([300, 200, 100].map((ago) => [-ago * second, (1 - ago) * second]))
  await rig.query(
    `update server_alarm set end_time = time + interval '30 seconds', judged = false where vehicle_id = $1 and time = to_timestamp($2)`,
    [vehicleId, now / second - 200],
  )
  await judged(vehicleId)
  expect(await spans(-vehicleId)).toEqual([
    [-300 * second, -299 * second],
    [-200 * second, -170 * second],
    [-100 * second, -99 * second],
  ])
  await talliesAreExact()
})

test('of alarms that overlap, none is judged again by the next process', async () => {
  const { vehicleId } = await rig.addVehicle()
  await rig.addRule(phone)
  await tell(vehicleId, 300, { lasts: 60 })
  await tell(vehicleId, 290, { lasts: 5 })
  const first = await rig.start()
  await judged(vehicleId)
  await first.close()
  await rig.start()
  await tell(vehicleId, 100)
  await judged(vehicleId)
  expect(await spans(-vehicleId)).toEqual([
    [-300 * second, -240 * second],
    [-100 * second, -99 * second],
  ])
})

test.each(['server', 'terminal'] as const)(
  'an alarm that the terminal reports too is one violation, whether the %s tells it first',
  async (first) => {
    const { vehicleId, deviceId } = await rig.addVehicle()
    await rig.addRule(phone, { objectIds: [vehicleId] })
    const recorder = await rig.start()
    const raised = (ago: number, type: number) => {
      const own = { alarmId: 1, flag: 0, speed: 30, altitude: 500, lat: 30.6, lng: 104, time: now, vehicleState: 0, mark: '' }
      const alarm = { ...own, kind: 'dsm' as const, type, level: 1, fatigueDegree: 0 }
      return place(now - ago * second, { additions: { activeSafety: [alarm], raw: [] } })
    }
    const report = () => recorder.send(rig.report(deviceId, [raised(120, 2), raised(115, 3), place(now - 110 * second)]))
    if (first === 'terminal') await report()
    // The clocks differ by half a minute; what is two minutes away is another alarm.
    await tell(vehicleId, 90)
    await tell(vehicleId, 240)
    await judged(vehicleId)
    if (first === 'server') await report()
    expect(await standing(vehicleId)).toEqual([{ device_id: -vehicleId }, { device_id: deviceId }])
    expect(await rig.events(-vehicleId)).toHaveLength(2)
    await talliesAreExact()
  },
)

test('an alarm that is told when the terminal’s is handled already comes to no second one', async () => {
  const { vehicleId, deviceId } = await rig.addVehicle()
  await rig.addRule({ kind: 'terminalAlarm', bit: 1 }, { name: '终端超速', objectIds: [vehicleId] })
  const recorder = await rig.start()
  await recorder.send(rig.report(deviceId, [place(now - 100 * second, { alarm: 2 }), place(now - 90 * second)]))
  await rig.query('update violation_event set alarm_type = 0 where device_id = $1', [deviceId])
  await tell(vehicleId, 95, { alarm: 2, safety: [] })
  await judged(vehicleId)
  expect(await standing(vehicleId)).toEqual([{ device_id: deviceId }])
})

test('what terminal and server say of one speeding is merged into the violation of the rule', async () => {
  const { vehicleId, deviceId } = await rig.addVehicle()
  await rig.addRule({ kind: 'terminalAlarm', bit: 1 }, { name: '终端超速', objectIds: [vehicleId] })
  await rig.addRule({ kind: 'speeding', limit: 60 }, { name: '超速', objectIds: [vehicleId] })
  const recorder = await rig.start()
  await tell(vehicleId, 55, { alarm: 2, safety: [] })
  await judged(vehicleId)
  const fast = { speed: 80, alarm: 2 }
  await recorder.send(
    rig.report(deviceId, [place(now - 100 * second, fast), place(now - 90 * second, fast), place(now - 80 * second)]),
  )
  const rows = await rig.query(
    'select violation_event, merged_into is null as stands from violation_event where object_id = $1 order by 1, 2',
    [vehicleId],
  )
  expect(rows.filter(({ stands }) => stands)).toEqual([{ violation_event: '超速', stands: true }])
  expect(rows).toHaveLength(3)
})

test('a worker judges the alarms of its own vehicles only, and without a server of the organisation there are none', async () => {
  const { vehicleId } = await rig.addVehicle()
  await rig.addRule(phone, { objectIds: [vehicleId] })
  const other = await rig.start(undefined, ownerOf([]))
  await tell(vehicleId, 30)
  const own = await rig.start(undefined, ownerOf([-vehicleId]))
  await judged(vehicleId)
  expect(await spans(-vehicleId)).toHaveLength(1)
  await Promise.all([other.close(), own.close()])
  await rig.query(`update unit_info set video_source = ''`)
  await rig.start()
  await tell(vehicleId, 10)
  await judged(vehicleId)
  expect(await spans(-vehicleId)).toHaveLength(1)
  await rig.query(`update unit_info set video_source = 'http://video.example.cn:6605'`)
})

const codes = fc.uniqueArray(fc.constantFrom(...onPhone, 101 * 256 + 3, 100 * 256 + 1), { maxLength: 3 })
const stored: fc.Arbitrary<StoredAlarm> = fc.record({
  time: fc.integer({ min: 0, max: 600 }).map((s) => now + s * second),
  endTime: fc.option(fc.integer({ min: -60, max: 20_000 }).map((s) => now + s * second)),
  alarm: fc.constantFrom(0, 1, 2, 2 ** 31),
  safety: codes,
  lng: fc.constantFrom(null, 104, 105),
  lat: fc.constantFrom(null, 30, 31),
})

test('fixes of alarms are the same in any order, say at each time what lasts then, and leave no gap while something does', () => {
  fc.assert(
    fc.property(fc.array(stored, { maxLength: 8 }), (alarms) => {
      const fixes = alarmFixes(alarms)
      expect(alarmFixes(alarms.toReversed())).toEqual(fixes)
      const endOf = ({ time, endTime }: StoredAlarm) => Math.min(time + 120 * minute, Math.max(time + second, endTime ?? 0))
      for (const [i, { time, alarm, safety = [] }] of fixes.entries()) {
        const lasting = alarms.filter((one) => one.time <= time && endOf(one) > time)
        expect(alarm).toBe(lasting.reduce((all, one) => (all | one.alarm) >>> 0, 0))
        expect([...safety]).toEqual([...new Set(lasting.flatMap((one) => one.safety))].sort((a, b) => a - b))
        const next = fixes[i + 1]?.time ?? Number.POSITIVE_INFINITY
        if (alarm || safety.length) expect(next - time).toBeLessThanOrEqual(5 * minute)
      }
      expect(fixes.at(-1)?.alarm ?? 0).toBe(0)
    }),
  )
})

test('however many alarms overlap, there are few fixes of a time in which nothing changes', () => {
  const flood = (more: (n: number) => Partial<StoredAlarm>) =>
    Array.from({ length: 5000 }, (_, n) => {
      const time = now + n * second
      return { ...place0, time, endTime: time + 120 * minute, alarm: 0, safety: onPhone, ...more(n) }
    })
  const spanned = 5000 * second + 120 * minute
  expect(alarmFixes(flood(() => ({}))).length).toBeLessThan(spanned / (5 * minute) + 4)
  // Each has a place of its own, which counts until the next one begins.
  expect(alarmFixes(flood((n) => ({ lng: 104 + n / 1e5 }))).length).toBeLessThan(2 * 5000 + spanned / (5 * minute))
})

test('the alarms of one organisation are judged a few vehicles at a time, and those of others between them', async () => {
  const tellOf = (tenantId: number, vehicles: number, ago: string) =>
    rig.query(
      `insert into server_alarm (tenant_id, vehicle_id, key, time, alarm, safety, received)
       select $1, 1000000 * $1 + n, 'many ' || n, now(), 2, '{}', now() - $3::interval from generate_series(1, $2::int) n`,
      [tenantId, vehicles, ago],
    )
  await tellOf(1, 60, '2 minutes')
  await tellOf(2, 1, '1 minute')
  await rig.start()
  const many = `select xmin::text::bigint::int as written, tenant_id, judged from server_alarm where key like 'many %'`
  await expect.poll(async () => (await rig.query(many)).every(({ judged }) => judged), { timeout: 60_000 }).toBe(true)
  const rows: { written: number; tenant_id: number }[] = await rig.query(many)
  const other = rows.find(({ tenant_id }) => tenant_id === 2)
  expect(rows.filter(({ written }) => written > (other?.written ?? 0)).length).toBeGreaterThanOrEqual(40)
  for (const some of Map.groupBy(rows, ({ written }) => written).values()) expect(some.length).toBeLessThanOrEqual(4)
})

test('many alarms of a vehicle are judged one part after the other, and all of them', async () => {
  const { vehicleId } = await rig.addVehicle()
  await rig.addRule(phone, { objectIds: [vehicleId] })
  for (let n = 0; n < 250; n++) await tell(vehicleId, 3000 - 10 * n)
  await rig.start()
  await judged(vehicleId)
  expect(await spans(-vehicleId)).toHaveLength(250)
  const parts = await rig.query(
    'select count(*)::int as count from server_alarm where vehicle_id = $1 group by xmin::text order by 1',
    [vehicleId],
  )
  expect(parts).toEqual([{ count: 50 }, { count: 100 }, { count: 100 }])
  await talliesAreExact()
})

test('alarms that come while a vehicle’s rules are suspended wait for the end of that', async () => {
  const [broken, whole] = [await rig.addVehicle(), await rig.addVehicle()]
  await rig.addRule(phone, { objectIds: [broken.vehicleId, whole.vehicleId] })
  await rig.query(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`)
  await rig.query(
    `create trigger refuse before insert on violation_event for each row when (new.object_id = ${broken.vehicleId}) execute function refuse()`,
  )
  let time = Date.now()
  await rig.start(() => time)
  await tell(broken.vehicleId, 60)
  await expect.poll(() => rig.errors.some((one) => 'deviceId' in one && one.deviceId === -broken.vehicleId)).toBe(true)
  await rig.query('drop trigger refuse on violation_event')
  await tell(broken.vehicleId, 40)
  await tell(whole.vehicleId, 40)
  await judged(whole.vehicleId)
  expect(await unjudged(broken.vehicleId)).toBe(2)
  time += 2 * minute
  await judged(broken.vehicleId)
  expect(await spans(-broken.vehicleId)).toEqual([60, 40].map((ago) => [-ago * second, (1 - ago) * second]))
})

test('an alarm that comes right after its rule waits until that is read', async () => {
  await rig.start()
  const { vehicleId } = await rig.addVehicle()
  await rig.addRule(phone, { objectIds: [vehicleId] })
  await tell(vehicleId, 20)
  await judged(vehicleId)
  expect(await spans(-vehicleId)).toHaveLength(1)
})
