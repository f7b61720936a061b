import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createRig, cutConnections, place } from './recorder.test-kit.ts'

const now = Math.floor(Date.now() / 1000) * 1000
const second = 1000
let rig: Awaited<ReturnType<typeof createRig>>
let recorder: Awaited<ReturnType<typeof rig.start>> | undefined
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())
afterEach(async () => {
  await recorder?.close()
  recorder = undefined
  // Each test has its own rules.
  await rig.query('delete from monitoring_rule')
})

const speeding = { kind: 'speeding', limit: 60 } as const
const fast = (time: number, speed = 80) => place(time, { speed })
const pushesOf = (eventId: number) =>
  rig.query(
    `select p.*, u.username from msg_push p join sys_user u on u.tenant_id = p.tenant_id and u.user_id = p.push_object_id where event_id = $1 order by username`,
    [eventId],
  )

/** The tally that triggers keep is what counting gives. */
async function expectTallies() {
  const counted = await rig.query(
    `select push_object_id, dept_id, status, (create_time at time zone 'Asia/Shanghai')::date::text as day, count(*)::int as total, count(*) filter (where read_unread = 0)::int as unread
     from msg_push group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )
  const kept = await rig.query(
    `select push_object_id, dept_id, status, day::text, total, unread from msg_push_tally where total <> 0 order by 1, 2, 3, 4`,
  )
  expect(kept).toEqual(counted)
}

test('speeding becomes an event with its first step and a record for everybody who may judge it', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle('一部')
  const ruleId = await rig.addRule(speeding, { name: '超速 60', voiceText: '您已超速', objectIds: [vehicleId] })
  recorder = await rig.start(() => now)
  rig.spoken.length = 0
  for (const [ago, speed] of [
    [50, 50],
    [40, 70],
    [30, 90],
    [20, 80],
  ] as const)
    await recorder.send(rig.report(deviceId, [fast(now - ago * second, speed)]))
  const [event, ...others] = await rig.events(deviceId)
  expect(others).toEqual([])
  expect(event).toMatchObject({
    tenant_id: 1,
    start: now - 40 * second,
    end: null,
    rule_id: ruleId,
    object_type: '1',
    object_id: vehicleId,
    object_type_name: '洗扫车',
    dept_name: '一部',
    violation_event: '超速 60',
    severity: 'alarm',
    position: '104.06571, 30.65712',
    lng: 104.06571,
    lat: 30.65712,
    limit: 60,
    execute_action: '记录、语音播报',
    alarm_type: -1,
  })
  expect(rig.spoken).toEqual([{ deviceId, text: '您已超速' }])
  expect(
    await rig.query('select object_name, alarm_type, remark, user_id from violation_process where violation_id = $1', [event.id]),
  ).toEqual([{ object_name: '超速 60', alarm_type: -1, remark: '', user_id: null }])
  const pushes = await pushesOf(event.id)
  expect(pushes.map(({ username }) => username)).toEqual(['admin', 'handler'])
  for (const push of pushes)
    expect(push).toMatchObject({
      msg_type: '1',
      status: 1,
      read_unread: 0,
      object_type: '1',
      object_id: vehicleId,
      dept_id: event.dept_id,
    })
  await recorder.send(rig.report(deviceId, [fast(now - 10 * second, 40)]))
  expect(await rig.events(deviceId)).toMatchObject([{ id: event.id, end: now - 10 * second, peak: 90 }])
  await expectTallies()
})

test('who handles another department is not told', async () => {
  const { deviceId } = await rig.addVehicle('二部')
  await rig.addRule(speeding)
  recorder = await rig.start(() => now)
  await recorder.send(rig.report(deviceId, [fast(now)]))
  const [event] = await rig.events(deviceId)
  expect((await pushesOf(event.id)).map(({ username }) => username)).toEqual(['admin'])
})

test('leaving an area and a terminal’s alarm are events; a rule for a department below and for another vehicle apply as they say', async () => {
  const { deviceId } = await rig.addVehicle('一部')
  const other = await rig.addVehicle('二部')
  const [{ dept_id: root }] = await rig.query('select dept_id from sys_dept where tenant_id = 1 and parent_id = 0')
  const [area] = await rig.query(
    `insert into area (tenant_id, dept_id, name, shape, shape_time) values (1, $1, '城区', $2, now() - interval '1 day') returning id`,
    [root, JSON.stringify({ kind: 'circle', centre: [104.06571, 30.65712], radius: 1000 })],
  )
  const leaving = await rig.addRule({ kind: 'outOfArea', areaIds: [area.id] }, { deptIds: [root] })
  const alarm = await rig.addRule({ kind: 'terminalAlarm', bit: 0 }, { objectIds: [other.vehicleId] })
  recorder = await rig.start(() => now)
  const away = { lng: 104.2, alarm: 1 }
  for (const id of [deviceId, other.deviceId]) await recorder.send(rig.report(id, [place(now - 10 * second), place(now, away)]))
  expect((await rig.events(deviceId)).map((one) => [one.rule_id, one.start])).toEqual([[leaving, now]])
  expect((await rig.events(other.deviceId)).map((one) => [one.rule_id, one.start])).toEqual([
    [leaving, now],
    [alarm, now],
  ])
})

test('silence becomes an event by the clock alone, and ends with the next report', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  await rig.addRule({ kind: 'offline', after: 300 }, { objectIds: [vehicleId] })
  let clock = now
  recorder = await rig.start(() => clock)
  await recorder.send(rig.report(deviceId, [place(now)]))
  clock = now + 299 * second
  await sleep(200)
  expect(await rig.events(deviceId)).toEqual([])
  clock = now + 301 * second
  await vi.waitFor(async () => expect(await rig.events(deviceId)).toMatchObject([{ start: now, end: null, limit: 300 }]))
  clock = now + 400 * second
  await recorder.send(rig.report(deviceId, [place(clock)], { receivedAt: clock }))
  expect(await rig.events(deviceId)).toMatchObject([{ start: now, end: clock }])
})

test('a terminal whose clock runs behind, or that sends what it buffered, is not silent', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  await rig.addRule({ kind: 'offline', after: 60 }, { objectIds: [vehicleId] })
  let clock = now
  recorder = await rig.start(() => clock)
  for (const ago of [3600, 3590, 3580]) {
    await recorder.send(rig.report(deviceId, [place(now - ago * second)], { receivedAt: clock }))
    await sleep(120)
    clock += 10 * second
  }
  expect(await rig.query('select from msg_push where object_id = $1', [vehicleId])).toEqual([])
  expect(await rig.events(deviceId)).toEqual([])
  clock += 61 * second
  await vi.waitFor(async () => expect(await rig.events(deviceId)).toMatchObject([{ start: now - 3580 * second, end: null }]))
})

test('while the platform was away nobody was silent, but who was before still is', async () => {
  const [heard, silent] = [await rig.addVehicle(), await rig.addVehicle()]
  await rig.addRule({ kind: 'offline', after: 60 })
  let clock = now
  recorder = await rig.start(() => clock)
  for (const { deviceId } of [heard, silent]) await recorder.send(rig.report(deviceId, [place(now)], { receivedAt: now }))
  clock = now + 50 * second
  await recorder.send(rig.report(heard.deviceId, [place(clock)], { receivedAt: clock }))
  clock = now + 70 * second
  await vi.waitFor(async () => expect(await rig.events(silent.deviceId)).toMatchObject([{ start: now, end: null }]))
  const [event] = await rig.events(silent.deviceId)
  await recorder.close()
  clock = now + 3600 * second
  recorder = await rig.start(() => clock)
  await sleep(400)
  expect(await rig.events(heard.deviceId)).toEqual([])
  expect(await rig.events(silent.deviceId)).toMatchObject([{ id: event.id, end: null }])
  clock += 61 * second
  await vi.waitFor(async () => expect(await rig.events(heard.deviceId)).toMatchObject([{ start: now + 50 * second, end: null }]))
})

test('a recorder that starts in the middle of an event goes on with it', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  await rig.addRule(speeding, { objectIds: [vehicleId], minDuration: 20 })
  recorder = await rig.start(() => now)
  for (const ago of [90, 80, 70]) await recorder.send(rig.report(deviceId, [fast(now - ago * second, 100)]))
  await recorder.close()
  const [event] = await rig.events(deviceId)
  recorder = await rig.start(() => now)
  for (const ago of [60, 50]) await recorder.send(rig.report(deviceId, [fast(now - ago * second)]))
  await recorder.send(rig.report(deviceId, [fast(now - 40 * second, 10)]))
  expect(await rig.events(deviceId)).toMatchObject([
    { id: event.id, start: now - 90 * second, end: now - 40 * second, peak: 100 },
  ])
  expect(await rig.query('select from rule_state where device_id = $1', [deviceId])).toEqual([])
})

test.each(['enabled = false', 'change_time = now()', 'object_ids = array[-1]'])(
  'what is in force ends when its rule gets %s',
  async (change) => {
    const { deviceId, vehicleId } = await rig.addVehicle()
    await rig.addRule(speeding, { objectIds: [vehicleId] })
    recorder = await rig.start()
    await recorder.send(rig.report(deviceId, [fast(now - 10 * second)]))
    expect(await rig.events(deviceId)).toMatchObject([{ end: null }])
    await rig.query(`update monitoring_rule set ${change}`)
    await vi.waitFor(async () => expect(await rig.events(deviceId)).toMatchObject([{ end: expect.any(Number) }]))
    expect((await rig.events(deviceId))[0].end).toBeGreaterThanOrEqual(now)
  },
)

test('what is in force ends when the terminal is taken off, and a new rule counts from the next report', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  recorder = await rig.start()
  await recorder.send(rig.report(deviceId, [fast(now - 20 * second)]))
  expect(await rig.events(deviceId)).toEqual([])
  await rig.addRule(speeding, { objectIds: [vehicleId] })
  await vi.waitFor(
    async () => {
      await recorder?.send(rig.report(deviceId, [fast(Math.floor(Date.now() / 1000) * 1000)]))
      expect(await rig.events(deviceId)).toMatchObject([{ end: null }])
    },
    { timeout: 5000, interval: 300 },
  )
  await rig.query('update device set tenant_id = null, object_type = null, object_id = null where id = $1', [deviceId])
  await vi.waitFor(async () => expect(await rig.events(deviceId)).toMatchObject([{ end: expect.any(Number) }]))
  await recorder.send(rig.report(deviceId, [fast(Date.now())]))
  expect(await rig.events(deviceId)).toHaveLength(1)
})

test('a late report takes an event back, but not one that was judged', async () => {
  for (const judged of [false, true]) {
    const { deviceId, vehicleId } = await rig.addVehicle()
    await rig.addRule({ kind: 'offline', after: 60 }, { objectIds: [vehicleId] })
    recorder = await rig.start(() => now)
    await recorder.send(rig.report(deviceId, [place(now - 100 * second)]))
    await recorder.send(rig.report(deviceId, [place(now)]))
    const [event] = await rig.events(deviceId)
    expect(event).toMatchObject({ start: now - 100 * second, end: now })
    if (judged) await rig.query('update violation_event set alarm_type = 0 where id = $1', [event.id])
    await recorder.send(rig.report(deviceId, [place(now - 50 * second)]))
    expect(await rig.events(deviceId)).toHaveLength(judged ? 1 : 0)
    expect(await pushesOf(event.id)).toHaveLength(judged ? 2 : 0)
    expect(await rig.query('select from violation_process where violation_id = $1', [event.id])).toHaveLength(judged ? 1 : 0)
    await recorder.close()
  }
  await expectTallies()
})

test('however the packets of a track arrive, the events are the same', async () => {
  await rig.addRule(speeding, { name: 'a', minDuration: 20, cooldown: 60 })
  await rig.addRule({ kind: 'terminalAlarm', bit: 0 }, { name: 'b' })
  await rig.addRule({ kind: 'offline', after: 120 }, { name: 'c' })
  const step = fc.record({
    gap: fc.constantFrom(10, 10, 30, 130, 700),
    speed: fc.constantFrom(50, 80, 95),
    alarm: fc.constantFrom(0, 1),
  })
  const order = fc.array(
    fc.record({ pick: fc.nat(), size: fc.integer({ min: 1, max: 4 }), again: fc.boolean(), restart: fc.boolean() }),
    { minLength: 5, maxLength: 12 },
  )
  const facts = async (deviceId: number) =>
    (await rig.events(deviceId)).map(({ violation_event, start, end, peak, last }) => ({
      violation_event,
      start,
      end,
      ...(end !== null && { peak, last }),
    }))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), order, async (steps, arrivals) => {
      let time = now - 40_000 * second
      const track = steps.map(({ gap, speed, alarm }) => {
        time += gap * second
        return place(time, { speed, alarm })
      })
      const [straight, shuffled] = [await rig.addVehicle(), await rig.addVehicle()]
      let one = await rig.start(() => now)
      await one.send(rig.report(straight.deviceId, track))
      const reports = track.map((location) => rig.report(shuffled.deviceId, [location]))
      const waiting = [...reports]
      for (const { pick, size, again, restart } of [...arrivals, { pick: 0, size: 99, again: true, restart: false }]) {
        const some = waiting.splice(pick % Math.max(1, waiting.length), size)
        await Promise.all([...some, ...(again ? some : [])].map(one.send))
        if (restart) {
          await one.close()
          one = await rig.start(() => now)
        }
      }
      await one.close()
      expect(await facts(shuffled.deviceId)).toEqual(await facts(straight.deviceId))
    }),
    { numRuns: 15 },
  )
  await expectTallies()
})

test('connections that are cut neither lose nor double an event', async () => {
  const vehicles = await Promise.all(Array.from({ length: 20 }, () => rig.addVehicle()))
  await rig.addRule(speeding, { objectIds: vehicles.map(({ vehicleId }) => vehicleId) })
  recorder = await rig.start(() => now)
  const stop = cutConnections(rig.url)
  const sent: Promise<boolean>[] = []
  // Fast for 20 s of every 40.
  for (let n = 0; n < 80; n++) {
    for (const { deviceId } of vehicles)
      sent.push(recorder.send(rig.report(deviceId, [fast(now - (800 - n * 10) * second, n % 4 < 2 ? 90 : 50)])))
    await sleep(10)
  }
  await stop()
  expect(rig.warnings.length).toBeGreaterThan(3)
  expect((await Promise.all(sent)).every(Boolean)).toBe(true)
  for (const { deviceId } of vehicles) {
    const events = await rig.events(deviceId)
    expect(events.map(({ start, end }) => [now - start, now - end])).toEqual(
      Array.from({ length: 20 }, (_, n) => [(800 - n * 40) * second, (780 - n * 40) * second]),
    )
  }
  expect(await rig.query(`select event_id from msg_push group by event_id, push_object_id having count(*) > 1`)).toEqual([])
  await expectTallies()
})

test('a rule that cannot be evaluated costs no report', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  await rig.addRule(speeding, { objectIds: [vehicleId] })
  recorder = await rig.start(() => now)
  await rig.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`)
  await rig.query('create trigger broken before insert on violation_event for each row execute function refuse()')
  expect(await recorder.send(rig.report(deviceId, [fast(now)]))).toBe(true)
  await rig.query('drop trigger broken on violation_event')
  expect(await rig.query('select from position where device_id = $1', [deviceId])).toHaveLength(1)
  expect(await rig.events(deviceId)).toEqual([])
})
