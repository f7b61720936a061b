import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../test-kit.ts'
import { diskStore } from '../../files/file-store.ts'
import { makeDue } from '../jobs.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
/** Sees everything; sees 一部 and may make reports; sees 一部. */
let [admin, handler, viewer]: Person[] = []
let dept: Record<string, number>
const path = '/admin/reportSchedule'
const usual = { name: '日报', kind: 'violations', grouping: 'department', every: 'day', time: '06:30' }

beforeAll(async () => {
  server = await startTestServer()
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission like 'admin_report%'`)
  const { rows } = await server.db.owner.query(`select name, dept_id as id from sys_dept where tenant_id = 1`)
  dept = Object.fromEntries(rows.map(({ name, id }) => [name, id]))
  ;[admin, handler, viewer] = await Promise.all(['admin', 'handler', 'viewer'].map((name) => server.login(name)))
})
afterAll(() => server.close())

const add = async (who: Person, fields: object) => (await who.call('POST', path, { ...usual, ...fields })).data
/** Makes what is due at a time when nothing else is. */
async function dueAt(id: number, now: string) {
  await server.db.owner.query(`update report_schedule set next_time = case when id = $1 then $2::timestamptz end`, [
    id,
    `${now}+08`,
  ])
  return makeDue({ db: server.db, store: await diskStore(mkdtempSync(join(tmpdir(), 'sheets-'))) }, now)
}
const madeBy = async (who: Person, scheduleId: number) =>
  (await who.call('GET', `/admin/reportForms/page?scheduleId=${scheduleId}`)).data.records

test('a schedule makes the report of the day before, for its receivers as far as they see its departments', async () => {
  const schedule = await add(handler!, { deptId: dept.一部, receiverIds: [viewer!.userId] })
  expect(schedule).toMatchObject({
    deptName: '一部',
    receiverNames: ['viewer'],
    createBy: 'handler',
    isOwn: true,
    stopReason: null,
  })
  expect(await dueAt(schedule.id, '2031-03-02 06:30:00')).toBe(1)
  const [report] = await vi.waitFor(async () => {
    const found = await madeBy(handler!, schedule.id)
    expect(found).toMatchObject([{ status: 'done' }])
    return found
  }, 300_000)
  expect(report).toMatchObject({
    name: '日报 2031-03-01',
    period: 'day',
    firstDay: '2031-03-01',
    deptName: '一部',
    createBy: 'handler',
  })
  const after = (await handler!.call('GET', `${path}/${schedule.id}`)).data
  expect(after).toMatchObject({ lastTime: '2031-03-02 06:30:00', nextTime: '2031-03-03 06:30:00' })
  for (const who of [handler!, viewer!]) {
    const asked = `/admin/msgPush/page?msgType=2&status=1&pushObjectId=${who.userId}`
    const mine = async () =>
      (await who.call('GET', asked)).data.records.filter(({ task }: { task: number }) => task === ReminderTask.report)
    expect(await mine()).toMatchObject([{ id: report.id, msgDescribe: '日报 2031-03-01', taskName: '报表查看' }])
    await who.call('GET', `/admin/reportForms/${report.id}`)
    expect(await mine()).toEqual([])
  }
})

test('a schedule makes the work report as pages, which are kept and downloaded', async () => {
  const asked = {
    kind: 'workReport',
    name: '作业周报',
    every: 'week',
    grouping: 'day',
    deptId: dept.一部,
    receiverIds: [viewer!.userId],
  }
  const schedule = await add(handler!, asked)
  expect(schedule).toMatchObject({ kind: 'workReport', grouping: null, projectId: null })
  await dueAt(schedule.id, '2031-03-04 08:00:00')
  const [report] = await vi.waitFor(async () => {
    const found = await madeBy(handler!, schedule.id)
    expect(found).toMatchObject([{ status: 'done', error: null }])
    return found
  }, 300_000)
  expect(report).toMatchObject({
    name: '作业周报 2031-02-24 – 2031-03-02',
    grouping: null,
    rows: null,
    file: expect.stringMatching(/\.pdf$/),
  })
  const { data } = await viewer!.call('GET', `/admin/reportForms/url?id=${report.id}`)
  const file = await server.app.inject({ url: data.url })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(file.headers['content-disposition']).toContain(`${encodeURIComponent(report.name)}.pdf`)
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const reminders = await viewer!.call('GET', `/admin/msgPush/page?msgType=2&pushObjectId=${viewer!.userId}`)
  expect(reminders.data.records).toContainEqual(expect.objectContaining({ id: report.id, msgDescribe: report.name }))
  const detail = await handler!.call('GET', `/admin/reportForms/${report.id}`)
  expect(detail.data).toMatchObject({ totals: [], drawn: [] })
  expect((await handler!.call('PUT', path, { ...usual, id: schedule.id, deptId: dept.一部 })).data.grouping).toBe('department')
})

test('a work report by hand is about a whole day, week or month, in the scope of who makes it', async () => {
  const make = (who: Person, asked: object) => who.call('POST', '/admin/reportForms', { kind: 'workReport', ...asked })
  expect((await make(handler!, { firstDay: '2026-01-01', lastDay: '2026-01-09' })).status).toBe(400)
  expect((await make(handler!, { firstDay: '2026-01-01', lastDay: '2026-01-31', deptId: dept.二部 })).status).toBe(404)
  const { data } = await make(handler!, { firstDay: '2026-01-01', lastDay: '2026-01-31' })
  expect(data).toMatchObject({ kind: 'workReport', grouping: null, period: 'month' })
  await vi.waitFor(async () => {
    const now = await handler!.call('GET', `/admin/reportForms/${data.id}`)
    expect(now.data).toMatchObject({ status: 'done', error: null, file: expect.stringMatching(/\.pdf$/) })
  }, 300_000)
})

test('who sees a schedule of somebody else sees those of its receivers who are in scope', async () => {
  const receiverIds = [admin!.userId, viewer!.userId].toSorted((a, b) => a - b)
  const { id } = await add(admin!, { deptId: dept.一部, receiverIds })
  const seenBy = async (who: Person) => (await who.call('GET', `${path}/${id}`)).data
  expect(await seenBy(handler!)).toMatchObject({ receiverIds: [viewer!.userId], receiverNames: ['viewer'], isOwn: false })
  expect((await seenBy(admin!)).receiverIds).toEqual(receiverIds)
  const { data } = await handler!.call('GET', `${path}/page`)
  expect(data.records.find((one: { id: number }) => one.id === id).receiverNames).toEqual(['viewer'])
  await admin!.call('DELETE', `${path}/${id}`)
})

test.each([
  ['week', '2031-03-04 08:00:00', '2031-02-24', '2031-03-02', '2031-03-10 06:30:00'],
  ['month', '2031-03-04 08:00:00', '2031-02-01', '2031-02-28', '2031-04-01 06:30:00'],
])(
  'of every %s it makes the one before, and of several missed ones the last',
  async (every, now, firstDay, lastDay, nextTime) => {
    const { id } = await add(admin!, { every, name: every })
    expect(await dueAt(id, now)).toBe(1)
    expect(await madeBy(admin!, id)).toMatchObject([{ firstDay, lastDay, period: every }])
    expect((await admin!.call('GET', `${path}/${id}`)).data.nextTime).toBe(nextTime)
  },
)

test('it stops when its owner is locked, may not make reports any more or does not see its department; a change starts it again', async () => {
  const { owner } = server.db
  const { id } = await add(handler!, { deptId: dept.一部 })
  const stopReason = async () => (await admin!.call('GET', `${path}/${id}`)).data.stopReason
  const cases = [
    ['owner', `update sys_user set lock_flag = $1 where tenant_id = 1 and username = 'handler'`, '9', '0'],
    ['scope', `update sys_user set dept_id = $1::int where tenant_id = 1 and username = 'handler'`, dept.二部, dept.一部],
  ] as const
  for (const [reason, change, there, back] of cases) {
    await owner.query(change, [there])
    await dueAt(id, '2031-03-05 06:30:00')
    expect(await stopReason()).toBe(reason)
    await owner.query(change, [back])
    const { data } = await (await server.login('handler')).call('PUT', path, { ...usual, id, deptId: dept.一部 })
    expect(data).toMatchObject({ stopReason: null, nextTime: expect.any(String) })
  }
  expect(await madeBy(admin!, id)).toEqual([])
})

test('only its owner changes a schedule; who does not see its department does not see it', async () => {
  const whole = await add(admin!, { name: '全部' })
  const part = await add(admin!, { name: '一部', deptId: dept.一部 })
  const names = async (who: Person) =>
    (await who.call('GET', `${path}/page`)).data.records.map(({ name }: { name: string }) => name)
  expect(await names(viewer!)).toContain('一部')
  expect(await names(viewer!)).not.toContain('全部')
  expect((await handler!.call('GET', `${path}/${whole.id}`)).status).toBe(404)
  expect((await handler!.call('PUT', path, { ...usual, id: part.id })).status).toBe(403)
  expect((await viewer!.call('POST', path, usual)).status).toBe(403)
  expect((await handler!.call('POST', path, { ...usual, deptId: dept.二部 })).status).toBe(404)
  expect((await handler!.call('POST', path, { ...usual, receiverIds: [admin!.userId] })).status).toBe(404)
  expect((await handler!.call('POST', path, { ...usual, time: '25:00' })).status).toBe(400)
  expect((await handler!.call('DELETE', `${path}/${part.id}`)).data).toBe(true)
})
