import { DispatchState } from '@huanwei/contract/cleaning/codes'
import { citizenPaths } from '@huanwei/contract/complaints/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFacility, addVehicle, addViolation, rounds, startTestServer, tallyIsExact } from '../../../test-kit.ts'
import { complaints } from '../../complaints/table.ts'
import { addPhoto, inspectionForm, photo } from '../../inspections/inspection.test-kit.ts'
import { violations } from '../../violations/table.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
/** All permissions everywhere; reporting, assigning and answering in 一部; reading there only. */
let [admin, dispatcher, onlooker]: Person[] = []
let toilet: Awaited<ReturnType<typeof addFacility>>
let farToilet: Awaited<ReturnType<typeof addFacility>>
let vehicle: Awaited<ReturnType<typeof addVehicle>>

const base = '/admin/wcReportToClean'
const after = `${'c'.repeat(32)}.png`

beforeAll(async () => {
  server = await startTestServer()
  vehicle = await addVehicle(server.db)
  toilet = await addFacility(server.db)
  farToilet = await addFacility(server.db, { department: '二部', name: '丙路公共厕所', terminalNo: '13900000008' })
  await server.db.system((tx) =>
    tx.execute(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
      where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission in ('clean_add', 'clean_assign', 'clean_process', 'clean_evaluate')`),
  )
  await addPhoto(server.db, { createUser: 'handler' })
  await addPhoto(server.db, { fileName: after, createUser: 'handler' })
  ;[admin, dispatcher, onlooker] = await Promise.all(['admin', 'handler', 'viewer'].map((name) => server.login(name)))
})
afterAll(() => server.close())

let codes = 0
/** Adds a citizen's report; returns its id and code. */
async function addEvent(place = toilet, more: Partial<typeof complaints.$inferInsert> = {}) {
  const code = `EVENT${String(++codes).padStart(11, '0')}`
  const { facilityId, deptId } = place
  const fields = {
    tenantId: 1,
    code,
    facilityId,
    deptId,
    facilityName: '乙路公共厕所',
    eventType: 0,
    content: '地面积水',
    position: '门口',
  }
  const [added] = await server.db.system((tx) =>
    tx
      .insert(complaints)
      .values({ ...fields, eventType: 0, ...more })
      .returning(),
  )
  return { id: added!.id, code }
}
const cause = (kind: string, id: number) => ({ kind, id })
const dispatch = (who: Person, from: object, more: object = {}) =>
  who.call('POST', base, { type: '1', content: '请清理', position: '门口', cause: from, ...more })
const workOf = (who: Person, kind: string, id: number) => who.call('GET', `${base}/cause?causeKind=${kind}&causeId=${id}`)
const act = (who: Person, name: string, id: number, more: object) => who.call('POST', `${base}/${name}`, { id, ...more })
async function finish(id: number) {
  await act(admin!, 'assignTask', id, { assigneeId: dispatcher!.userId })
  await act(dispatcher!, 'processingTask', id, { processRemark: '已清扫', processImg: after, beforeImg: photo })
  await act(admin!, 'evaluateTask', id, { score: 5 })
  return act(admin!, 'overTask', id, {})
}
const status = async (code: string) => (await server.app.inject(citizenPaths.status.replace(':reportCode', code))).json().data

test('a public event leads to work, whose state and photos stand with the event and, without names, on the page of the citizen', async () => {
  const { id, code } = await addEvent(toilet, { url: [photo] })
  expect((await workOf(onlooker!, 'publicEvent', id)).data).toEqual({
    start: { content: '地面积水', position: '门口', img: photo, facilityId: toilet.facilityId, deptId: toilet.deptId },
    isOpen: true,
    isInScope: true,
    work: [],
  })
  expect((await status(code)).work).toBeNull()
  const made = await dispatch(dispatcher!, cause('publicEvent', id), { facilityId: toilet.facilityId, img: photo })
  expect(made.data).toMatchObject({ causeKind: 'publicEvent', causeId: id, deptId: toilet.deptId, img: photo })
  expect((await status(code)).work).toMatchObject({ state: 'planned' })
  await act(dispatcher!, 'assignTask', made.data.id, { assigneeId: dispatcher!.userId })
  expect((await status(code)).work).toMatchObject({ state: 'underway' })
  const done = { processRemark: '已清扫', processImg: after }
  await act(dispatcher!, 'processingTask', made.data.id, done)
  expect((await workOf(onlooker!, 'publicEvent', id)).data.work).toMatchObject([
    { id: made.data.id, status: 2, assigneeName: 'handler', img: photo, processImg: after, isInSight: true },
  ])
  // The bureau has not answered yet: the state is shown, its photos are not.
  expect(await status(code)).toMatchObject({ work: { state: 'done' }, beforeUrls: [], afterUrls: [], status: 1 })
  await dispatcher!.call('PUT', '/admin/wcComplaint', { id, resultContent: '已清理' })
  const answered = await status(code)
  expect([answered.beforeUrls, answered.afterUrls].map(([url]) => url.split('/').at(-1))).toEqual([photo, after])
  expect(JSON.stringify(answered)).not.toContain('handler')
})

test('a cause has one open report; when that is over, or taken back, another may follow', async () => {
  const { id } = await addEvent()
  const first = await dispatch(dispatcher!, cause('publicEvent', id))
  const second = await dispatch(admin!, cause('publicEvent', id))
  expect(second).toMatchObject({ status: 409, msg: expect.stringMatching(/^handler 已于 .* 派出 BJ\d{12}，办结后才能再派$/) })
  const states = async () => {
    const found = async (state: string) => (await admin!.call('GET', `/admin/wcComplaint/page?work=${state}`)).data.records
    const all = await Promise.all(Object.values(DispatchState).map(async (state) => [state, await found(state)] as const))
    return all.flatMap(([state, rows]) => (rows.some((row: { id: number }) => row.id === id) ? [state] : []))
  }
  expect(await states()).toEqual(['open'])
  expect((await dispatcher!.call('DELETE', `${base}/${first.data.id}`)).status).toBe(200)
  expect(await states()).toEqual(['none', 'takenBack'])
  const next = await dispatch(admin!, cause('publicEvent', id))
  expect(await states()).toEqual(['open'])
  expect((await finish(next.data.id)).status).toBe(200)
  expect(await states()).toEqual(['done'])
  expect((await dispatch(admin!, cause('publicEvent', id))).status).toBe(200)
  expect((await workOf(admin!, 'publicEvent', id)).data.work.map((one: { status: number }) => one.status)).toEqual([0, 4])
})

test('two people dispatch from 40 events at once: one report each, the other learns who was faster', async () => {
  await rounds(40, async () => {
    const { id } = await addEvent()
    const both = await Promise.all([dispatch(dispatcher!, cause('publicEvent', id)), dispatch(admin!, cause('publicEvent', id))])
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    const [won] = (await workOf(admin!, 'publicEvent', id)).data.work
    expect(both.find((one) => one.status === 409)!.msg).toContain(won.code)
  })
  await tallyIsExact(server.db)
})

test('nothing is dispatched from what is out of scope or dealt with, nor without the permission', async () => {
  const far = await addEvent(farToilet)
  expect((await workOf(dispatcher!, 'publicEvent', far.id)).status).toBe(404)
  expect(await dispatch(dispatcher!, cause('publicEvent', far.id))).toMatchObject({ status: 409, data: { field: 'cause' } })
  const { id } = await addEvent()
  expect((await dispatch(onlooker!, cause('publicEvent', id))).status).toBe(403)
  await dispatcher!.call('PUT', '/admin/wcComplaint', { id, resultContent: '已清理' })
  expect((await workOf(dispatcher!, 'publicEvent', id)).data.isOpen).toBe(false)
  expect(await dispatch(dispatcher!, cause('publicEvent', id))).toMatchObject({
    status: 409,
    msg: '来源已处理完毕，不能再派单',
  })
  // Several at once have no cause.
  const many = [{ type: '1', content: 'x', position: 'x', cause: cause('publicEvent', id) }]
  const added = await dispatcher!.call('POST', `${base}/insertWcReportToCleanList`, { list: many })
  expect(added.data).toMatchObject([{ causeKind: null, causeId: null }])
})

test('work that was dispatched from something shows how it was before and after', async () => {
  const { id } = await addEvent()
  const { data } = await dispatch(dispatcher!, cause('publicEvent', id))
  await act(dispatcher!, 'assignTask', data.id, { assigneeId: dispatcher!.userId })
  const process = (more: object) => act(dispatcher!, 'processingTask', data.id, { processRemark: '已清扫', ...more })
  expect(await process({ processImg: after })).toMatchObject({ status: 400, data: { field: 'beforeImg' } })
  expect(await process({ beforeImg: photo })).toMatchObject({ status: 400, data: { field: 'processImg' } })
  expect((await process({ beforeImg: photo, processImg: after })).data).toMatchObject({
    img: photo,
    processImg: after,
    status: 2,
  })
})

test('violations and alarms lead to work until they are judged to be none, each as its own kind', async () => {
  const id = await addViolation(server.db, vehicle, [])
  expect((await workOf(dispatcher!, 'vehicleViolation', id)).data).toMatchObject({
    start: { content: '川A00001 超速行驶', position: '建设路', lng: 104.1, lat: 30.6, deptId: vehicle.deptId },
    isOpen: true,
  })
  for (const kind of ['personViolation', 'facilityAlarm']) expect((await workOf(dispatcher!, kind, id)).status).toBe(404)
  expect((await dispatch(dispatcher!, cause('facilityAlarm', id))).status).toBe(409)
  expect((await dispatch(dispatcher!, cause('vehicleViolation', id))).data).toMatchObject({ causeKind: 'vehicleViolation' })
  const alarm = await addViolation(server.db, { ...vehicle, vehicleId: toilet.facilityId }, [])
  await server.db.system((tx) => tx.update(violations).set({ objectType: ObjectType.facility }).where(eq(violations.id, alarm)))
  expect((await workOf(dispatcher!, 'facilityAlarm', alarm)).data.start).toMatchObject({ facilityId: toilet.facilityId })
  await dispatcher!.call('PUT', '/admin/violationEvent', { id: alarm, alarmType: 1 })
  expect(await dispatch(dispatcher!, cause('facilityAlarm', alarm))).toMatchObject({
    status: 409,
    msg: expect.stringContaining('已处理完毕'),
  })
})

test('an alarm that is merged into a violation leads to the work of that', async () => {
  const id = await addViolation(server.db, vehicle, [])
  const alarm = await addViolation(server.db, vehicle, [])
  await server.db.system((tx) => tx.update(violations).set({ mergedInto: id }).where(eq(violations.id, alarm)))
  expect((await dispatch(dispatcher!, cause('vehicleViolation', alarm))).data.causeId).toBe(id)
  expect((await workOf(dispatcher!, 'vehicleViolation', alarm)).data.work).toHaveLength(1)
})

test('an inspection leads to work for those in whose scope it is; its own people see the state', async () => {
  const fields = inspectionForm({ responsibleId: onlooker!.userId, deptId: farToilet.deptId })
  const { data } = await admin!.call('POST', '/admin/inspectEvent', fields)
  const made = await dispatch(admin!, cause('inspection', data.id), { img: photo })
  expect(made.data).toMatchObject({ deptId: farToilet.deptId, causeId: data.id })
  // The person responsible is of another department: they see the state, neither the report nor its photos.
  expect((await workOf(onlooker!, 'inspection', data.id)).data).toMatchObject({
    isInScope: false,
    work: [{ id: made.data.id, status: 0, isInSight: false, img: '' }],
  })
  expect((await onlooker!.call('GET', `${base}/${made.data.id}`)).status).toBe(404)
})

test('a can leads to work with what was measured, and the list of reports is filtered by what they come from', async () => {
  const place = { name: '建设路垃圾桶', deptId: toilet.deptId, address: '建设路', lng: 104.1, lat: 30.6 }
  const { data: can } = await admin!.call('POST', '/admin/garbageCan', place)
  expect((await workOf(dispatcher!, 'can', can.id)).data.start).toMatchObject({ content: '建设路垃圾桶', facilityId: can.id })
  expect((await workOf(dispatcher!, 'can', toilet.facilityId)).status).toBe(404)
  const made = await dispatch(dispatcher!, cause('can', can.id), { facilityId: can.id })
  const list = async (query: string) => (await onlooker!.call('GET', `${base}/page?${query}`)).data
  expect(await list('causeKind=can')).toMatchObject({ total: 1, records: [{ id: made.data.id, causeId: can.id }] })
  expect(await list('causeKind=can&over=true')).toMatchObject({ total: 0, records: [] })
})

const rowsOf = async (who: Person, path: string) => (await who.call('GET', `${path}size=1000`)).data.records
const pushesOf = (who: Person, msgType: string) =>
  rowsOf(who, `/admin/msgPush/page?msgType=${msgType}&pushObjectId=${who.userId}&`)

test('lists say what became of the work of a row, and who does it', async () => {
  const event = await addEvent()
  const violation = await addViolation(server.db, vehicle, [dispatcher!.userId])
  const place = { name: '人民路垃圾桶', deptId: toilet.deptId, address: '人民路', lng: 104.1, lat: 30.6 }
  const can = (await admin!.call('POST', '/admin/garbageCan', place)).data
  const inspection = (
    await admin!.call(
      'POST',
      '/admin/inspectEvent',
      inspectionForm({ responsibleId: onlooker!.userId, deptId: farToilet.deptId }),
    )
  ).data
  const lists = [
    { kind: 'publicEvent', id: event.id, read: (who: Person) => rowsOf(who, '/admin/wcComplaint/page?') },
    { kind: 'vehicleViolation', id: violation, read: (who: Person) => pushesOf(who, '1'), isOfHandler: true },
    { kind: 'vehicleViolation', id: violation, read: (who: Person) => rowsOf(who, '/admin/violationEvent/page?') },
    { kind: 'inspection', id: inspection.id, read: (who: Person) => rowsOf(who, '/admin/inspectEvent/page?') },
    { kind: 'can', id: can.id, read: (who: Person) => rowsOf(who, '/admin/garbageCan/page?') },
  ]
  const workIn = async ({ id, read }: (typeof lists)[number], who: Person) =>
    (await read(who)).find((row: { id: number }) => row.id === id)?.work
  for (const list of lists) expect(await workIn(list, list.isOfHandler ? dispatcher! : admin!)).toBeNull()
  const made = new Map<string, { id: number; code: string }>()
  for (const { kind, id } of lists.filter(({ isOfHandler }) => !isOfHandler))
    made.set(kind, (await dispatch(admin!, cause(kind, id), { img: photo })).data)
  for (const list of lists) {
    const { id, code } = made.get(list.kind)!
    const reader = list.isOfHandler ? dispatcher! : admin!
    const work = { id, code, status: 0, assigneeName: '', isInSight: true }
    expect(await workIn(list, reader)).toEqual(work)
    if (list.isOfHandler) continue
    await act(admin!, 'assignTask', id, { assigneeId: dispatcher!.userId })
    expect(await workIn(list, reader)).toEqual({ ...work, status: 1, assigneeName: 'handler' })
  }
  // The person responsible is of another department: they see the state, but not the report.
  expect(await workIn(lists[3]!, onlooker!)).toMatchObject({ status: 1, isInSight: false })
  // A report of another organisation at a cause of the same number is nobody's here.
  await server.db.system((tx) =>
    tx.execute(sql`insert into wc_report_to_clean (tenant_id, code, dept_id, reporter_id, reporter, position, content, type, cause_kind, cause_id)
      select 2, 'BJ1', (select min(dept_id) from sys_dept where tenant_id = 2), 1, 'x', 'x', 'x', '1', cause_kind, cause_id
      from wc_report_to_clean where tenant_id = 1 and id = ${made.get('can')!.id}`),
  )
  expect(await workIn(lists[4]!, admin!)).toMatchObject({ id: made.get('can')!.id })
})

test('who dispatched the work is told once when somebody has done it or takes it back, and reads that as news', async () => {
  const task = { workDone: 13, workRemoved: 14 }
  const told = async (who: Person, id: number) =>
    (await pushesOf(who, '2')).filter((one: { id: number; task: number }) => one.id === id && one.task >= task.workDone)
  const { id } = await addEvent()
  const { data: made } = await dispatch(dispatcher!, cause('publicEvent', id))
  await act(admin!, 'assignTask', made.id, { assigneeId: admin!.userId })
  expect(await told(dispatcher!, made.id)).toEqual([])
  // What is refused is told to nobody.
  expect((await act(admin!, 'processingTask', made.id, { processRemark: '已清扫', processImg: after })).status).toBe(400)
  expect(await told(dispatcher!, made.id)).toEqual([])
  const done = { processRemark: '已清扫', processImg: after, beforeImg: photo }
  await Promise.all([1, 2].map((n) => act(admin!, 'processingTask', made.id, { ...done, processRemark: `已清扫 ${n}` })))
  const [news, ...more] = await told(dispatcher!, made.id)
  expect([news, more]).toMatchObject([
    { task: task.workDone, taskName: '派单结果查看', status: 1, readUnread: 0, msgDescribe: '门口 请清理' },
    [],
  ])
  for (const other of [admin!, onlooker!]) expect(await told(other, made.id)).toEqual([])
  expect((await admin!.call('PUT', '/admin/msgPush/updateRead', { id: news.pushId })).status).toBe(404)
  await dispatcher!.call('PUT', '/admin/msgPush/updateRead', { id: news.pushId })
  expect(await told(dispatcher!, made.id)).toMatchObject([{ status: 2, readUnread: 1 }])
  // Taken back by another: who and when; by oneself: nothing.
  const { data: second } = await dispatch(dispatcher!, cause('publicEvent', (await addEvent()).id))
  await admin!.call('DELETE', `${base}/${second.id}`)
  expect(await told(dispatcher!, second.id)).toMatchObject([
    { task: task.workRemoved, msgDescribe: expect.stringMatching(/^admin \d{4}-/) },
  ])
  expect((await dispatcher!.call('GET', `${base}/${second.id}`)).status).toBe(404)
  await dispatcher!.call('PUT', '/admin/msgPush/updateAllRead', {})
  expect(await told(dispatcher!, second.id)).toMatchObject([{ status: 2, readUnread: 1 }])
  const { data: own } = await dispatch(dispatcher!, cause('publicEvent', (await addEvent()).id))
  await dispatcher!.call('DELETE', `${base}/${own.id}`)
  expect(await told(dispatcher!, own.id)).toEqual([])
  // Reports of people, which nobody dispatched, are told to nobody.
  const { data: plain } = await dispatcher!.call('POST', base, { type: '1', content: '请清理门口', position: '门口' })
  await act(admin!, 'assignTask', plain.id, { assigneeId: admin!.userId })
  await act(admin!, 'processingTask', plain.id, done)
  expect(await told(dispatcher!, plain.id)).toEqual([])
  // All of it is of this organisation.
  const { rows } = await server.db.owner.query('select distinct tenant_id from msg_push where kind in (13, 14)')
  expect(rows).toEqual([{ tenant_id: 1 }])
  await tallyIsExact(server.db)
})
