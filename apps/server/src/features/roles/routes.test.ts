import { once } from 'node:events'
import type { Role, RoleDetail } from '@huanwei/contract/roles/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { newPassword, startTestServer } from '../../test-kit.ts'

type Person = Awaited<ReturnType<typeof server.login>>
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Person
/** 一部 and 二部. */
let departments: [number, number]
/** Menu items by permission or path. */
let menus: Map<string, number>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  const [root] = (await admin.call('GET', '/admin/dept/tree')).data
  departments = root.children.map((one: { id: number }) => one.id)
  const { rows } = await server.db.owner.query(
    'select coalesce(permission, path) as name, menu_id from sys_menu where tenant_id = 1',
  )
  menus = new Map(rows.map((row) => [row.name, row.menu_id]))
})
afterAll(() => server.close())

const idsOf = (...names: string[]) => names.map((name) => menus.get(name)!)
let made = 0

/** A role with these permissions, and a person of 一部 who has it alone. */
async function personWith(permissions: string[], scope: { dsType: number; dsScope?: number[] } = { dsType: 2 }) {
  const n = ++made
  const role = await addRole(admin, { menuIds: idsOf(...permissions), ...scope })
  const username = `person${n}`
  const user = await admin.call('POST', '/admin/user', {
    username,
    phone: `1390000${String(n).padStart(4, '0')}`,
    deptId: departments[0],
    role: [role.data.roleId],
    newpassword1: newPassword,
  })
  expect([role.status, user.status, user.msg]).toEqual([200, 200, null])
  return { ...(await server.login(username, 1, newPassword)), role: role.data as RoleDetail }
}
const addRole = (who: Person, fields: object = {}) =>
  who.call('POST', '/admin/role', { roleName: `角色${++made}`, roleCode: `R${made}`, dsType: 3, menuIds: [], ...fields })
const change = (who: Person, { roleId, roleName, roleCode, dsType, dsScope, updateTime }: RoleDetail, fields: object = {}) =>
  who.call('PUT', '/admin/role', { roleId, roleName, roleCode, dsType, dsScope, updateTime, ...fields })

test('a role is added, read, changed and removed; its menus come as a list or as the family sends them', async () => {
  const { data } = await addRole(admin, { roleName: '班组长', roleCode: 'LEADER', menuIds: idsOf('/wel/index') })
  expect(data).toMatchObject({ roleName: '班组长', dsType: 3, menuIds: idsOf('/wel/index'), userCount: 0, mayGive: true })
  const menuIds = idsOf('/wel/index', 'violation_handle')
  expect((await admin.call('PUT', '/admin/role/menu', { roleId: data.roleId, menuIds: menuIds.join() })).data).toBe(true)
  expect((await admin.call('GET', `/admin/role/${data.roleId}`)).data.menuIds).toEqual(menuIds.toSorted((a, b) => a - b))
  const page = await admin.call('GET', `/admin/role/page?${new URLSearchParams({ roleName: '组长' })}`)
  expect(page.data).toMatchObject({ total: 1, records: [{ roleId: data.roleId, roleCode: 'LEADER' }] })
  expect((await admin.call('DELETE', `/admin/role/${data.roleId}`)).data).toBe(true)
  expect((await admin.call('GET', `/admin/role/${data.roleId}`)).status).toBe(404)
})

test('a taken code is reported under its field', async () => {
  await addRole(admin, { roleCode: 'SAME' })
  expect(await addRole(admin, { roleCode: 'SAME' })).toMatchObject({ status: 409, data: { field: 'roleCode' } })
})

test('nobody grants a permission, a scope or a department that they do not have', async () => {
  const chief = await personWith(['/wel/index', 'sys_role_add', 'sys_role_edit', 'sys_role_view', 'sys_role_perm'])
  const tooMuch = await addRole(chief, { menuIds: idsOf('/wel/index', 'violation_handle') })
  expect(tooMuch).toMatchObject({ status: 403, msg: '不能授予您没有的权限: violation_handle', data: 'access_denied' })
  expect(await addRole(chief, { dsType: 0 })).toMatchObject({ status: 403, msg: '不能授予比自己更大的数据权限范围' })
  const foreign = await addRole(chief, { dsType: 1, dsScope: departments })
  expect(foreign).toMatchObject({ status: 403, msg: '不能授予您数据权限之外的部门' })
  const right = await addRole(chief, { dsType: 1, dsScope: [departments[0]], menuIds: idsOf('/wel/index', 'sys_role_view') })
  expect(right.status).toBe(200)
  // A later change cannot exceed the own permissions either.
  expect((await change(chief, right.data, { dsType: 0 })).status).toBe(403)
  const menuIds = idsOf('violation_handle').join()
  expect((await chief.call('PUT', '/admin/role/menu', { roleId: right.data.roleId, menuIds })).status).toBe(403)
})

test('a role that holds more than the editor is neither changed, emptied nor removed by them', async () => {
  const { data: strong } = await addRole(admin, { roleName: '强', menuIds: idsOf('violation_handle') })
  const chief = await personWith(['sys_role_edit', 'sys_role_del', 'sys_role_perm', 'sys_role_view'])
  const refusal = { status: 403, msg: '角色“强”的权限超出您的权限' }
  expect(await change(chief, strong, { menuIds: [] })).toMatchObject(refusal)
  expect(await chief.call('PUT', '/admin/role/menu', { roleId: strong.roleId, menuIds: '' })).toMatchObject(refusal)
  expect(await chief.call('DELETE', `/admin/role/${strong.roleId}`)).toMatchObject(refusal)
  const all: Role[] = (await chief.call('GET', '/admin/role/list')).data
  expect(all.find(({ roleId }) => roleId === strong.roleId)?.mayGive).toBe(false)
  expect(all.find(({ roleId }) => roleId === chief.role.roleId)?.mayGive).toBe(true)
})

test('a role that people beyond the scope have is neither changed, emptied nor removed', async () => {
  const { role } = await personWith(['/wel/index'])
  const chief = await personWith(['/wel/index', 'sys_role_edit', 'sys_role_del', 'sys_role_perm', 'sys_role_view'])
  const emptied = (who: Person) => who.call('PUT', '/admin/role/menu', { roleId: role.roleId, menuIds: '' })
  expect((await emptied(chief)).status).toBe(200)
  const elsewhere = {
    username: 'elsewhere',
    phone: '13911110099',
    deptId: departments[1],
    role: [role.roleId],
    newpassword1: newPassword,
  }
  expect((await admin.call('POST', '/admin/user', elsewhere)).status).toBe(200)
  const { data: now } = await admin.call('GET', `/admin/role/${role.roleId}`)
  for (const reply of [await change(chief, now), await emptied(chief), await chief.call('DELETE', `/admin/role/${role.roleId}`)])
    expect(reply).toMatchObject({
      status: 403,
      msg: `角色“${role.roleName}”还有数据权限之外的 1 个用户使用，不能修改或删除`,
      data: 'access_denied',
    })
  expect((await emptied(admin)).status).toBe(200)
})

test('the caller gets the permissions that they can grant', async () => {
  const chief = await personWith(['/wel/index', 'sys_role_add'])
  expect((await chief.call('GET', '/admin/role/held')).data).toEqual({
    menuIds: expect.arrayContaining(idsOf('/wel/index', 'sys_role_add')),
    dsType: 2,
    departments: [departments[0]],
  })
  expect((await admin.call('GET', '/admin/role/held')).data).toMatchObject({ dsType: 0, departments: null })
})

test("the administrator's role stays, with all it may; its name may change", async () => {
  const all: Role[] = (await admin.call('GET', '/admin/role/list')).data
  const { roleId } = all.find(({ roleCode }) => roleCode === 'ROLE_ADMIN')!
  const role: RoleDetail = (await admin.call('GET', `/admin/role/${roleId}`)).data
  for (const reply of [
    await admin.call('DELETE', `/admin/role/${roleId}`),
    await change(admin, role, { roleCode: 'X' }),
    await change(admin, role, { dsType: 2 }),
    await change(admin, role, { menuIds: [] }),
    await admin.call('PUT', '/admin/role/menu', { roleId, menuIds: role.menuIds.slice(1) }),
  ])
    expect([reply.status, reply.msg]).toEqual([409, '管理员角色不能删除，其标识、权限和数据权限不能修改'])
  expect((await change(admin, role, { roleName: '系统管理员' })).data.roleName).toBe('系统管理员')
})

test('one of two simultaneous edits wins, the other is refused with the author', async () => {
  const { data: role } = await addRole(admin)
  const other = await server.login('admin')
  const replies = await Promise.all([change(admin, role, { roleName: '甲' }), change(other, role, { roleName: '乙' })])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const [won, lost] = replies.toSorted((a, b) => a.status - b.status)
  expect(lost?.msg).toBe(`admin 已于 ${won?.data.updateTime} 修改，您的操作没有执行`)
  expect((await change(admin, won?.data)).status).toBe(200)
})

test('a role that somebody has is not removed', async () => {
  const { role } = await personWith(['/wel/index'])
  expect(await admin.call('DELETE', `/admin/role/${role.roleId}`)).toMatchObject({
    status: 409,
    msg: '还有 1 个用户使用该角色，不能删除',
  })
})

test('the removal of a permission affects logged-in users, and so does a narrower scope', async () => {
  const chief = await personWith(['sys_role_view', 'sys_user_view'], { dsType: 0 })
  expect((await chief.call('GET', '/admin/role/page')).status).toBe(200)
  const before = (await chief.call('GET', '/admin/dept/list')).data.length
  await admin.call('PUT', '/admin/role/menu', { roleId: chief.role.roleId, menuIds: idsOf('sys_user_view') })
  await expect.poll(async () => (await chief.call('GET', '/admin/role/page')).status).toBe(403)
  expect((await chief.call('GET', '/admin/user/page')).status).toBe(200)
  const { data: role } = await admin.call('GET', `/admin/role/${chief.role.roleId}`)
  await change(admin, role, { dsType: 3 })
  await expect.poll(async () => (await chief.call('GET', '/admin/dept/list')).data.length).toBe(1)
  expect(before).toBe(3)
})

test('a locked user is logged out, on the socket too', async () => {
  const person = await personWith(['/wel/index'])
  const url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  const socket = new WebSocket(`${url}/act/ws`)
  await once(socket, 'open')
  socket.send(`CONNECT\nAuthorization:Bearer ${person.token.access_token}\naccept-version:1.2\nheart-beat:0,0\n\n\0`)
  await once(socket, 'message')
  const { data: user } = await admin.call('GET', `/admin/user/${person.userId}`)
  const role = [person.role.roleId]
  expect((await admin.call('PUT', '/admin/user', { ...user, role, lockFlag: '9' })).status).toBe(200)
  expect((await person.call('GET', '/admin/role/held')).status).toBe(401)
  // Long before the check of open sockets, which comes every 30 s.
  await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED)
})

test('a department that goes leaves the scopes that named it', async () => {
  const { data: dept } = await admin.call('POST', '/admin/dept', { parentId: departments[1], name: '临时' })
  const { data: role } = await addRole(admin, { dsType: 1, dsScope: [departments[0], dept.deptId] })
  await admin.call('DELETE', `/admin/dept/${dept.deptId}`)
  expect((await admin.call('GET', `/admin/role/${role.roleId}`)).data.dsScope).toBe(String(departments[0]))
})
