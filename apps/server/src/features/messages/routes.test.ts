import { MsgType } from '@huanwei/contract/messages/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, addViolation, startTestServer, tallyIsExact } from '../../test-kit.ts'
import { addPhoto, inspectionForm } from '../inspections/inspection.test-kit.ts'

type Person = Awaited<ReturnType<typeof server.login>>
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Person
let handler: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, handler] = [await server.login('admin'), await server.login('handler')]
})
afterAll(() => server.close())

const moveTo = async (who: Person, department: string) => {
  const { rows } = await server.db.owner.query('select dept_id from sys_dept where tenant_id = 1 and name = $1', [department])
  const { data: user } = await admin.call('GET', `/admin/user/${who.userId}`)
  const role = user.roleList.map(({ roleId }: { roleId: number }) => roleId)
  expect((await admin.call('PUT', '/admin/user', { ...user, role, phone: '13900000009', deptId: rows[0].dept_id })).status).toBe(
    200,
  )
}
const summaryOf = async (who: Person, msgType: MsgType) =>
  (await who.call('GET', '/admin/msgPush/getMsgTypeLastData')).data.find((one: { msgType: MsgType }) => one.msgType === msgType)
const overviewOf = async (who: Person) => (await who.call('GET', '/admin/home/overview')).data
const pushOf = async (who: Person, eventId: number) => {
  const { rows } = await server.db.owner.query(
    `select id from msg_push where push_object_id = $1 and event_id = $2 and msg_type <> '2'`,
    [who.userId, eventId],
  )
  return rows[0].id
}
const look = (who: Person, msgType: MsgType, id: number) => who.call('PUT', '/admin/msgPush/look', { msgType, id, isHere: true })
const claim = (who: Person, msgType: MsgType, id: number) =>
  who.call('PUT', '/admin/msgPush/claim', { msgType, id, isClaimed: true })
const markRead = async (who: Person, eventId: number) =>
  who.call('PUT', '/admin/msgPush/updateRead', { id: await pushOf(who, eventId) })

test('after a move, pushes of the former scope are not visible and cannot be claimed', async () => {
  const id = await addViolation(server.db, await addVehicle(server.db), [handler.userId])
  expect(await summaryOf(handler, MsgType.violation)).toMatchObject({
    unreadCount: 1,
    waitingCount: 1,
    msgDescribe: '川A00001 超速行驶',
  })
  expect(await overviewOf(handler)).toMatchObject({
    oldest: [{ id }],
    queues: expect.arrayContaining([expect.objectContaining({ pending: 1 })]),
  })
  await moveTo(handler, '二部')
  expect(await summaryOf(handler, MsgType.violation)).toMatchObject({
    unreadCount: 0,
    unreadOf: { 1: 0 },
    waitingCount: 0,
    waitingOf: { 1: 0 },
    msgDescribe: null,
  })
  const { oldest, queues } = await overviewOf(handler)
  expect([oldest, queues.map(({ pending }: { pending: number }) => pending)]).toEqual([[], [0, 0, 0, 0, 0, 0]])
  for (const { status } of [
    await look(handler, MsgType.violation, id),
    await claim(handler, MsgType.violation, id),
    await markRead(handler, id),
  ])
    expect(status).toBe(404)
  expect((await claim(admin, MsgType.violation, id)).data.claim.username).toBe('admin')
  await moveTo(handler, '一部')
  expect(await summaryOf(handler, MsgType.violation)).toMatchObject({ unreadCount: 1 })
})

test('all messages are read at once, of one kind of object, of one type or of all, and wait as before', async () => {
  const vehicle = await addVehicle(server.db, { plateNumber: '川A00003', terminalNo: '13900000003' })
  await addViolation(server.db, vehicle, [handler.userId, admin.userId])
  const { data: leave } = await (await server.login('viewer')).call('POST', '/admin/applyForRecord', {
    type: 3,
    firstDay: '2027-05-01',
    lastDay: '2027-05-01',
    reason: '家中有事',
  })
  const readAll = (asked: object) => handler.call('PUT', '/admin/msgPush/updateAllRead', asked)
  const unread = async (who: Person) => {
    const { data } = await who.call('GET', '/admin/msgPush/getMsgTypeLastData')
    return Object.fromEntries(data.map((one: { msgType: MsgType; unreadCount: number }) => [one.msgType, one.unreadCount]))
  }
  const before = await unread(admin)
  expect((await readAll({ msgType: '1', objectType: '0' })).data).toBe(0)
  expect((await readAll({ msgType: '1', objectType: '1' })).data).toBeGreaterThan(0)
  expect(await unread(handler)).toMatchObject({ 1: 0, 2: 1, 4: 1 })
  // The application with the reminder of it.
  expect((await readAll({ msgType: '4' })).data).toBe(2)
  expect(await unread(handler)).toMatchObject({ 1: 0, 2: 0, 4: 0 })
  expect((await readAll({})).data).toBe(0)
  expect([await unread(admin), await summaryOf(handler, MsgType.approval)]).toMatchObject([before, { waitingCount: 1 }])
  await admin.call('PUT', '/admin/applyForHistoryRecord', { applyForId: leave.id, status: 2 })
  expect((await readAll({ msgType: '9' })).status).toBe(400)
  await tallyIsExact(server.db)
})

test('a recipient without the permission to handle any more cannot claim the event', async () => {
  const viewer = await server.login('viewer')
  const vehicle = await addVehicle(server.db, { plateNumber: '川A00002', terminalNo: '13900000002' })
  const id = await addViolation(server.db, vehicle, [viewer.userId])
  expect((await look(viewer, MsgType.violation, id)).status).toBe(200)
  expect((await claim(viewer, MsgType.violation, id)).status).toBe(403)
})

test('an inspection that somebody answers for goes with them', async () => {
  const { rows } = await server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '二部'`)
  const responsible = await server.login('viewer')
  await addPhoto(server.db)
  const form = inspectionForm({ responsibleId: responsible.userId, deptId: rows[0].dept_id })
  const { data } = await admin.call('POST', '/admin/inspectEvent', form)
  expect(await summaryOf(responsible, MsgType.inspection)).toMatchObject({
    unreadCount: 1,
    msgDescribe: '建设路口 路口垃圾桶满溢',
  })
  expect((await look(responsible, MsgType.inspection, data.id)).status).toBe(200)
  expect((await claim(responsible, MsgType.inspection, data.id)).status).toBe(200)
  expect((await markRead(responsible, data.id)).data).toBe(true)
  expect(await summaryOf(responsible, MsgType.inspection)).toMatchObject({ unreadCount: 0 })
})
