import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { timeText } from '../../lib/time.ts'
import { fast, place, speeding, useRig } from './recorder.test-kit.ts'

const now = Math.floor(Date.now() / 1000) * 1000
const second = 1000
const rig = await useRig()

test('speeding becomes a violation with its first step and a push record for everybody who may handle it', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle('一部')
  const ruleId = await rig.addRule(speeding, { name: '超速 60', voiceText: '您已超速', photo: true, objectIds: [vehicleId] })
  const recorder = await rig.start(() => now)
  rig.commands.length = 0
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
    object_type_value: '1',
    dept_name: '一部',
    violation_event: '超速 60',
    severity: 'alarm',
    position: '104.06571, 30.65712',
    lng: 104.06571,
    lat: 30.65712,
    limit: 60,
    execute_action: 'recordedAndReadAloud',
    alarm_type: -1,
  })
  const spoken = { kind: 'text', text: '您已超速', urgent: true, display: true, speak: true }
  expect(rig.commands).toEqual([
    { deviceId, command: spoken },
    { deviceId, command: { kind: 'takePhoto', channel: 1 } },
  ])
  expect(
    await rig.query('select object_name, alarm_type, remark, user_id from violation_process where violation_id = $1', [event.id]),
  ).toEqual([{ object_name: '超速 60', alarm_type: -1, remark: '', user_id: null }])
  const pushes = await rig.pushesOf(event.id)
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
  const { kept, counted } = await rig.tallies()
  expect(kept).toEqual(counted)
})

test('who handles another department is not usernames, who is locked or may not handle neither', async () => {
  const { deviceId } = await rig.addVehicle('二部')
  await rig.addRule(speeding)
  // With several roles, the widest scope counts, and the permissions of all.
  await addPerson('of the scope', '一部', [{ dsType: 1, dsScope: ['二部'] }])
  await addPerson('of another scope', '二部', [{ dsType: 1, dsScope: ['一部'] }])
  await addPerson('of the department', '二部', [{ dsType: 3 }])
  await addPerson('of a department', '一部', [{ dsType: 3 }])
  await addPerson('of all by another role', '一部', [{ dsType: 3 }, { dsType: 0, may: false }])
  await addPerson('without permission', '二部', [{ dsType: 0, may: false }])
  await addPerson('locked', '二部', [{ dsType: 0 }], '9')
  const recorder = await rig.start(() => now)
  await recorder.send(rig.report(deviceId, [fast(now)]))
  const [event] = await rig.events(deviceId)
  const usernames = (await rig.pushesOf(event.id)).map(({ username }) => username)
  expect(usernames).toEqual(['admin', 'of all by another role', 'of the department', 'of the scope'])
  await rig.query(`delete from sys_user where username like '% %' or username = 'locked'`)
})

type RoleOf = { dsType: 0 | 1 | 2 | 3; dsScope?: string[]; may?: boolean }

async function addPerson(name: string, dept: string, roles: RoleOf[], lockFlag = '0') {
  const [user] = await rig.query(
    `insert into sys_user (tenant_id, username, password, dept_id, lock_flag)
     select 1, $1, '', dept_id, $3 from sys_dept where tenant_id = 1 and name = $2 returning user_id`,
    [name, dept, lockFlag],
  )
  for (const [i, { dsType, dsScope = [], may = true }] of roles.entries()) {
    const [role] = await rig.query(
      `insert into sys_role (tenant_id, role_name, role_code, ds_type, ds_scope)
       select 1, $1, $1, $2, coalesce(array_agg(dept_id), '{}') from sys_dept where tenant_id = 1 and name = any($3) returning role_id`,
      [`${name} ${i}`, dsType, dsScope],
    )
    await rig.query('insert into sys_user_role (tenant_id, user_id, role_id) values (1, $1, $2)', [user.user_id, role.role_id])
    if (may)
      await rig.query(
        `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, $1, menu_id from sys_menu where tenant_id = 1 and permission = 'violation_handle'`,
        [role.role_id],
      )
  }
}

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
  const recorder = await rig.start(() => now)
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
  const recorder = await rig.start(() => clock)
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

test.each(['enabled = false', 'change_time = now()', 'object_ids = array[-1]'])(
  'what is in force ends when its rule gets %s',
  async (change) => {
    const { deviceId, vehicleId } = await rig.addVehicle()
    await rig.addRule(speeding, { objectIds: [vehicleId] })
    const recorder = await rig.start()
    await recorder.send(rig.report(deviceId, [fast(now - 10 * second)]))
    expect(await rig.events(deviceId)).toMatchObject([{ end: null }])
    await rig.query(`update monitoring_rule set ${change}`)
    await vi.waitFor(async () => expect(await rig.events(deviceId)).toMatchObject([{ end: expect.any(Number) }]))
    expect((await rig.events(deviceId))[0].end).toBeGreaterThanOrEqual(now)
  },
)

test('a violation in force ends when the terminal is unbound, and a new rule counts from the next report', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  const recorder = await rig.start()
  await recorder.send(rig.report(deviceId, [fast(now - 20 * second)]))
  expect(await rig.events(deviceId)).toEqual([])
  await rig.addRule(speeding, { objectIds: [vehicleId] })
  await vi.waitFor(
    async () => {
      await recorder.send(rig.report(deviceId, [fast(Math.floor(Date.now() / 1000) * 1000)]))
      expect(await rig.events(deviceId)).toMatchObject([{ end: null }])
    },
    { timeout: 20_000, interval: 300 },
  )
  await rig.query('update device set tenant_id = null, object_type = null, object_id = null where id = $1', [deviceId])
  await vi.waitFor(async () => expect(await rig.events(deviceId)).toMatchObject([{ end: expect.any(Number) }]))
  await recorder.send(rig.report(deviceId, [fast(Date.now())]))
  expect(await rig.events(deviceId)).toHaveLength(1)
})

test('a change of an object makes its rules be read again, and nobody else’s; one that names none those of the tenant', async () => {
  const [one, other] = [await rig.addVehicle(), await rig.addVehicle()]
  const recorder = await rig.start()
  // A rule made now is known once everything that was asked for at the start has been read.
  await rig.addRule(speeding, { objectIds: [one.vehicleId, other.vehicleId] })
  const endsOf = async () => [...(await rig.events(one.deviceId)), ...(await rig.events(other.deviceId))].map(({ end }) => end)
  await vi.waitFor(
    async () => {
      for (const { deviceId } of [one, other])
        await recorder.send(rig.report(deviceId, [fast(Math.floor(Date.now() / 1000) * 1000)]))
      expect(await endsOf()).toEqual([null, null])
    },
    { timeout: 20_000, interval: 300 },
  )
  const unbound = 'tenant_id = null, object_type = null, object_id = null'
  await rig.query(
    `begin; set local session_replication_role = replica; update device set ${unbound} where id = ${one.deviceId}; commit`,
  )
  await rig.query(`update device set ${unbound} where id = ${other.deviceId}`)
  await vi.waitFor(async () => expect(await endsOf()).toEqual([null, expect.any(Number)]))
  await rig.query(`select send_change('vehicle', 1, null, null, null)`)
  await vi.waitFor(async () => expect(await endsOf()).toEqual([expect.any(Number), expect.any(Number)]))
})

test('a rule that cannot be evaluated costs no report', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  await rig.addRule(speeding, { objectIds: [vehicleId] })
  const recorder = await rig.start(() => now)
  await rig.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`)
  await rig.query('create trigger broken before insert on violation_event for each row execute function refuse()')
  expect(await recorder.send(rig.report(deviceId, [fast(now)]))).toBe(true)
  await rig.query('drop trigger broken on violation_event')
  expect(await rig.query('select from position where device_id = $1', [deviceId])).toHaveLength(1)
  expect(await rig.events(deviceId)).toEqual([])
})

test('a rule tells only those it names, by message too, once for all that begins within minutes', async () => {
  const vehicles = [await rig.addVehicle('一部'), await rig.addVehicle('一部'), await rig.addVehicle('一部')]
  const [first, other, past] = vehicles.map(({ deviceId }) => deviceId)
  const ruleId = await rig.addRule(speeding, { name: '超速 60', objectIds: vehicles.map(({ vehicleId }) => vehicleId) })
  const [handler] = await rig.query(
    `update sys_user set phone = '13800000001' where tenant_id = 1 and username = 'handler' returning user_id`,
  )
  await rig.query('update monitoring_rule set recipient_ids = array[$1::int], sms = true where id = $2', [
    handler.user_id,
    ruleId,
  ])
  // One of a time to come was written before the clock was set back.
  await rig.query(
    `insert into sms_message (tenant_id, rule_id, user_id, violation_id, mobile, text, create_time)
     values (1, $1, $2, 0, '', 'ahead', now() + interval '5 hours')`,
    [ruleId, handler.user_id],
  )
  const recorder = await rig.start(() => now)
  await recorder.send(rig.report(first!, [fast(now - 10 * second)]))
  await recorder.send(rig.report(other!, [fast(now)]))
  const longAgo = now - 3_600_000
  await recorder.send(rig.report(past!, [fast(longAgo), place(longAgo + 10 * second, { speed: 20 })]))

  const events = await Promise.all([first, other, past].map(async (id) => (await rig.events(id!))[0]))
  expect(events.map(({ execute_action }) => execute_action)).toEqual(['recordedAndTexted', 'recorded', 'recorded'])
  for (const { id } of events) expect((await rig.pushesOf(id)).map(({ username }) => username)).toEqual(['handler'])
  const [event] = events
  const text = `【环卫】${event.object_name} 超速 60，${timeText(now - 10 * second)}，${event.position}`
  expect(
    await rig.query(`select user_id, violation_id::int, mobile, text, sent_time from sms_message where text <> 'ahead'`),
  ).toEqual([{ user_id: handler.user_id, violation_id: Number(event.id), mobile: '13800000001', text, sent_time: null }])
})

test('when the clock is set back, the rules go on by the present time: silence ends and begins, and what had gone on goes on', async () => {
  const vehicles = [await rig.addVehicle(), await rig.addVehicle()]
  const [deviceId, other] = vehicles.map((one) => one.deviceId)
  const objectIds = vehicles.map(({ vehicleId }) => vehicleId)
  const offline = await rig.addRule({ kind: 'offline', after: 300 }, { objectIds })
  const tooFast = await rig.addRule(speeding, { objectIds })
  let clock = now
  const recorder = await rig.start(() => clock)
  for (const id of [deviceId!, other!]) await recorder.send(rig.report(id, [fast(now)]))
  const found = async (id: number) =>
    (await rig.events(id)).map(({ rule_id, start, end }) => [rule_id, start - now, end && end - now])

  const ahead = now + 5 * 3_600_000
  clock = ahead
  const isSilent = [
    [offline, 0, null],
    [tooFast, 0, 0],
  ]
  await expect.poll(() => found(deviceId!), { timeout: 20_000 }).toEqual(isSilent)
  await expect.poll(() => found(other!), { timeout: 20_000 }).toEqual(isSilent)
  await recorder.send(rig.report(deviceId!, [fast(now + 10 * second)], { receivedAt: ahead }))
  // Its own clock followed the platform's.
  await recorder.send(rig.report(other!, [fast(ahead)], { receivedAt: ahead }))

  clock = now + 20 * second
  await expect.poll(() => found(deviceId!), { timeout: 20_000 }).toEqual([[tooFast, 0, null]])
  for (const id of [deviceId!, other!]) await recorder.send(rig.report(id, [fast(now + 20 * second)]))
  await expect.poll(() => found(other!), { timeout: 20_000 }).toEqual([[tooFast, 0, null]])
  clock = now + 400 * second
  await expect
    .poll(() => found(deviceId!), { timeout: 20_000 })
    .toEqual([
      [tooFast, 0, null],
      [offline, 20 * second, null],
    ])
})

test('when no recipient of a rule may handle any more, everybody with the permission is a recipient', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle('一部')
  const ruleId = await rig.addRule(speeding, { objectIds: [vehicleId] })
  await rig.query(
    `update monitoring_rule set recipient_ids = (select array[user_id] from sys_user where tenant_id = 1 and username = 'viewer') where id = $1`,
    [ruleId],
  )
  const recorder = await rig.start(() => now)
  await recorder.send(rig.report(deviceId, [fast(now)]))
  const [event] = await rig.events(deviceId)
  expect((await rig.pushesOf(event.id)).map(({ username }) => username)).toEqual(['admin', 'handler'])
})
