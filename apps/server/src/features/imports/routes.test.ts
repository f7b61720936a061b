import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPassword, startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(() => server.close())

const row = (n: number, fields: object = {}) => ({
  username: `new${n}`,
  name: '刘洋',
  gender: '女',
  phone: `1380000000${n}`,
  deptName: '一部',
  roleNames: 'viewer',
  password: newPassword,
  ...fields,
})
const send = (rows: object[], preview = false, who = admin) => who.call('POST', '/admin/user/import', { rows, preview })
const exists = async (username: string) => (await admin.call('GET', `/admin/user/getInfoUser/${username}`)).status === 200

test('right rows are added whole, wrong ones left out whole, each with its reasons', async () => {
  const rows = [
    row(1),
    row(2, { phone: '123' }),
    row(3, { deptName: '没有' }),
    row(4, { roleNames: 'viewer，没有' }),
    row(5, { gender: 'x', password: '1' }),
    row(6, { username: 'admin' }),
    row(7, { username: 'new1' }),
    row(8, { phone: '13800000001' }),
    row(9, { roleNames: '', gender: '' }),
  ]
  const expected = {
    added: 2,
    problems: [
      [],
      [{ field: 'phone', text: '手机号码长度不为11位' }],
      [{ field: 'deptName', text: '没有部门“没有”' }],
      [{ field: 'roleNames', text: '没有角色“没有”' }],
      [
        { field: 'password', text: '新密码最少为8位' },
        { field: 'gender', text: '性别只能是男、女或空' },
      ],
      [{ field: 'username', text: '用户名已存在' }],
      [{ field: 'username', text: '与第 1 行重复' }],
      [{ field: 'phone', text: '与第 1 行重复' }],
      [],
    ],
  }
  expect((await send(rows, true)).data).toEqual(expected)
  expect(await exists('new1')).toBe(false)
  expect((await send(rows)).data).toEqual(expected)
  expect(await Promise.all(rows.map(({ username }) => exists(username)))).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
    true,
    false,
    true,
  ])
  const { data } = await admin.call('GET', '/admin/user/getInfoUser/new1')
  expect(data).toMatchObject({ gender: '1', deptName: '一部', roleList: [{ roleName: 'viewer' }] })
  await server.login('new1', 1, newPassword)
})

test('a department with an ambiguous name is given with its parent', async () => {
  const [root] = (await admin.call('GET', '/admin/dept/tree')).data
  for (const parent of root.children) await admin.call('POST', '/admin/dept', { parentId: parent.id, name: '一班' })
  const { data } = await send([row(1, { username: 'a', phone: '13900000001', deptName: '一班' })], true)
  expect(data.problems[0]).toEqual([{ field: 'deptName', text: '有多个部门叫“一班”，请写上级，如 一部/一班' }])
  const second = row(2, { username: 'b', phone: '13900000002', deptName: '二部/一班' })
  expect((await send([second])).data).toEqual({ added: 1, problems: [[]] })
})

test('an import gives nothing that its sender may not give', async () => {
  const { rows } = await server.db.owner.query("select menu_id from sys_menu where tenant_id = 1 and permission = 'sys_user_add'")
  const { data: role } = await admin.call('POST', '/admin/role', {
    roleName: '录入',
    roleCode: 'CLERK',
    dsType: 3,
    menuIds: [rows[0].menu_id],
  })
  const [root] = (await admin.call('GET', '/admin/dept/tree')).data
  const clerk = {
    username: 'clerk',
    phone: '13900000009',
    deptId: root.children[0].id,
    role: [role.roleId],
    newpassword1: newPassword,
  }
  await admin.call('POST', '/admin/user', clerk)
  const rowsOfClerk = [
    row(1, { username: 'c1', phone: '13900000011', roleNames: '管理员' }),
    row(2, { username: 'c2', phone: '13900000012', deptName: '二部', roleNames: '' }),
  ]
  const { data } = await send(rowsOfClerk, false, await server.login('clerk', 1, newPassword))
  expect(data).toEqual({
    added: 0,
    problems: [[{ field: 'roleNames', text: '角色“管理员”的权限超出您的权限' }], [{ field: 'deptName', text: '没有部门“二部”' }]],
  })
})

test('two simultaneous imports of the same file add every user once', async () => {
  const rows = [1, 2, 3].map((n) => row(n, { username: `twice${n}`, phone: `1370000000${n}` }))
  const replies = await Promise.all([send(rows), send(rows)])
  expect(replies.map(({ data }) => data.added).sort()).toEqual([0, 3])
})
