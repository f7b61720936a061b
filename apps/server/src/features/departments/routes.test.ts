import type { DepartmentNode } from '@huanwei/contract/departments/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(() => server.close())

const tree = async (): Promise<DepartmentNode> => (await admin.call('GET', '/admin/dept/tree')).data[0]
const add = (parentId: number, name: string) => admin.call('POST', '/admin/dept', { parentId, name })

test('departments nest, move and go', async () => {
  const root = await tree()
  expect([root.parentId, root.children.map((one) => one.name)]).toEqual([0, ['一部', '二部']])
  const { data: team } = await add(root.children[0]!.id, '作业队')
  expect((await tree()).children[0]!.children[0]!.name).toBe('作业队')
  const moved = await admin.call('PUT', '/admin/dept', {
    deptId: team.deptId,
    parentId: root.children[1]!.id,
    name: '作业二队',
    sort: 3,
  })
  expect(moved.data).toMatchObject({ name: '作业二队', parentId: root.children[1]!.id })
  expect((await admin.call('DELETE', `/admin/dept/${team.deptId}`)).data).toBe(true)
})

test("the tree has order and time, and the family's form asks whether a name is free", async () => {
  const root = await tree()
  const { data: made } = await admin.call('POST', '/admin/dept', { parentId: root.id, name: '清运队', sort: 7 })
  const node = (await tree()).children.find(({ id }) => id === made.deptId)
  expect(node).toMatchObject({ sort: 7, createTime: made.createTime })
  expect(made.createTime).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  const details = async (name: string, who = admin) =>
    (await who.call('GET', `/admin/dept/details/${encodeURIComponent(name)}`)).data
  expect(await details('清运队')).toMatchObject({ deptId: made.deptId, name: '清运队' })
  expect(await details('没有这个队')).toBeNull()
  // Beyond the scope it is as if there were none.
  expect(await details('清运队', await server.login('viewer'))).toBeNull()
  expect((await admin.call('DELETE', `/admin/dept/${made.deptId}`)).data).toBe(true)
})

test('a department cannot stand below itself, take a name that is there, or go while it is used', async () => {
  const [first, second] = (await tree()).children
  const below = (await add(first!.id, '下级')).data
  const cycle = await admin.call('PUT', '/admin/dept', { deptId: first!.id, parentId: below.deptId, name: '一部' })
  expect([cycle.status, cycle.msg]).toEqual([409, '上级部门不能是自己或下级'])
  expect((await add(first!.id, '下级')).msg).toBe('同级部门名称已存在')
  await addVehicle(server.db, { department: '二部' })
  expect((await admin.call('DELETE', `/admin/dept/${second!.id}`)).status).toBe(409)
})

test('one of two simultaneous edits of a department wins, the other learns who made it; so does an edit that a new order preceded', async () => {
  const upper = (await add((await tree()).id, '两人')).data
  const [one, two] = [(await add(upper.deptId, '东队')).data, (await add(upper.deptId, '西队')).data]
  expect(one.updateBy).toBe('admin')
  const change = (name: string) => admin.call('PUT', '/admin/dept', { ...one, name })
  const [won, lost] = (await Promise.all([change('甲队'), change('乙队')])).toSorted((a, b) => a.status - b.status)
  expect([won?.status, lost?.status]).toEqual([200, 409])
  expect(lost?.msg).toBe(`admin 已于 ${won?.data.updateTime} 修改，您的操作没有执行`)
  const { data: first } = await admin.call('GET', `/admin/dept/${two.deptId}`)
  await admin.call('PUT', '/admin/dept/sort', { parentId: upper.deptId, ids: [two.deptId, one.deptId] })
  expect((await admin.call('PUT', '/admin/dept', { ...first, name: '南队' })).status).toBe(409)
})

test('a viewer of one department sees it alone, at the top', async () => {
  const viewer = await server.login('viewer')
  const { data } = await viewer.call('GET', '/admin/dept/tree')
  expect(data.map((one: DepartmentNode) => one.name)).toEqual(['一部'])
})

test('one of two simultaneous moves that would place each department below the other is refused', async () => {
  const [root] = await Promise.all([tree()])
  for (let round = 0; round < 5; round++) {
    const [a, b] = [(await add(root.id, `甲${round}`)).data, (await add(root.id, `乙${round}`)).data]
    const below = (one: typeof a, other: typeof a) =>
      admin.call('PUT', '/admin/dept', { deptId: one.deptId, name: one.name, parentId: other.deptId })
    const replies = await Promise.all([below(a, b), below(b, a)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  }
})

test('a department is removed only with all below it, which must all be in scope', async () => {
  const upper = (await add((await tree()).id, '上级')).data
  const lower = (await add(upper.deptId, '别人的下级')).data
  await server.db.owner.query(`update sys_role set ds_type = 1, ds_scope = '{${upper.deptId}}' where role_code = 'ROLE_HANDLER'`)
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.role_id, m.menu_id
    from sys_role r join sys_menu m on m.tenant_id = r.tenant_id and m.permission = 'sys_dept_del' where r.role_code = 'ROLE_HANDLER'`)
  const handler = await server.login('handler')
  expect((await handler.call('DELETE', `/admin/dept/${upper.deptId}`)).status).toBe(403)
  expect((await admin.call('GET', `/admin/dept/${lower.deptId}`)).data.name).toBe('别人的下级')
})

test('departments are put in order, all of them or none', async () => {
  const upper = (await add((await tree()).id, '排序')).data
  const ids = []
  for (const name of ['甲', '乙', '丙']) ids.push((await add(upper.deptId, name)).data.deptId)
  const sort = (list: number[]) => admin.call('PUT', '/admin/dept/sort', { parentId: upper.deptId, ids: list })
  expect((await sort(ids.toReversed())).data).toBe(true)
  const { data } = await admin.call('GET', '/admin/dept/list')
  expect(
    data.filter((one: { parentId: number }) => one.parentId === upper.deptId).map((one: { name: string }) => one.name),
  ).toEqual(['丙', '乙', '甲'])
  for (const wrong of [ids.slice(1), [...ids, 1], [ids[0]!, ids[0]!, ids[1]!]]) expect((await sort(wrong)).status).toBe(409)
})

test('the list counts the people and vehicles of each department', async () => {
  const { data } = await admin.call('GET', '/admin/dept/list')
  expect(data.find((one: { name: string }) => one.name === '二部')).toMatchObject({ users: 0, vehicles: 1 })
  expect(data.find((one: { name: string }) => one.name === '一部')).toMatchObject({ users: 3, vehicles: 0 })
})

test('when a department is removed while something is added to it, one of the two is refused with a message', async () => {
  for (let round = 0; round < 8; round++) {
    const { data: dept } = await add((await tree()).id, `去留${round}`)
    const area = { name: `围栏${round}`, deptId: dept.deptId, shape: { kind: 'circle', centre: [104, 30], radius: 10 } }
    const replies = await Promise.all([
      admin.call('DELETE', `/admin/dept/${dept.deptId}`),
      admin.call('POST', '/admin/vehicle', {
        plateNumber: `川D000${round}`,
        plateColour: 2,
        vehicleType: '1',
        deptId: dept.deptId,
      }),
      admin.call('POST', '/admin/area', area),
      admin.call('POST', '/admin/dept', { parentId: dept.deptId, name: '下级' }),
    ])
    const [removal, ...others] = replies.map(({ status }) => status)
    expect([200, 409]).toContain(removal)
    for (const status of others) expect(removal === 200 ? [200, 404, 409] : [200]).toContain(status)
    for (const { msg, status } of replies) if (status !== 200) expect(msg).toMatch(/部门|资源不存在|刚刚/)
  }
})
