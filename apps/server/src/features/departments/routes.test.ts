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

test('a department cannot stand below itself, take a name that is there, or go while it is used', async () => {
  const [first, second] = (await tree()).children
  const below = (await add(first!.id, '下级')).data
  const cycle = await admin.call('PUT', '/admin/dept', { deptId: first!.id, parentId: below.deptId, name: '一部' })
  expect([cycle.status, cycle.msg]).toEqual([409, '上级部门不能是自己或下级'])
  expect((await add(first!.id, '下级')).msg).toBe('同级部门名称已存在')
  await addVehicle(server.db, { department: '二部' })
  expect((await admin.call('DELETE', `/admin/dept/${second!.id}`)).status).toBe(409)
})

test('a viewer of one department sees it alone, at the top', async () => {
  const viewer = await server.login('viewer')
  const { data } = await viewer.call('GET', '/admin/dept/tree')
  expect(data.map((one: DepartmentNode) => one.name)).toEqual(['一部'])
})

test('of two moves at once that would hang each below the other, one is refused', async () => {
  const [root] = await Promise.all([tree()])
  for (let round = 0; round < 5; round++) {
    const [a, b] = [(await add(root.id, `甲${round}`)).data, (await add(root.id, `乙${round}`)).data]
    const below = (one: typeof a, other: typeof a) =>
      admin.call('PUT', '/admin/dept', { deptId: one.deptId, name: one.name, parentId: other.deptId })
    const replies = await Promise.all([below(a, b), below(b, a)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  }
})

test('a department goes only with all below it, so all below it must be theirs', async () => {
  const upper = (await add((await tree()).id, '上级')).data
  const lower = (await add(upper.deptId, '别人的下级')).data
  await server.db.owner.query(`update sys_role set ds_type = 1, ds_scope = '{${upper.deptId}}' where role_code = 'ROLE_HANDLER'`)
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.role_id, m.menu_id
    from sys_role r join sys_menu m on m.tenant_id = r.tenant_id and m.permission = 'sys_dept_del' where r.role_code = 'ROLE_HANDLER'`)
  const handler = await server.login('handler')
  expect((await handler.call('DELETE', `/admin/dept/${upper.deptId}`)).status).toBe(403)
  expect((await admin.call('GET', `/admin/dept/${lower.deptId}`)).data.name).toBe('别人的下级')
})
