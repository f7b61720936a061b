import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { inspectionForm } from '../inspections/inspection.test-kit.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startTestServer>>['login']>>
let server: Awaited<ReturnType<typeof startTestServer>>
/** Sees everything; sees 一部 and may change projects; sees 一部. */
let [admin, chief, viewer]: Person[] = []
let dept: Record<string, number>
const path = '/admin/projectManage'

beforeAll(async () => {
  server = await startTestServer()
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission in ('admin_projectmanage_add', 'admin_projectmanage_edit', 'admin_projectmanage_del', 'inspection_report')`)
  const { rows } = await server.db.owner.query(`select name, dept_id as id from sys_dept where tenant_id = 1`)
  dept = Object.fromEntries(rows.map(({ name, id }) => [name, id]))
  ;[admin, chief, viewer] = await Promise.all(['admin', 'handler', 'viewer'].map((name) => server.login(name)))
})
afterAll(() => server.close())

let count = 0
const add = async (fields: object, who = admin!) =>
  (await who.call('POST', path, { name: `标段${++count}`, deptIds: [dept.一部], ...fields })).data
const names = async (who: Person, query = '') =>
  (await who.call('GET', `${path}/page?${query}`)).data.records.map(({ name }: { name: string }) => name)
async function addArea(name: string, deptId: number | undefined) {
  const shape = { kind: 'circle', centre: [104, 30], radius: 80 }
  return Number((await admin!.call('POST', '/admin/area', { name, deptId, shape })).data.id)
}

test('a project keeps what is entered, is found by it, and goes', async () => {
  const areaId = await addArea('春熙路', dept.一部)
  const fields = {
    name: '东片区清扫保洁',
    code: 'HW-2026-01',
    deptIds: [dept.一部, dept.二部],
    areaIds: [areaId],
    startDay: '2026-01-01',
    endDay: '2028-12-31',
    manager: '王工',
    contractAmount: 12_345_678.9,
    status: 'planned',
    remark: '三年',
  }
  const { data: added } = await admin!.call('POST', path, fields)
  expect(added).toMatchObject({ ...fields, deptNames: ['一部', '二部'], areaNames: ['春熙路'] })
  const { data: changed } = await admin!.call('PUT', path, { ...added, status: 'running', endDay: null, contractAmount: null })
  expect(changed).toMatchObject({ status: 'running', endDay: null, contractAmount: null })
  expect((await admin!.call('GET', `${path}/${added.id}`)).data).toEqual(changed)

  // Empty parameters count as none.
  expect(await names(admin!, 'name=%E6%B8%85%E6%89%AB&deptId=&status=')).toEqual([fields.name])
  expect(await names(admin!, `status=running&deptId=${dept.二部}&name=`)).toEqual([fields.name])
  expect(await names(admin!, 'status=finished')).toEqual([])
  const { id, name, code, status } = changed
  expect((await admin!.call('GET', `${path}/list`)).data).toEqual([{ id, name, code, status }])
  expect((await admin!.call('GET', `${path}/list?text=2026-01`)).data).toEqual([{ id, name, code, status }])
  expect((await admin!.call('GET', `${path}/list?text=2027`)).data).toEqual([])

  // An area that is removed is no part of it any more; a department with a project stays.
  await admin!.call('DELETE', `/admin/area/${areaId}`)
  expect((await admin!.call('GET', `${path}/${id}`)).data).toMatchObject({ areaIds: [], areaNames: [] })
  expect(await admin!.call('DELETE', `/admin/dept/${dept.二部}`)).toMatchObject({ status: 409 })
  expect((await admin!.call('DELETE', `${path}/${id}`)).data).toBe(true)
  expect(await names(admin!)).toEqual([])
})

test('impossible projects are refused: no department, the end before the beginning, a number that is taken', async () => {
  const post = (fields: object) => admin!.call('POST', path, { name: 'x', deptIds: [dept.一部], ...fields })
  const refused = { status: 400 }
  expect(await post({ deptIds: [] })).toMatchObject(refused)
  expect(await post({ startDay: '2026-02-31' })).toMatchObject(refused)
  expect(await post({ startDay: '2026-02-02', endDay: '2026-02-01' })).toMatchObject({ ...refused, data: { field: 'endDay' } })
  // Of two at once with one number one is added; those without a number do not meet.
  const both = await Promise.all([post({ code: 'A' }), post({ code: 'A' }), post({}), post({})])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
  expect(both.find(({ status }) => status === 409)).toMatchObject({ msg: '项目编号已被使用', data: { field: 'code' } })
  await server.db.owner.query('delete from project')
})

test('a person sees the projects of the own departments, and of these what is in scope', async () => {
  const [own, other] = [await addArea('一部路', dept.一部), await addArea('二部路', dept.二部)]
  const foreign = await add({ deptIds: [dept.二部] })
  const shared = await add({ deptIds: [dept.一部, dept.二部], areaIds: [own, other] })
  for (const who of [chief!, viewer!]) {
    expect(await names(who)).toEqual([shared.name])
    expect((await who.call('GET', `${path}/list`)).data).toMatchObject([{ id: shared.id }])
    expect((await who.call('GET', `${path}/${shared.id}`)).data).toMatchObject({
      deptIds: [dept.一部],
      deptNames: ['一部'],
      areaIds: [own],
      areaNames: ['一部路'],
    })
    expect((await who.call('GET', `${path}/${foreign.id}`)).status).toBe(404)
    expect(await names(who, `deptId=${dept.二部}`)).toEqual([])
  }
  expect((await viewer!.call('POST', path, { name: 'x', deptIds: [dept.一部] })).status).toBe(403)

  // Nothing beyond the scope is named, and what others added there stays.
  const read = (await chief!.call('GET', `${path}/${shared.id}`)).data
  for (const beyond of [{ deptIds: [dept.二部] }, { deptIds: [dept.一部, dept.二部] }, { areaIds: [other] }]) {
    expect((await chief!.call('POST', path, { name: 'x', deptIds: [dept.一部], ...beyond })).status).toBe(404)
    expect((await chief!.call('PUT', path, { ...read, ...beyond })).status).toBe(404)
  }
  const { data: changed } = await chief!.call('PUT', path, { ...read, name: '改名', areaIds: [] })
  expect(changed).toMatchObject({ name: '改名', deptIds: [dept.一部], areaIds: [] })
  expect((await admin!.call('GET', `${path}/${shared.id}`)).data).toMatchObject({
    deptIds: [dept.一部, dept.二部],
    areaIds: [other],
  })
  expect(await chief!.call('DELETE', `${path}/${shared.id}`)).toMatchObject({
    status: 403,
    msg: expect.stringContaining('其他部门'),
  })
  expect((await chief!.call('DELETE', `${path}/${foreign.id}`)).status).toBe(404)
  expect((await (await server.login('admin', 2)).call('GET', `${path}/${shared.id}`)).status).toBe(404)
  expect(await names(await server.login('admin', 2))).toEqual([])
  await server.db.owner.query('delete from project')
})

test('an inspection names a project, is found by it in the list and in the messages, and keeps it from being removed', async () => {
  const [project, foreign] = [await add({ name: '一标段' }), await add({ deptIds: [dept.二部] })]
  const report = (fields: object, who = chief!) => {
    const form = inspectionForm({ responsibleId: viewer!.userId, deptId: dept.一部 }, { img: '', ...fields })
    return who.call('POST', '/admin/inspectEvent', form)
  }
  const { data: found } = await report({ projectId: project.id })
  expect(found).toMatchObject({ projectId: project.id, projectName: '一标段', deptName: '一部' })
  expect((await report({})).data).toMatchObject({ projectId: null, projectName: null })
  expect(await report({ projectId: foreign.id })).toMatchObject({ status: 409, data: { field: 'projectId' } })

  const lists = ['/admin/inspectEvent/page?', `/admin/msgPush/page?msgType=3&pushObjectId=${viewer!.userId}&`]
  for (const list of lists) {
    const { data } = await viewer!.call('GET', `${list}projectId=${project.id}`)
    expect(data).toMatchObject({ total: 1, records: [{ id: found.id, projectName: '一标段' }] })
    expect((await viewer!.call('GET', list)).data.total).toBe(2)
    expect((await viewer!.call('GET', `${list}projectId=${foreign.id}`)).data).toMatchObject({ total: 0, records: [] })
  }

  expect(await admin!.call('DELETE', `${path}/${project.id}`)).toMatchObject({
    status: 409,
    msg: expect.stringContaining('有巡查事件属于这个项目'),
  })
  await chief!.call('DELETE', `/admin/inspectEvent/${found.id}`)
  // Whoever is first, no inspection is left without its project.
  const [removed, reported] = await Promise.all([
    admin!.call('DELETE', `${path}/${project.id}`),
    report({ projectId: project.id }, admin!),
  ])
  expect([removed.status, reported.status].sort()).toEqual([200, 409])
})
