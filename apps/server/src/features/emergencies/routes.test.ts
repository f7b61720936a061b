import { once } from 'node:events'
import { Tier } from '@huanwei/contract/emergencies/codes'
import type { EmergencyRecord, OpenEmergencies } from '@huanwei/contract/emergencies/endpoints'
import { escalateMs, lapseMs } from '@huanwei/contract/emergencies/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { AlarmBit } from '@huanwei/terminal/messages/alarm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { place, rigOn } from '../../position/store/recorder.test-kit.ts'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { escalateDue } from './jobs.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let rig: ReturnType<typeof rigOn>
let recorder: Awaited<ReturnType<typeof rig.start>>
let admin: Awaited<ReturnType<typeof server.login>>
let handler: typeof admin
let viewer: typeof admin
let vehicle: Awaited<ReturnType<typeof addVehicle>>
beforeAll(async () => {
  server = await startTestServer()
  rig = rigOn(server.url, server.db, server.changes)
  admin = await server.login('admin')
  handler = await server.login('handler')
  viewer = await server.login('viewer')
  vehicle = await addVehicle(server.db)
  await rig.addRule({ kind: 'terminalAlarm', bit: AlarmBit.sos }, { name: '紧急报警' })
  recorder = await rig.start()
})
afterAll(async () => {
  await recorder.close()
  await server.close()
})
beforeEach(async () => {
  for (const table of ['emergency', 'emergency_step', 'emergency_recipient']) await rig.query(`delete from ${table}`)
})

type Person = typeof admin
const open = async (who: Person): Promise<OpenEmergencies> => (await who.call('GET', '/admin/emergency/open')).data
const namesOf = async (who: Person) => (await open(who)).emergencies.map(({ objectName }) => objectName)
const newest = async (who: Person) => (await open(who)).emergencies[0]!
const recordOf = async (id: number): Promise<EmergencyRecord> =>
  (await admin.call('GET', `/admin/emergency/record?id=${id}`)).data
const acknowledge = (who: Person, id: number) => who.call('PUT', '/admin/emergency/acknowledge', { id })
const close = (who: Person, id: number, remark = '已联系驾驶员') => who.call('PUT', '/admin/emergency/close', { id, remark })
const drill = (who: Person, objectId: number) =>
  who.call('POST', '/admin/emergency/drill', { objectType: ObjectType.vehicle, objectId })

/** Each call comes later than all before it. */
let clock = Date.now() - 1_800_000
const tell = (alarm: number, deviceId = vehicle.deviceId) => {
  clock += 1000
  return recorder.send(rig.report(deviceId, [place(clock, { alarm })]))
}
/** Presses the button and lets it go again. */
async function press(deviceId?: number) {
  await tell(1 << AlarmBit.sos, deviceId)
  await tell(0, deviceId)
}
/** Moment of the call of the only open emergency, epoch ms. */
const dueAt = async () =>
  Number((await rig.query(`select extract(epoch from due_time) * 1000 as due from emergency where closed_time is null`))[0]?.due)

test('a call for help goes to who is on duty, after 60 s to the next ones, and ends nowhere before half a day', async () => {
  await press()
  const start = await dueAt()
  expect(await namesOf(handler)).toEqual([])
  await escalateDue(server.db, start)
  expect(await open(handler)).toMatchObject({
    waiting: 1,
    emergencies: [{ objectName: '川A00001', name: '紧急报警', calls: 1, tier: Tier.onDuty, isDrill: false, deptName: '一部' }],
  })
  expect(await namesOf(admin)).toEqual([])
  await escalateDue(server.db, start + escalateMs - 1)
  expect(await namesOf(admin)).toEqual([])
  await escalateDue(server.db, start + escalateMs)
  expect(await namesOf(admin)).toEqual(['川A00001'])
  await escalateDue(server.db, start + lapseMs)
  expect(await namesOf(admin)).toEqual(['川A00001'])
  await escalateDue(server.db, start + escalateMs + lapseMs)
  expect([await namesOf(admin), await namesOf(handler)]).toEqual([[], []])
})

test('who is off duty by the roster comes after 60 s, and what became due while the server was away is told at its start', async () => {
  const [shift] = await rig.query(
    `insert into shift (tenant_id, name, start, "end", weekdays) values (1, '他班', '03:00', '03:01', '{1}') returning id`,
  )
  await rig.query(
    `insert into area (tenant_id, dept_id, name, shape) select 1, dept_id, '片区', '{"kind":"circle","centre":[104,30],"radius":100}'
     from sys_dept where tenant_id = 1 and name = '一部'`,
  )
  const [area] = await rig.query('select id from area')
  const rule = await rig.addRule(
    { kind: 'absent', areaIds: [area!.id], after: 900 },
    { objectType: ObjectType.person, objectIds: [handler.userId], shiftIds: [shift!.id] },
  )
  await press()
  const start = await dueAt()
  await escalateDue(server.db, start)
  // Nobody is on duty: the first who can be told is.
  expect(await open(handler)).toMatchObject({ emergencies: [{ tier: Tier.offDuty }] })
  await escalateDue(server.db, start + 10 * escalateMs)
  const { id } = await newest(admin)
  expect((await recordOf(id)).steps.map(({ act, told }) => [act, told?.tier, told?.names])).toEqual([
    ['called', undefined, undefined],
    ['told', Tier.offDuty, ['handler']],
    ['told', Tier.administrators, ['admin']],
  ])
  await rig.query('delete from monitoring_rule where id = $1', [rule])
})

test('a thousand calls of one terminal are one emergency that counts', async () => {
  for (let calls = 0; calls < 1000; calls++) {
    clock += 1000
    await recorder.send(rig.report(vehicle.deviceId, [place(clock, { alarm: 1 << AlarmBit.sos })]))
  }
  await tell(0)
  for (let calls = 0; calls < 5; calls++) await press()
  await escalateDue(server.db, Date.now())
  expect(await open(handler)).toMatchObject({ waiting: 1, emergencies: [{ calls: 6 }] })
}, 300_000)

test('of two who acknowledge at once one wins and the other is told who did; then it is closed with a remark', async () => {
  await rig.query(`update vehicle set driver_name = '张师傅', driver_phone = '13900001111'`)
  await press()
  await escalateDue(server.db, Date.now() + 10 * escalateMs)
  const { id, contact } = await newest(handler)
  expect(contact).toEqual({ name: '张师傅', phone: '13900001111' })
  const replies = await Promise.all([acknowledge(handler, id), acknowledge(admin, id)])
  const lost = replies.find(({ status }) => status === 409)!
  const won = replies.find(({ status }) => status === 200)!
  expect(lost.msg).toBe(`${won.data.acknowledgement.by} 已于 ${won.data.acknowledgement.time} 接警`)
  expect(await open(handler)).toMatchObject({ waiting: 0, emergencies: [{ id }] })
  expect((await close(handler, id, '')).status).toBe(400)
  expect((await close(handler, id)).data.closing).toMatchObject({ by: 'handler', remark: '已联系驾驶员' })
  expect((await close(admin, id)).msg).toMatch(/^handler 已于 .* 办结$/)
  expect((await acknowledge(admin, id)).status).toBe(409)
  expect(await open(handler)).toEqual({ emergencies: [], waiting: 0 })
  const acts = (await recordOf(id)).steps.map(({ act, by, remark }) => `${act} ${by ?? ''} ${remark}`.trim())
  expect(acts).toEqual(['called', 'told', 'told', `acknowledged ${won.data.acknowledgement.by}`, 'closed handler 已联系驾驶员'])
})

test('one that is not acknowledged cannot be closed; a further call waits with the first, unless that was taken long ago', async () => {
  await press()
  await escalateDue(server.db, Date.now())
  const { id } = await newest(handler)
  expect((await close(handler, id)).status).toBe(409)
  await acknowledge(handler, id)
  await press()
  expect(await open(handler)).toMatchObject({ waiting: 0, emergencies: [{ id, calls: 2 }] })
  await rig.query(`update emergency set acknowledged_time = acknowledged_time - interval '11 minutes'`)
  await press()
  await escalateDue(server.db, Date.now())
  expect(await open(handler)).toMatchObject({ waiting: 1, emergencies: [{ id, calls: 3, acknowledgement: null }] })
  // The clock was set back since.
  await acknowledge(handler, id)
  await rig.query(`update emergency set acknowledged_time = acknowledged_time + interval '11 minutes'`)
  await press()
  await escalateDue(server.db, Date.now())
  expect(await open(handler)).toMatchObject({ waiting: 1, emergencies: [{ id, calls: 4, acknowledgement: null }] })
})

test('only who may handle it and sees its department has it; another tenant, permission or scope has nothing', async () => {
  const elsewhere = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await expect.poll(() => press(elsewhere.deviceId).then(async () => (await rig.query('select from emergency')).length)).toBe(1)
  await escalateDue(server.db, Date.now() + 10 * escalateMs)
  const { id } = await newest(admin)
  expect(await namesOf(handler)).toEqual([])
  expect((await acknowledge(handler, id)).status).toBe(404)
  expect((await handler.call('GET', `/admin/emergency/record?id=${id}`)).data).toBeNull()
  expect((await viewer.call('GET', '/admin/emergency/open')).status).toBe(403)
  const stranger = await server.login('admin', 2)
  expect(await open(stranger)).toEqual({ emergencies: [], waiting: 0 })
  expect((await acknowledge(stranger, id)).status).toBe(404)

  await rig.query('delete from emergency')
  await press()
  await escalateDue(server.db, Date.now())
  expect(await namesOf(handler)).toEqual(['川A00001'])
  await rig.query(`update sys_user set dept_id = (select dept_id from sys_dept where name = '二部') where username = 'handler'`)
  await expect.poll(() => namesOf(handler)).toEqual([])
  await rig.query(`update sys_user set dept_id = (select dept_id from sys_dept where name = '一部') where username = 'handler'`)
})

test('the verdict on its violation closes an emergency, and the violation leads to the record', async () => {
  await press()
  await escalateDue(server.db, Date.now())
  const { violationId } = await newest(handler)
  expect((await viewer.call('GET', `/admin/emergency/record?violationEventId=${violationId}`)).data.objectName).toBe('川A00001')
  expect((await handler.call('PUT', '/admin/violationEvent', { id: violationId, alarmType: 1, notes: '误触' })).status).toBe(200)
  expect(await namesOf(handler)).toEqual([])
  const { data } = await handler.call('GET', `/admin/emergency/record?violationEventId=${violationId}`)
  expect(data.steps.at(-1)).toMatchObject({ act: 'judged', by: 'handler', remark: '误触' })
})

const judge = (id: number | null) => handler.call('PUT', '/admin/violationEvent', { id, alarmType: 1, notes: '误触' })
const undo = async (id: number | null): Promise<{ refusal: string | null }> =>
  (await handler.call('POST', '/admin/violationEvent/undoVerdict', { ids: [id] })).data[0]

test('an undone verdict opens its call again: it is told anew, and escalates from that moment on', async () => {
  await press()
  await escalateDue(server.db, Date.now() + escalateMs)
  const { id, violationId } = await newest(admin)
  await judge(violationId)
  expect([await namesOf(handler), await namesOf(admin)]).toEqual([[], []])
  expect(await undo(violationId)).toMatchObject({ refusal: null })
  // Those who were told before see it at once.
  expect(await open(handler)).toMatchObject({ waiting: 1, emergencies: [{ id, tier: null, closing: null }] })
  const start = await dueAt()
  await escalateDue(server.db, start)
  expect((await newest(handler)).tier).toBe(Tier.onDuty)
  await escalateDue(server.db, start + escalateMs - 1)
  expect((await newest(admin)).tier).toBe(Tier.onDuty)
  await escalateDue(server.db, start + escalateMs)
  expect((await newest(admin)).tier).toBe(Tier.administrators)
  const acts = (await recordOf(id)).steps.map(({ act, by }) => `${act} ${by ?? ''}`.trim())
  expect(acts).toEqual(['called', 'told', 'told', 'judged handler', 'reopened handler', 'told', 'told'])
})

test('who had taken it has it again; what was closed by hand, or called anew since, is not opened by an undone verdict', async () => {
  await press()
  await escalateDue(server.db, Date.now())
  const taken = await newest(handler)
  await acknowledge(handler, taken.id)
  await judge(taken.violationId)
  await undo(taken.violationId)
  expect(await open(handler)).toMatchObject({ waiting: 0, emergencies: [{ id: taken.id, acknowledgement: { by: 'handler' } }] })
  expect(await rig.query('select from emergency where due_time is not null')).toEqual([])

  await close(handler, taken.id)
  await judge(taken.violationId)
  expect(await undo(taken.violationId)).toMatchObject({ refusal: null })
  expect(await namesOf(handler)).toEqual([])

  await press()
  await escalateDue(server.db, Date.now())
  const first = await newest(handler)
  await judge(first.violationId)
  await press()
  expect(await undo(first.violationId)).toMatchObject({ refusal: null })
  await escalateDue(server.db, Date.now())
  expect((await open(handler)).emergencies).toMatchObject([{ calls: 1 }])
  expect((await newest(handler)).id).not.toBe(first.id)
})

test('a drill is told and escalated alike and leaves no trace elsewhere; a real call beside it is one of its own', async () => {
  const counts = () =>
    rig.query(`select (select count(*) from violation_event) as violations, (select count(*) from msg_push) as pushes`)
  const before = await counts()
  expect((await drill(handler, vehicle.vehicleId)).status).toBe(403)
  expect((await drill(admin, 999_999)).status).toBe(404)
  const { data } = await drill(admin, vehicle.vehicleId)
  expect(data).toMatchObject({ isDrill: true, objectName: '川A00001', violationId: null })
  expect((await drill(admin, vehicle.vehicleId)).status).toBe(409)
  await escalateDue(server.db, Date.now())
  expect(await open(handler)).toMatchObject({ waiting: 1, emergencies: [{ isDrill: true }] })
  expect(await counts()).toEqual(before)
  await press()
  await escalateDue(server.db, Date.now())
  expect((await open(handler)).emergencies.map(({ isDrill }) => isDrill).sort()).toEqual([false, true])
})

type Listed = { objectName: string; isDrill: boolean; verdict: number | null; acknowledgement: { seconds: number } | null }
const list = async (who: Person, filter = ''): Promise<{ records: Listed[]; total: number }> =>
  (await who.call('GET', `/admin/emergency/page?${filter}`)).data
const stateOf = async (filter: string) => (await list(admin, filter)).total

test('past ones are listed with who took them how soon and how they ended, within the scope, by every filter', async () => {
  await press()
  await escalateDue(server.db, Date.now())
  const first = await newest(handler)
  expect(await stateOf('emergencyState=waiting')).toBe(1)
  await rig.query(`update emergency set waiting_since = now() - interval '75 seconds'`)
  await acknowledge(handler, first.id)
  expect(await stateOf('emergencyState=acknowledged')).toBe(1)
  await judge(first.violationId)
  await drill(admin, vehicle.vehicleId)
  await rig.query(`update emergency set closed_time = now(), due_time = null where is_drill`)

  const { records, total } = await list(viewer)
  expect(total).toBe(2)
  expect(records).toMatchObject([
    { objectName: '川A00001', isDrill: true, verdict: null, acknowledgement: null, closing: { by: '', remark: '' } },
    {
      isDrill: false,
      verdict: 1,
      tier: Tier.onDuty,
      acknowledgement: { by: 'handler', userId: handler.userId },
      closing: { by: 'handler', remark: '误触' },
    },
  ])
  expect(records[1]!.acknowledgement!.seconds).toBeGreaterThanOrEqual(75)
  const ofVehicle = `objectType=1&objectId=${vehicle.vehicleId}`
  for (const [filter, count] of [
    ['emergencyState=closed', 1],
    ['emergencyState=lapsed&isDrill=true', 1],
    ['isDrill=false', 1],
    [`handlerId=${handler.userId}`, 1],
    [`handlerId=${admin.userId}`, 0],
    [`deptId=${vehicle.deptId}&${ofVehicle}`, 2],
    ['objectType=0', 0],
    ['endTime=2020-01-01 00:00:00', 0],
    ['current=2&size=1', 2],
  ] as const)
    expect(await stateOf(filter), filter).toBe(count)
  expect((await list(await server.login('admin', 2))).total).toBe(0)
  await rig.query(`update emergency set dept_id = (select dept_id from sys_dept where tenant_id = 1 and name = '二部')`)
  expect((await list(handler)).total).toBe(0)
  expect((await admin.call('GET', '/admin/emergency/page?emergencyState=asleep')).status).toBe(400)
})

test('it is on the socket of who is told, gone with a verdict, back when that is undone, and cut off with the scope', async () => {
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const heard: OpenEmergencies[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/act/ws`)
  socket.on('message', (data) => {
    const body = /\n\n(\{.*\})\0/s.exec(String(data))?.[1]
    if (body) heard.push(JSON.parse(body))
  })
  await once(socket, 'open')
  socket.send(`CONNECT\nAuthorization:Bearer ${handler.token.access_token}\naccept-version:1.2\n\n\0`)
  socket.send('SUBSCRIBE\nid:1\ndestination:/live/emergency\n\n\0')
  await expect.poll(() => heard).toMatchObject([{ waiting: 0, emergencies: [] }])
  await press()
  await escalateDue(server.db, Date.now())
  const names = () => heard.at(-1)?.emergencies.map(({ objectName }) => objectName)
  await expect.poll(names).toEqual(['川A00001'])
  const { violationId } = await newest(handler)
  await judge(violationId)
  await expect.poll(names).toEqual([])
  await undo(violationId)
  await expect.poll(names).toEqual(['川A00001'])
  await rig.query(`update sys_user set dept_id = (select dept_id from sys_dept where name = '二部') where username = 'handler'`)
  await expect.poll(() => heard.at(-1)?.emergencies).toEqual([])
  socket.close()
})
