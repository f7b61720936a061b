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
