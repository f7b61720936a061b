import { citizenPaths } from '@huanwei/contract/complaints/codes'
import { MsgType, ReminderTask } from '@huanwei/contract/messages/codes'
import type { ReminderPush } from '@huanwei/contract/messages/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, tallyIsExact } from '../../test-kit.ts'

type Person = Awaited<ReturnType<typeof server.login>>
let server: Awaited<ReturnType<typeof startTestServer>>
let [admin, handler, viewer]: Person[] = []
let dept: number
let toilet: number
const sticker = 'TOILETTOILET2345'
const photo = `${'a'.repeat(32)}.png`

beforeAll(async () => {
  server = await startTestServer()
  const one = async (text: string, values: unknown[] = []) => (await server.db.owner.query(text, values)).rows[0]
  dept = (await one(`select dept_id from sys_dept where tenant_id = 1 and name = '一部'`)).dept_id
  toilet = (
    await one(
      `insert into facility (tenant_id, dept_id, name, initials, code, address, lng, lat, facility_type)
        values (1, $1, '建设路公厕', 'x', $2, '建设路', 104.1, 30.6, '1') returning id`,
      [dept, sticker],
    )
  ).id
  await one(`insert into sys_file (tenant_id, bucket_name, original, type, file_size, create_user, file_name)
    values (1, 'huanwei', 'x', 'png', 1, 'x', '${photo}')`)
  ;[admin, handler, viewer] = [await server.login('admin'), await server.login('handler'), await server.login('viewer')]
})
afterAll(() => server.close())

const remindersOf = async (who: Person, query = ''): Promise<ReminderPush[]> =>
  (await who.call('GET', `/admin/msgPush/page?msgType=2&pushObjectId=${who.userId}&deptId=&objectId=${query}`)).data.records
const newest = async (who: Person) => (await remindersOf(who))[0]
const summaryOf = async (who: Person, msgType: MsgType = MsgType.reminder) =>
  (await who.call('GET', '/admin/msgPush/getMsgTypeLastData')).data.find((one: { msgType: MsgType }) => one.msgType === msgType)
const unreadOf = async (who: Person): Promise<number> => (await summaryOf(who)).unreadCount

const apply = async (who: Person, firstDay: string, reason = '家中有事') =>
  (await who.call('POST', '/admin/applyForRecord', { type: 3, firstDay, lastDay: firstDay, reason })).data.id
const inspect = async (changes: object = {}) =>
  (
    await admin!.call('POST', '/admin/inspectEvent', {
      responsibleId: viewer!.userId,
      deptId: dept,
      businessType: '1',
      assessmentStandard: '3',
      score: 2.5,
      eventContent: '路口垃圾桶满溢',
      position: '建设路口',
      lng: 104.1,
      lat: 30.6,
      disposeTimeLimit: 4,
      img: photo,
      ...changes,
    })
  ).data.id
const submit = (who: Person, id: number, status: number, more: object = {}) =>
  who.call('PUT', '/admin/inspectEvent', { id, status, ...more })

test('an application reminds who may decide it, until it is decided', async () => {
  const id = await apply(viewer!, '2032-03-01')
  expect(await newest(handler!)).toMatchObject({
    id,
    msgType: '2',
    pushObjectId: handler!.userId,
    task: ReminderTask.approval,
    taskName: '请假审批',
    msgDescribe: 'viewer 家中有事',
    status: 1,
    readUnread: 0,
  })
  expect(await summaryOf(handler!)).toMatchObject({
    unreadCount: 1,
    msgDescribe: 'viewer 家中有事',
    newTime: expect.stringMatching(/^\d\d:\d\d$/),
  })
  await admin!.call('PUT', '/admin/applyForHistoryRecord', { applyForId: id, status: 2 })
  expect(await newest(handler!)).toMatchObject({ id, status: 2, readUnread: 1 })
  expect(await unreadOf(handler!)).toBe(0)
})

test('an inspection reminds who has to answer, again when it is returned, wherever that person stands', async () => {
  const id = await inspect()
  expect(await newest(viewer!)).toMatchObject({ id, task: ReminderTask.inspection, msgDescribe: '建设路口 路口垃圾桶满溢' })
  await submit(viewer!, id, 2, { remark: '已清运' })
  expect(await unreadOf(viewer!)).toBe(0)
  await submit(admin!, id, 1, { ifReturn: 1, remark: '不合格' })
  expect(await newest(viewer!)).toMatchObject({ id, task: ReminderTask.returnedInspection, readUnread: 0 })
  const { pushId } = (await viewer!.call('GET', `/admin/inspectEvent/getHistoryInspectEvent?inspectEventId=${id}`)).data
  await viewer!.call('PUT', '/admin/msgPush/updateRead', { id: pushId })
  expect(await unreadOf(viewer!)).toBe(0)
  expect(await remindersOf(admin!)).not.toContainEqual(expect.objectContaining({ id, task: ReminderTask.inspection }))

  const { rows } = await server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '二部'`)
  const far = await inspect({ deptId: rows[0].dept_id })
  expect(await newest(viewer!)).toMatchObject({ id: far })
  expect(await unreadOf(viewer!)).toBe(1)
  await admin!.call('DELETE', `/admin/inspectEvent/${far}`)
  expect([await unreadOf(viewer!), (await newest(viewer!))?.id]).toEqual([0, id])
})

test('an assigned cleaning report reminds its assignee; a reminder is read once, and only by its recipient', async () => {
  const id = (await admin!.call('POST', '/admin/wcReportToClean', { type: '1', content: '地面有积水', facilityId: toilet })).data
    .id
  await admin!.call('POST', '/admin/wcReportToClean/assignTask', { id, assigneeId: viewer!.userId })
  const reminder = await newest(viewer!)
  expect(reminder).toMatchObject({ id, task: ReminderTask.cleaning, msgDescribe: '建设路 地面有积水' })
  const read = (who: Person) => who.call('PUT', '/admin/msgPush/updateRead', { id: reminder?.pushId })
  expect([(await read(handler!)).status, await unreadOf(viewer!)]).toEqual([404, 1])
  expect([(await read(viewer!)).data, await unreadOf(viewer!)]).toEqual([true, 0])
  expect(
    await viewer!.call('POST', '/admin/wcReportToClean/processingTask', { id, processRemark: '已清扫', processImg: photo }),
  ).toMatchObject({ status: 200 })
  expect(await newest(viewer!)).toMatchObject({ id, status: 2 })
})

test('a public event reminds the handlers of its department, until one of them answers', async () => {
  await server.app.inject({
    method: 'POST',
    url: citizenPaths.report,
    payload: { facilityCode: sticker, eventType: 0, content: '地面积水' },
  })
  const reminder = await newest(handler!)
  expect(reminder).toMatchObject({ task: ReminderTask.complaint, msgDescribe: '建设路公厕 地面积水', readUnread: 0 })
  await admin!.call('PUT', '/admin/wcComplaint', { id: reminder?.id, resultContent: '已清理' })
  expect(await newest(handler!)).toMatchObject({ id: reminder?.id, status: 2, readUnread: 1 })
  expect(await remindersOf(handler!, '&status=1')).toEqual([])
})

test('a withdrawn application is not the newest: no tab of the approver lists it', async () => {
  await apply(viewer!, '2032-03-02', '照常')
  const gone = await apply(viewer!, '2032-03-03', '作废')
  expect((await summaryOf(handler!, MsgType.approval)).msgDescribe).toBe('viewer 作废')
  await viewer!.call('PUT', '/admin/applyForRecord/revoke', { id: gone })
  expect((await summaryOf(handler!, MsgType.approval)).msgDescribe).toBe('viewer 照常')
  await tallyIsExact(server.db)
})
