import { citizenPaths } from '@huanwei/contract/complaints/codes'
import { MsgType, ReminderTask } from '@huanwei/contract/messages/codes'
import type { ReminderPush } from '@huanwei/contract/messages/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addVehicle, addViolation, startTestServer, tallyIsExact } from '../../test-kit.ts'
import { remindOfOverdueCleaning } from '../cleaning/jobs.ts'
import { addPhoto, inspectionForm, photo } from '../inspections/inspection.test-kit.ts'
import { remindOfLeftClaims } from '../violations/jobs.ts'

type Person = Awaited<ReturnType<typeof server.login>>
let server: Awaited<ReturnType<typeof startTestServer>>
let [admin, handler, viewer]: Person[] = []
let dept: number
let toilet: number
const sticker = 'TOILETTOILET2345'

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
  await addPhoto(server.db)
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
const inspect = async (changes: object = {}) => {
  const form = inspectionForm({ responsibleId: viewer!.userId, deptId: dept }, changes)
  return (await admin!.call('POST', '/admin/inspectEvent', form)).data.id
}
const submit = (who: Person, id: number, status: number, more: object = {}) =>
  who.call('PUT', '/admin/inspectEvent', { id, status, ...more })

test('an application reminds who may decide it, until it is decided', async () => {
  const id = await apply(viewer!, '2027-03-01')
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
  const waiting = async () =>
    [await summaryOf(handler!, MsgType.approval), await summaryOf(handler!)].map((one) => one.waitingCount)
  expect(await waiting()).toEqual([1, 0])
  await admin!.call('PUT', '/admin/applyForHistoryRecord', { applyForId: id, status: 2 })
  expect(await newest(handler!)).toMatchObject({ id, status: 2, readUnread: 1 })
  expect(await unreadOf(handler!)).toBe(0)
  expect(await waiting()).toEqual([0, 0])
})

test('an inspection reminds who has to answer, again when it is returned, wherever that person stands', async () => {
  const id = await inspect()
  expect(await newest(viewer!)).toMatchObject({ id, task: ReminderTask.inspection, msgDescribe: '建设路口 路口垃圾桶满溢' })
  const waiting = () => Promise.all([admin!, viewer!].map(async (who) => (await summaryOf(who, MsgType.inspection)).waitingCount))
  expect(await waiting()).toEqual([1, 1])
  await submit(viewer!, id, 2, { remark: '已清运' })
  expect(await unreadOf(viewer!)).toBe(0)
  expect(await waiting()).toEqual([0, 0])
  await submit(admin!, id, 1, { ifReturn: 1, remark: '不合格' })
  expect(await newest(viewer!)).toMatchObject({ id, task: ReminderTask.returnedInspection, readUnread: 0 })
  expect(await waiting()).toEqual([1, 1])
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

test('an overdue cleaning report reminds its assignee and those who assign in the department, once, until it is processed', async () => {
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
      where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission = 'clean_assign'`)
  const report = async (content: string): Promise<number> =>
    (await admin!.call('POST', '/admin/wcReportToClean', { type: '1', content, facilityId: toilet })).data.id
  const [assigned, waiting, fresh] = [await report('地面有积水'), await report('垃圾外溢'), await report('刚刚上报')]
  await admin!.call('POST', '/admin/wcReportToClean/assignTask', { id: assigned, assigneeId: viewer!.userId })
  await server.db.owner.query(`update wc_report_to_clean set due_time = now() - interval '1 hour' where id <> $1`, [fresh])
  const overdue = async (who: Person) =>
    (await remindersOf(who))
      .filter(({ task }) => task === ReminderTask.overdueCleaning)
      .map(({ id, status, readUnread }) => ({ id, status, readUnread }))
      .sort((a, b) => a.id - b.id)
  const all = () => Promise.all([overdue(viewer!), overdue(handler!), overdue(admin!)])
  await Promise.all([remindOfOverdueCleaning(server.db), remindOfOverdueCleaning(server.db)])
  const [first, second] = [assigned, waiting].map((id) => ({ id, status: 1, readUnread: 0 }))
  expect(await all()).toEqual([[first], [first, second], [first, second]])
  expect((await remindersOf(handler!)).find(({ id }) => id === waiting)).toMatchObject({
    taskName: '超时报洁处理',
    msgDescribe: '建设路 垃圾外溢',
  })
  await handler!.call('PUT', '/admin/msgPush/updateRead', {
    id: (await remindersOf(handler!)).find(({ id }) => id === waiting)?.pushId,
  })
  await remindOfOverdueCleaning(server.db)
  expect((await overdue(handler!)).find(({ id }) => id === waiting)).toMatchObject({ readUnread: 1 })
  await viewer!.call('POST', '/admin/wcReportToClean/processingTask', {
    id: assigned,
    processRemark: '已清扫',
    processImg: photo,
  })
  expect(await overdue(viewer!)).toEqual([{ id: assigned, status: 2, readUnread: 1 }])
  await admin!.call('DELETE', `/admin/wcReportToClean/${waiting}`)
  expect((await overdue(handler!)).map(({ id }) => id)).toEqual([assigned])
  await tallyIsExact(server.db)
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

test('a violation that somebody claimed and left reminds them once, until somebody judges it', async () => {
  const vehicle = await addVehicle(server.db)
  const [left, judged] = [await addViolation(server.db, vehicle, [handler!.userId]), await addViolation(server.db, vehicle, [])]
  const judge = (id: number) => admin!.call('PUT', '/admin/violationEvent', { id, alarmType: 0 })
  for (const id of [left, judged]) await handler!.call('PUT', '/admin/msgPush/claim', { msgType: '1', id, isClaimed: true })
  await remindOfLeftClaims(server.db)
  expect(await remindersOf(handler!)).not.toContainEqual(expect.objectContaining({ task: ReminderTask.violation }))
  await server.db.owner.query(`update event_claim set until = now() - interval '1 second'`)
  await judge(judged)
  await Promise.all([remindOfLeftClaims(server.db), remindOfLeftClaims(server.db)])
  const found = (await remindersOf(handler!)).filter(({ task }) => task === ReminderTask.violation)
  expect(found).toMatchObject([
    { id: left, taskName: '认领违章处理', msgDescribe: '川A00001 超速行驶', status: 1, readUnread: 0 },
  ])
  // The message panel shows it once: among the violations, and not as a reminder beside them.
  expect(await remindersOf(handler!, '&unlisted=1&status=1')).toEqual([])
  expect([await summaryOf(handler!, MsgType.violation), await summaryOf(handler!)]).toMatchObject([
    { waitingCount: 1, msgDescribe: expect.stringContaining('超速行驶') },
    { waitingCount: 0 },
  ])
  await judge(left)
  expect(await newest(handler!)).toMatchObject({ id: left, status: 2, readUnread: 1 })
})

test('a sheet that took long reminds its owner until it is fetched; one that was waited for reminds nobody', async () => {
  const start = { list: '/admin/wcComplaint/page', filter: {} }
  const { data: quick } = await admin!.call('POST', '/admin/export', start)
  const { rows } = await server.db.owner.query(
    `insert into export_job (tenant_id, user_id, name, list, filter, language, status, create_time)
      values (1, $1, '公众事件列表', $2, '{}', 'zh-CN', 'waiting', now() - interval '1 minute') returning id`,
    [admin!.userId, start.list],
  )
  const isDone = async (id: number) => {
    const { data } = await admin!.call('GET', '/admin/export/list')
    expect(data.find((job: { id: number }) => job.id === id)).toMatchObject({ status: 'done' })
  }
  await vi.waitFor(() => Promise.all([isDone(quick.id), isDone(rows[0].id)]), 60_000)
  const found = (await remindersOf(admin!)).filter(({ task }) => task === ReminderTask.export)
  expect(found).toMatchObject([{ id: rows[0].id, taskName: '导出表格下载', msgDescribe: '公众事件列表', status: 1 }])
  expect((await handler!.call('GET', `/admin/export/url?id=${rows[0].id}`)).status).toBe(404)
  expect((await admin!.call('GET', `/admin/export/url?id=${rows[0].id}`)).status).toBe(200)
  const after = await remindersOf(admin!)
  expect(after.find(({ task }) => task === ReminderTask.export)).toMatchObject({ status: 2, readUnread: 1 })
})

test('a withdrawn application is not the newest: no tab of the approver lists it', async () => {
  await apply(viewer!, '2027-03-02', '照常')
  const gone = await apply(viewer!, '2027-03-03', '作废')
  expect((await summaryOf(handler!, MsgType.approval)).msgDescribe).toBe('viewer 作废')
  await viewer!.call('PUT', '/admin/applyForRecord/revoke', { id: gone })
  expect((await summaryOf(handler!, MsgType.approval)).msgDescribe).toBe('viewer 照常')
  await tallyIsExact(server.db)
})

test('one reminder is answered to whom it was sent and to nobody else; the list is filtered by task', async () => {
  const id = await apply(viewer!, '2027-09-01', '探亲')
  const { pushId } = (await newest(handler!))!
  const one = await handler!.call('GET', `/admin/msgPush/${pushId}`)
  expect(one.data).toMatchObject({ id, pushId, task: ReminderTask.approval, taskName: '请假审批', msgDescribe: 'viewer 探亲' })
  expect((await viewer!.call('GET', `/admin/msgPush/${pushId}`)).status).toBe(404)
  expect((await handler!.call('GET', '/admin/msgPush/9007199254740991')).status).toBe(404)
  expect((await handler!.call('GET', '/admin/msgPush/x')).status).toBe(400)
  const tasks = (list: ReminderPush[]) => new Set(list.map(({ task }) => task))
  expect(tasks(await remindersOf(handler!, `&task=${ReminderTask.approval}`))).toEqual(new Set([ReminderTask.approval]))
  expect(await remindersOf(handler!, `&task=${ReminderTask.export}`)).toEqual([])
  await admin!.call('PUT', '/admin/applyForHistoryRecord', { applyForId: id, status: 2 })
  const { data } = await handler!.call('GET', `/admin/msgPush/${pushId}`)
  expect(data).toMatchObject({ status: 2, readUnread: 1 })
})
