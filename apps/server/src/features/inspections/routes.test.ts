import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds, startTestServer, tallyIsExact } from '../../test-kit.ts'
import { departments } from '../departments/table.ts'
import { addPhoto, inspectionForm, photo } from './inspection.test-kit.ts'
import { inspections } from './table.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
/** Handles everywhere; reports in 一部; is responsible there; looks on there. */
let [admin, reporter, responsible, onlooker]: Person[] = []
let dept: Record<string, number>

const foreignPhoto = `${'b'.repeat(32)}.png`

beforeAll(async () => {
  server = await startTestServer()
  await server.db.system(async (tx) => {
    dept = Object.fromEntries(
      (await tx.select().from(departments)).filter((one) => one.tenantId === 1).map((one) => [one.name, one.id]),
    )
    await tx.execute(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
      where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission = 'inspection_report'`)
  })
  await addPhoto(server.db, { createUser: 'handler' })
  await addPhoto(server.db, { createUser: 'handler', tenantId: 2, fileName: foreignPhoto })
  ;[admin, reporter, responsible, onlooker] = await Promise.all(
    ['admin', 'handler', 'viewer', 'nobody'].map((name) => server.login(name)),
  )
})
afterAll(() => server.close())

const found = (changes = {}) => inspectionForm({ responsibleId: responsible!.userId, deptId: dept.一部 }, changes)
const report = async (changes = {}, who = reporter!) =>
  (await who.call('POST', '/admin/inspectEvent', found(changes))).data.id as number
const submit = (who: Person, id: number, status: number, more: object = {}) =>
  who.call('PUT', '/admin/inspectEvent', { id, status, ...more })
const detail = (who: Person, id: number) => who.call('GET', `/admin/inspectEvent/getHistoryInspectEvent?inspectEventId=${id}`)
const pushesOf = async (who: Person, query = '') =>
  (await who.call('GET', `/admin/msgPush/page?msgType=3&pushObjectId=${who.userId}&${query}`)).data
const stands = async (who: Person, id: number) => {
  const { rows } = await server.db.owner.query(
    `select status, read_unread from msg_push where msg_type = '3' and push_object_id = $1 and event_id = $2`,
    [who.userId, id],
  )
  return rows.map((row) => [row.status, row.read_unread])
}
const back = { ifReturn: 1, remark: '不合格' }

test('reported, answered, returned, answered again and closed: the person who acts next is notified, and every step is kept', async () => {
  const id = await report()
  expect(await stands(responsible!, id)).toEqual([[1, 0]])
  expect(await stands(admin!, id)).toEqual([[1, 0]])
  expect(await stands(reporter!, id)).toEqual([])
  expect((await detail(responsible!, id)).data).toMatchObject({
    reportPersonName: 'handler',
    responsibleName: 'viewer',
    personResponsibleName: 'viewer',
    deptName: '一部',
    businessTypeName: '道路清扫',
    assessmentStandardName: '垃圾桶满溢',
    score: 2.5,
    img: photo,
    lng: 104.1,
    disposeTimeLimit: 4,
    disposeTime: null,
    status: 1,
    ifReturn: null,
  })

  await server.db.system((tx) => tx.update(inspections).set({ createTime: '2026-01-05 08:00:00' }).where(eq(inspections.id, id)))
  const answered = await submit(responsible!, id, 2, { remark: '已清运', img: photo })
  expect(answered.data).toMatchObject({ status: 2, ifReturn: null, treatImg: photo })
  expect(answered.data.disposeTime).toBeGreaterThan(60)
  // The message counts as read for the person who acted.
  expect([await stands(responsible!, id), await stands(reporter!, id)]).toEqual([[[2, 1]], [[2, 0]]])
  expect(await stands(admin!, id)).toEqual([[2, 0]])

  expect((await submit(reporter!, id, 1, back)).data).toMatchObject({ status: 1, ifReturn: 1 })
  expect([await stands(responsible!, id), await stands(reporter!, id)]).toEqual([[[4, 0]], [[4, 1]]])
  expect((await submit(admin!, id, 2)).data).toMatchObject({ status: 2, ifReturn: null, treatImg: '' })
  expect(await stands(admin!, id)).toEqual([[2, 1]])
  await submit(reporter!, id, 3)
  expect((await detail(admin!, id)).data.historyInspectEventList).toMatchObject([
    { objectName: 'handler', status: 1, ifReturn: null, img: photo },
    { objectName: 'viewer', status: 2, remark: '已清运', img: photo },
    { objectName: 'handler', status: 1, ifReturn: 1, remark: '不合格' },
    { objectName: 'admin', status: 2 },
    { objectName: 'handler', status: 3 },
  ])
  expect((await stands(admin!, id))[0]?.[0]).toBe(3)
  await tallyIsExact(server.db)
})

test('a position proposes the department of the smallest area around it, and whom its last inspection named', async () => {
  const suggested = async (query: string, who = admin!) => (await who.call('GET', `/admin/inspectEvent/suggestion?${query}`)).data
  const { rows } = await server.db.owner.query(`select dept_id, name from sys_dept where tenant_id = 1`)
  const deptOf = (name: string): number => rows.find((row) => row.name === name).dept_id
  const area = (name: string, radius: number) =>
    server.db.owner.query(`insert into area (tenant_id, dept_id, name, shape) values (1, $1, $2, $3)`, [
      deptOf(name),
      name,
      { kind: 'circle', centre: [103.5, 30.1], radius },
    ])
  await area('一部', 100)
  await area('二部', 5000)
  await report()
  expect(await suggested('lng=103.5&lat=30.1')).toMatchObject({ deptId: deptOf('一部'), responsibleId: responsible!.userId })
  expect(await suggested('lng=103.52&lat=30.1')).toMatchObject({ deptId: deptOf('二部'), responsibleId: null })
  expect(await suggested('lng=102&lat=30.1')).toMatchObject({ deptId: null, responsibleId: null })
  expect(await suggested(`deptId=${deptOf('一部')}`)).toEqual({
    position: '',
    deptId: deptOf('一部'),
    responsibleId: responsible!.userId,
  })
  // The reporter's scope is one department: areas of another are not for them.
  expect(await suggested('lng=103.52&lat=30.1', reporter)).toMatchObject({ deptId: null })
  expect((await responsible!.call('GET', '/admin/inspectEvent/suggestion?lng=1&lat=1')).status).toBe(403)
})

test('a transition that the rules forbid is refused with a message that names person and act', async () => {
  const id = await report()
  const outcomeOf = async (who: Person, status: number, more = {}) => {
    const { status: code, msg } = await submit(who, id, status, more)
    return `${code} ${msg}`
  }
  expect(await outcomeOf(admin!, 3)).toBe('409 还没有反馈，不能退回或关闭')
  expect(await outcomeOf(admin!, 1, back)).toBe('409 还没有反馈，不能退回或关闭')
  expect(await outcomeOf(admin!, 1)).toMatch(/^400 参数错误/)
  expect(await outcomeOf(reporter!, 2)).toBe('403 只有责任人可以反馈')
  await submit(responsible!, id, 2)
  expect(await outcomeOf(responsible!, 2)).toMatch(/^409 viewer 已于 .* 反馈$/)
  expect(await outcomeOf(responsible!, 3)).toBe('403 只有上报人可以进行此操作')
  expect(await outcomeOf(responsible!, 1, back)).toBe('403 只有上报人可以进行此操作')
  expect(await outcomeOf(reporter!, 1, { ifReturn: 1, remark: ' ' })).toBe('400 请填写退回原因')
  await submit(reporter!, id, 1, back)
  expect(await outcomeOf(reporter!, 3)).toMatch(/^409 handler 已于 .* 退回$/)
  await submit(responsible!, id, 2)
  await submit(admin!, id, 3)
  for (const [status, more] of [[2], [1, back], [3]] as const)
    expect(await outcomeOf(reporter!, status, more)).toMatch(/^409 admin 已于 .* 关闭$/)
  expect(await outcomeOf(admin!, 4)).toMatch(/^400/)
})

test('exactly one of several simultaneous acts wins, 200 times; the others learn whose it was', async () => {
  await rounds(200, async () => {
    const id = await report()
    const answers = await Promise.all([submit(responsible!, id, 2), submit(admin!, id, 2), submit(responsible!, id, 2)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [, answer] = (await detail(admin!, id)).data.historyInspectEventList
    for (const { status, msg } of answers)
      if (status === 409) expect(msg).toMatch(new RegExp(`^${answer.objectName} 已于 .* 反馈$`))
    const ends = await Promise.all([submit(reporter!, id, 3), submit(admin!, id, 1, back), submit(admin!, id, 3)])
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const steps = (await detail(admin!, id)).data.historyInspectEventList
    expect(steps).toHaveLength(3)
    const last = new RegExp(`^${steps[2].objectName} 已于 .* ${steps[2].ifReturn ? '退回' : '关闭'}$`)
    for (const { status, msg } of ends) if (status === 409) expect(msg).toMatch(last)
    expect((await stands(responsible!, id)).map(([status]) => status)).toEqual([steps[2].ifReturn ? 4 : 3])
  })
  await tallyIsExact(server.db)
})

test('answering an inspection that is removed at the same moment names the remover, and the other way round', async () => {
  await rounds(50, async () => {
    const id = await report()
    const [answered, removed] = await Promise.all([
      submit(responsible!, id, 2),
      reporter!.call('DELETE', `/admin/inspectEvent/${id}`),
    ])
    expect([answered.status, removed.status].sort()).toEqual([200, 409])
    if (answered.status === 409) expect(answered.msg).toMatch(/^handler 已于 .* 删除$/)
    else expect(removed.msg).toMatch(/^viewer 已于 .* 反馈$/)
    expect(await stands(responsible!, id)).toHaveLength(answered.status === 200 ? 1 : 0)
  })
  await tallyIsExact(server.db)
})

test('the people and departments that a report names must exist and be in scope', async () => {
  const refused = async (changes: object) => {
    const { status, data } = await reporter!.call('POST', '/admin/inspectEvent', found(changes))
    return [status, data?.field]
  }
  expect(await refused({ deptId: dept.二部 })).toEqual([409, 'deptId'])
  expect(await refused({ responsibleId: admin!.userId })).toEqual([409, 'responsibleId'])
  expect(await refused({ businessType: 'x' })).toEqual([409, 'businessType'])
  expect(await refused({ assessmentStandard: 'x' })).toEqual([409, 'assessmentStandard'])
  expect(await refused({ img: foreignPhoto })).toEqual([409, 'img'])
  expect((await refused({ score: -1 }))[0]).toBe(400)
  const id = await report()
  expect((await submit(responsible!, id, 2, { img: foreignPhoto })).status).toBe(409)
})

test('an unanswered inspection is removed by its reporter or a handler, with its messages', async () => {
  const remove = (who: Person, id: number) => who.call('DELETE', `/admin/inspectEvent/${id}`)
  const [own, others, answered] = [await report(), await report(), await report()]
  expect((await remove(responsible!, own)).msg).toBe('只有上报人可以进行此操作')
  expect(await remove(reporter!, own)).toMatchObject({ status: 200, data: true })
  expect(await remove(admin!, others)).toMatchObject({ data: true })
  expect([(await detail(admin!, own)).status, await stands(responsible!, own)]).toEqual([404, []])
  await submit(responsible!, answered, 2)
  expect((await remove(admin!, answered)).msg).toMatch(/^viewer 已于 .* 反馈$/)
  await submit(admin!, answered, 1, back)
  expect((await remove(admin!, answered)).msg).toMatch(/^admin 已于 .* 退回$/)
  await tallyIsExact(server.db)
})

test('tabs: a returned inspection waits again, and is in its own tab too, in both lists', async () => {
  await server.db.system(async (tx) => {
    for (const { id } of await tx.select({ id: inspections.id }).from(inspections))
      await tx.delete(inspections).where(eq(inspections.id, id))
    await tx.execute(`delete from msg_push where msg_type = '3'`)
  })
  const [waiting, fedBack, returned, closed] = [await report(), await report(), await report(), await report()]
  for (const id of [fedBack, returned, closed]) await submit(responsible!, id, 2)
  await submit(admin!, returned, 1, back)
  await submit(admin!, closed, 3)
  const tabs = { 'status=1': [waiting, returned], 'status=2': [fedBack], 'ifReturn=1': [returned], 'status=3': [closed] }
  for (const [query, ids] of Object.entries(tabs)) {
    for (const { records, total } of [
      await pushesOf(admin!, query),
      (await onlookerOf(query)).data,
      await pushesOf(admin!, `${query}&reportPersonId=${reporter!.userId}&responsibleId=${responsible!.userId}`),
    ])
      expect([query, total, records.map(({ id }: { id: number }) => id).sort()]).toEqual([query, ids.length, ids.sort()])
    expect((await pushesOf(admin!, `${query}&reportPersonId=${admin!.userId}`)).total).toBe(0)
    expect((await pushesOf(admin!, `${query}&responsibleId=${admin!.userId}`)).total).toBe(0)
  }
  expect((await pushesOf(admin!, 'status=2&ifReturn=1')).total).toBe(0)
  const order = async (query: string) => (await pushesOf(admin!, query)).records.map(({ id }: { id: number }) => id)
  expect(await order('ascs=createTime')).toEqual((await order('')).reverse())
})
const onlookerOf = (query: string) => responsible!.call('GET', `/admin/inspectEvent/page?${query}`)

test('a responsible person sees an inspection outside the own departments, others do not; messages are only one’s own', async () => {
  const id = await report({ deptId: dept.二部 }, admin!)
  expect((await detail(responsible!, id)).status).toBe(200)
  expect((await detail(reporter!, id)).status).toBe(404)
  expect((await submit(reporter!, id, 2)).status).toBe(404)
  const mine = await pushesOf(responsible!)
  expect([mine.total, mine.records[0].id]).toEqual([mine.records.length, id])
  expect((await pushesOf(responsible!, `deptId=${dept.一部}`)).records.map((one: { id: number }) => one.id)).not.toContain(id)
  const listed = (await responsible!.call('GET', '/admin/inspectEvent/page')).data.records
  expect(listed[0]).toMatchObject({ id, readUnread: 0 })
  expect(
    (await reporter!.call('GET', '/admin/inspectEvent/page')).data.records.map((one: { id: number }) => one.id),
  ).not.toContain(id)
  expect((await detail(onlooker!, id)).status).toBe(404)
  const asOther = `/admin/inspectEvent/getInspectEventVerify?inspectEventId=${id}&pushObjectId=${admin!.userId}`
  expect((await responsible!.call('GET', asOther)).status).toBe(403)
})
