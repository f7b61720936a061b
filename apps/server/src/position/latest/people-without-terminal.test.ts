import { countStatuses } from '@huanwei/contract/live/rules'
import { TreeNode } from '@huanwei/contract/trees/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let viewer: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  viewer = await server.login('viewer')
  await query(
    `insert into device (terminal_no, tenant_id, object_type, object_id) values ('13900000001', 1, '0', ${viewer.userId})`,
  )
  await vi.waitUntil(() => server.latest.people.of(1).size === 1)
})
afterAll(() => server.close())

const query = (text: string) => server.db.owner.query(text)
const treeOf = async (who: typeof admin, filter = {}, path = 'getUserTreeVoList') =>
  TreeNode.array().parse((await who.call('POST', `/admin/tree/${path}`, filter)).data)
const peopleIn = (tree: TreeNode[]) => tree.flatMap(({ isParent, name }) => (isParent ? [] : name))
const namesFor = async (who: typeof admin, filter = {}, path?: string) => peopleIn(await treeOf(who, filter, path))

test('people without a terminal are in trees in the order of all, and not in the live state', async () => {
  expect(await namesFor(admin)).toEqual(['admin', 'handler', 'nobody', 'viewer'])
  expect(Array.from(server.latest.people.of(1).values(), ({ name }) => name)).toEqual(['viewer'])
})

test('a change of one of them reaches the trees, and tells those who show one', async () => {
  const revision = () => server.latest.people.revision(1)
  const before = revision()
  await query(`update sys_user set name = 'zhou' where tenant_id = 1 and username = 'nobody'`)
  await expect.poll(revision).not.toBe(before)
  expect(await namesFor(admin)).toEqual(['admin', 'handler', 'viewer', 'zhou'])
  await query(`update sys_user set lock_flag = '9' where tenant_id = 1 and username = 'nobody'`)
  await expect.poll(() => namesFor(admin)).toEqual(['admin', 'handler', 'viewer'])
  await query(`update sys_user set name = '', lock_flag = '0' where tenant_id = 1 and username = 'nobody'`)
  await expect.poll(() => namesFor(admin)).toEqual(['admin', 'handler', 'nobody', 'viewer'])
})

test('a person who loses the terminal stays in the trees, offline', async () => {
  const now = Date.now()
  server.latest.apply([{ deviceId: server.latest.people.of(1).get(viewer.userId)?.deviceId ?? 0, connected: true, seenAt: now }])
  const statusOf = async () => (await treeOf(admin)).find(({ name }) => name === 'viewer')?.locationData?.status
  expect(await statusOf()).toBe(0)
  await query(`update device set object_type = null, object_id = null where terminal_no = '13900000001'`)
  await expect.poll(() => server.latest.people.of(1).size).toBe(0)
  expect(await namesFor(admin)).toEqual(['admin', 'handler', 'nobody', 'viewer'])
  expect(await statusOf()).toBeUndefined()
  await query(`update device set object_type = '0', object_id = ${viewer.userId} where terminal_no = '13900000001'`)
  await expect.poll(() => server.latest.people.of(1).size).toBe(1)
  expect(await namesFor(admin)).toEqual(['admin', 'handler', 'nobody', 'viewer'])
})

test('where too many have no terminal, trees and figures have them by department, by role and by intercom only', async () => {
  const own = ['admin', 'handler', 'nobody']
  const { rows: departments } = await query(`select dept_id as id, name from sys_dept where tenant_id = 1`)
  const idOf = (name: string) => departments.find((one) => one.name === name).id
  await query(`insert into sys_user (tenant_id, username, password, dept_id)
    select 1, 'crowd' || i, '', ${idOf('二部')} from generate_series(1, ${10_001 - own.length}) i`)
  await expect.poll(() => namesFor(admin)).toEqual(['viewer'])
  expect(server.latest.people.of(1).size).toBe(1)
  expect(await namesFor(admin, { deptId: idOf('一部') })).toEqual(['handler', 'nobody', 'viewer'])
  expect(await namesFor(viewer)).toEqual(['handler', 'nobody', 'viewer'])
  expect(await namesFor(admin, { deptId: idOf('二部'), status: 0 })).toEqual([])
  expect(await namesFor(admin, { deptId: idOf('二部') })).toHaveLength(10_001 - own.length)
  const { rows: roles } = await query(`select role_id as id from sys_role where tenant_id = 1 and role_code = 'ROLE_NOBODY'`)
  expect(await namesFor(admin, { roleId: roles[0].id })).toEqual(['nobody'])
  await query(`update sys_user set intercom_account = 'desk' where tenant_id = 1 and username in ('handler', 'viewer')`)
  await expect.poll(() => namesFor(admin, {}, 'getIntercomUser')).toEqual(['handler', 'viewer'])

  for (const who of [admin, viewer]) {
    const tree = await treeOf(who)
    const { total, online } = countStatuses(tree.flatMap(({ isParent, locationData }) => (isParent ? [] : locationData)))
    const { data } = await who.call('POST', '/admin/user/getUserStatusCount', {})
    expect([data.userCount, data.userOnlineCount]).toEqual([total, online])
    expect(tree.find(({ parentId }) => parentId === 0)?.count).toBe(`${online}/${total}`)
  }
  const { data: found } = await admin.call('GET', '/admin/search?text=crowd77')
  expect(found.people.length).toBeGreaterThan(0)

  await query(`delete from sys_user where tenant_id = 1 and username = 'crowd1'`)
  await expect.poll(async () => (await namesFor(admin)).length).toBe(10_001)
  expect((await namesFor(admin)).slice(0, 2)).toEqual(['admin', 'crowd10'])
})
