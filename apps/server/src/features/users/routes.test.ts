import type { User } from '@huanwei/contract/users/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPassword, startTestServer } from '../../test-kit.ts'

type Person = Awaited<ReturnType<typeof server.login>>
let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Person
/** May administer users, in 一部 and below only. */
let chief: Person
let departments: [number, number]
let roles: Map<string, number>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  const [root] = (await admin.call('GET', '/admin/dept/tree')).data
  departments = root.children.map((one: { id: number }) => one.id)
  const { rows } = await server.db.owner.query(
    "select array_agg(menu_id) as ids from sys_menu where tenant_id = 1 and (permission like 'sys_user%' or path like '/wel%')",
  )
  const role = { roleName: '人事', roleCode: 'STAFF', dsType: 2, menuIds: rows[0].ids }
  expect((await admin.call('POST', '/admin/role', role)).status).toBe(200)
  const list = (await admin.call('GET', '/admin/role/list')).data
  roles = new Map(list.map((one: { roleCode: string; roleId: number }) => [one.roleCode, one.roleId]))
  await add(admin, { username: 'chief', role: [roles.get('STAFF')] })
  chief = await logIn('chief')
})
afterAll(() => server.close())

/** A user added by a test. */
const logIn = (username: string) => server.login(username, 1, newPassword)
let made = 0
const add = (who: Person, fields: object = {}) => {
  const n = String(++made).padStart(4, '0')
  const person = { username: `user${n}`, name: '李国强', phone: `1380000${n}`, deptId: departments[0], role: [] as number[] }
  return who.call('POST', '/admin/user', { ...person, newpassword1: newPassword, ...fields })
}
/** The user again as it was read, with changes. */
const change = (who: Person, { roleList, ...user }: User, fields: object = {}) =>
  who.call('PUT', '/admin/user', { ...user, role: roleList.map(({ roleId }) => roleId), ...fields })

test('a user is looked up by name with id and authorities; who is locked has none', async () => {
  const info = async (name: string) => (await admin.call('GET', `/admin/user/getInfoUser/${name}`)).data
  const own = await info('admin')
  expect([own.id, own.username]).toEqual([own.userId, 'admin'])
  expect(own.authorities).toContainEqual({ authority: 'violation_handle' })
  const handler = await info('handler')
  expect(handler.authorities).toContainEqual({ authority: `ROLE_${handler.roleList[0].roleId}` })
  expect(handler.authorities).toContainEqual({ authority: 'approval_handle' })
  expect(handler.authorities).not.toContainEqual({ authority: 'sys_user_add' })
  const { data: locked } = await add(admin, { lockFlag: '9' })
  expect((await info(locked.username)).authorities).toEqual([])
})

test('a field offers the users of the scope and oneself, by a few letters or by number', async () => {
  const offered = async (who: typeof admin, query = '') =>
    (await who.call('GET', `/admin/user/list?${query}`)).data.map((one: { username: string }) => one.username)
  const viewer = await server.login('viewer')
  expect(await offered(admin, 'text=HANDL')).toEqual(['handler'])
  expect(await offered(admin, 'text=zzzz')).toEqual([])
  expect(await offered(viewer)).toContain('handler')
  expect(await offered(viewer)).not.toContain('admin')
  expect(await offered(viewer, `userId=${admin.userId}`)).toEqual([])
  expect(await offered(admin, `userId=${admin.userId}`)).toEqual(['admin'])
})

test('a user is added, logs in, is found by name, phone and initials, and goes', async () => {
  const { data } = await add(admin, { username: 'liguoqiang', role: [roles.get('STAFF')] })
  expect(data).toMatchObject({ name: '李国强', gender: '2', deptName: '一部', lockFlag: '0', roleList: [{ roleName: '人事' }] })
  expect(JSON.stringify(data)).not.toContain('argon2')
  await logIn('liguoqiang')
  for (const [name, value] of [
    ['username', 'guoq'],
    ['text', '国强'],
    ['text', 'lgql'],
    ['phone', data.phone],
  ]) {
    const found = await admin.call('GET', `/admin/user/page?${new URLSearchParams({ [name]: value })}`)
    expect(found.data.records.map((one: User) => one.username)).toContain('liguoqiang')
  }
  const byRole = await admin.call('GET', `/admin/user/page?roleId=${roles.get('STAFF')}`)
  expect(byRole.data.records.map((one: User) => one.username).sort()).toEqual(['chief', 'liguoqiang'])
  expect((await admin.call('GET', '/admin/user/details/liguoqiang')).data.userId).toBe(data.userId)
  const remove = () => admin.call('DELETE', `/admin/user/${data.userId}`)
  const { owner } = server.db
  await owner.query(
    `insert into attendance_clock (tenant_id, user_id, kind, lng, lat, area_name) values (1, ${data.userId}, 'in', 104, 30, '')`,
  )
  expect(await remove()).toMatchObject({ status: 409, msg: expect.stringContaining('停用后不能再登录') })
  await owner.query('delete from attendance_clock')
  expect((await remove()).data).toBe(true)
  expect((await admin.call('GET', '/admin/user/getInfoUser/liguoqiang')).status).toBe(404)
})

test("the family's form asks whether a name is free, and sets the password under its own name for it", async () => {
  const details = (name: string) => admin.call('GET', `/admin/user/details/${name}`)
  expect(await details('zhaoli')).toMatchObject({ status: 200, code: 0, data: null })
  const sent = {
    username: 'zhaoli',
    phone: '13900004444',
    deptId: departments[0],
    role: [],
    lockFlag: '0',
    password: newPassword,
  }
  const added = await admin.call('POST', '/admin/user', { ...sent, $lockFlag: '有效', createTime: '' })
  const { updateTime: _, ...user } = added.data
  expect((await details('zhaoli')).data.userId).toBe(user.userId)
  await logIn('zhaoli')
  expect(
    (await admin.call('POST', '/admin/user', { ...sent, username: 'zhaomin', phone: '13900004445', password: '' })).status,
  ).toBe(400)

  const other = 'broom-and-cart-9'
  expect((await admin.call('PUT', '/admin/user', { ...user, role: [], password: other })).status).toBe(200)
  await server.login('zhaoli', 1, other)
  // Blank means as it was.
  expect((await admin.call('PUT', '/admin/user', { ...user, role: [], phone: null, password: '' })).data.phone).toBe(
    '13900004444',
  )
  expect((await admin.call('PUT', '/admin/user', { ...user, role: [], phone: '' })).data.phone).toBe('13900004444')
  await server.login('zhaoli', 1, other)
  // Who may not see users is told nothing of them here either.
  const viewer = await server.login('viewer')
  expect((await viewer.call('GET', '/admin/user/details/zhaoli')).status).toBe(403)
})

test('the uploads of somebody with a new user name stay theirs', async () => {
  const { data } = await add(admin)
  await server.db.owner.query(`insert into sys_file (tenant_id, bucket_name, file_name, original, type, file_size, create_user)
    select id, 'huanwei', 'own' || id || '.png', '', 'png', 1, '${data.username}' from sys_tenant`)
  const { roleList: _, ...form } = data
  expect(await admin.call('PUT', '/admin/user', { ...form, role: [], username: 'newname' })).toMatchObject({ status: 200 })
  const { rows } = await server.db.owner.query("select create_user from sys_file where file_name like 'own%' order by tenant_id")
  expect(rows.map(({ create_user }) => create_user)).toEqual(['newname', data.username])
})

test('names and phones are unique, and a refusal names its field', async () => {
  const { data: first } = await add(admin)
  expect(await add(admin, { username: first.username })).toMatchObject({
    status: 409,
    msg: '用户名已存在',
    data: { field: 'username' },
  })
  const named = { status: 409, data: { field: 'username' } }
  expect(await add(admin, { username: first.username.toUpperCase() })).toMatchObject(named)
  const { data: second } = await add(admin)
  const { roleList: _, ...form } = second
  expect(await admin.call('PUT', '/admin/user', { ...form, role: [], username: 'Admin' })).toMatchObject(named)
  const own = second.username.toUpperCase()
  expect(await admin.call('PUT', '/admin/user', { ...form, role: [], username: own })).toMatchObject({ status: 200 })
  const phone = await add(admin, { phone: first.phone })
  expect(phone).toMatchObject({ status: 409, msg: `手机号码已被 ${first.username} 使用`, data: { field: 'phone' } })
  for (const [wrong, words] of [
    ['', '手机号码不能为空'],
    ['1380000', '手机号码长度不为11位'],
    ['23800000001', '手机号码格式不正确'],
  ])
    expect((await add(admin, { phone: wrong })).msg).toContain(words)
  expect((await add(admin, { newpassword1: '12345' })).msg).toContain('新密码最少为8位')
  expect((await add(admin, { newpassword1: 'Admin2026' })).msg).toContain('这个密码太常见，请换一个')
  expect((await add(admin, { username: '\u0430dmin' })).msg).toContain('用户名不能混用看起来相同的不同字母')
  const twins = await Promise.all([add(admin, { phone: '13911112222' }), add(admin, { phone: '13911112222' })])
  expect(twins.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(twins.find(({ status }) => status === 409)).toMatchObject({
    msg: `手机号码已被 ${twins.find(({ status }) => status === 200)?.data.username} 使用`,
    data: { field: 'phone' },
  })
})

test('the holder of a taken number is named only in scope, and without the permission to see users only for oneself', async () => {
  const { data: far } = await add(admin, { username: 'far', deptId: departments[1] })
  const { data: near } = await add(admin, { username: 'near' })
  const viewer = await server.login('viewer')
  const own = (phone: string) => viewer.call('PUT', '/admin/user/edit', { phone, password: '123456' })
  for (const reply of [
    await add(chief, { phone: far.phone }),
    await change(chief, near, { phone: far.phone }),
    await own(far.phone),
  ])
    expect(reply).toMatchObject({ status: 409, msg: '手机号码已被使用', data: { field: 'phone' } })
  expect((await own(near.phone)).msg).toBe('手机号码已被 near 使用')
  const row = {
    username: 'imported',
    name: '',
    gender: '',
    phone: far.phone,
    deptName: '一部',
    roleNames: '',
    password: newPassword,
  }
  const { data: imported } = await chief.call('POST', '/admin/user/import', {
    columns: Object.keys(row),
    rows: [Object.values(row)],
    preview: true,
  })
  expect(imported.problems).toEqual([{ row: 1, field: 'phone', text: '手机号码已被使用' }])

  for (const path of ['getInfoUser', 'details']) {
    expect((await viewer.call('GET', `/admin/user/${path}/near`)).status).toBe(403)
    expect((await viewer.call('GET', `/admin/user/${path}/viewer`)).data.username).toBe('viewer')
    expect((await chief.call('GET', `/admin/user/${path}/near`)).data.phone).toBe(near.phone)
  }
  expect((await chief.call('GET', '/admin/user/getInfoUser/far')).status).toBe(404)
  expect(await chief.call('GET', '/admin/user/details/far')).toMatchObject({ status: 200, data: null })
})

test('one of two simultaneous edits wins, the other is refused with the author', async () => {
  const { data: user } = await add(admin)
  const other = await server.login('admin')
  const replies = await Promise.all([change(admin, user, { name: '甲' }), change(other, user, { name: '乙' })])
  const [won, lost] = replies.toSorted((a, b) => a.status - b.status)
  expect([won?.status, lost?.status]).toEqual([200, 409])
  expect(lost?.msg).toBe(`admin 已于 ${won?.data.updateTime} 修改，您的操作没有执行`)
  const { rows } = await server.db.owner.query('select update_by from sys_user where user_id = $1', [user.userId])
  expect(rows).toEqual([{ update_by: 'admin' }])
})

test('a viewer of one department administers only its people, and only within it', async () => {
  const { data: outside } = await add(admin, { deptId: departments[1] })
  const { data: inside } = await add(admin)
  const page = await chief.call('GET', '/admin/user/page?size=100')
  expect(new Set(page.data.records.map((one: User) => one.deptName))).toEqual(new Set(['一部']))
  expect((await chief.call('GET', `/admin/user/page?deptId=${departments[1]}`)).data.total).toBe(0)
  for (const reply of [
    await chief.call('GET', `/admin/user/${outside.userId}`),
    await change(chief, outside),
    await chief.call('DELETE', `/admin/user/${outside.userId}`),
  ])
    expect(reply.status).toBe(404)
  expect(await add(chief, { deptId: departments[1] })).toMatchObject({ status: 409, data: { field: 'deptId' } })
  expect((await change(chief, inside, { deptId: departments[1] })).status).toBe(409)
  expect((await change(chief, inside, { name: '王芳' })).data.name).toBe('王芳')
})

test('nobody grants a role beyond their own permissions, nor changes a user who has one', async () => {
  const admins = roles.get('ROLE_ADMIN')!
  expect(await add(chief, { role: [admins] })).toMatchObject({
    status: 403,
    msg: '角色“管理员”的权限超出您的权限',
    data: { field: 'role' },
  })
  const { data: strong } = await add(admin, { name: '强人', role: [roles.get('ROLE_HANDLER')] })
  const refusal = { status: 403, msg: '强人 的权限超出您的权限，您不能修改' }
  // The password is refused too, because it would give all permissions of that user.
  expect(await change(chief, strong, { newpassword1: 'night-shift-7' })).toMatchObject(refusal)
  expect(await chief.call('DELETE', `/admin/user/${strong.userId}`)).toMatchObject(refusal)
  const { data: own } = await chief.call('GET', '/admin/user/getInfoUser/chief')
  expect((await change(chief, own, { role: [admins] })).status).toBe(403)
  expect((await add(chief, { role: [roles.get('STAFF')] })).status).toBe(200)
  expect((await add(admin, { role: [999_999] })).status).toBe(409)
})

test('nobody removes or locks themselves, and the last administrator keeps the role', async () => {
  const { data: own } = await admin.call('GET', '/admin/user/getInfoUser/admin')
  const user = { ...own, phone: '13700000001' }
  expect(await admin.call('DELETE', `/admin/user/${own.userId}`)).toMatchObject({ status: 409, msg: '不能删除或停用自己' })
  expect((await change(admin, user, { lockFlag: '9' })).msg).toBe('不能删除或停用自己')
  const stays = { status: 409, msg: 'admin 是最后一位管理员，不能删除、停用或取消其管理员角色' }
  expect(await change(admin, user, { role: [] })).toMatchObject(stays)
  // With a second administrator the role can be removed; when two remove each other, one stays.
  const { data: second } = await add(admin, { username: 'second', name: '', role: [roles.get('ROLE_ADMIN')] })
  const other = await logIn('second')
  const replies = await Promise.all([
    other.call('DELETE', `/admin/user/${own.userId}`),
    admin.call('DELETE', `/admin/user/${second.userId}`),
  ])
  expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  const { rows } = await server.db.owner.query(
    "select username from sys_user where tenant_id = 1 and username in ('admin', 'second')",
  )
  expect(rows).toHaveLength(1)
  admin = await (rows[0].username === 'admin' ? server.login('admin') : logIn(rows[0].username))
})

test('many are locked, moved and given a password at once; each answers for itself', async () => {
  const { data: one } = await add(admin, { name: '甲一' })
  const { data: two } = await add(admin, { name: '甲二' })
  const { data: outside } = await add(admin, { deptId: departments[1] })
  const { data: strong } = await add(admin, { name: '强人', role: [roles.get('ROLE_HANDLER')] })
  const ids = [one.userId, two.userId, outside.userId, strong.userId, chief.userId]
  const batch = (who: Person, act: string, fields: object = {}) => who.call('PUT', '/admin/user/batch', { ids, act, ...fields })
  const person = await logIn(one.username)

  expect((await batch(chief, 'lock')).data).toEqual([
    { userId: one.userId, name: '甲一', refusal: null },
    { userId: two.userId, name: '甲二', refusal: null },
    { userId: outside.userId, name: '', refusal: expect.stringContaining('不存在') },
    { userId: strong.userId, name: '强人', refusal: '强人 的权限超出您的权限，您不能修改' },
    { userId: chief.userId, name: expect.any(String), refusal: '不能删除或停用自己' },
  ])
  expect((await person.call('GET', '/admin/role/held')).status).toBe(401)
  const flags = async () => {
    const { rows } = await server.db.owner.query(
      'select lock_flag as flag, dept_id as dept from sys_user where user_id = any($1) order by array_position($1, user_id)',
      [ids],
    )
    return rows
  }
  expect((await flags()).map(({ flag }) => flag)).toEqual(['9', '9', '0', '0', '0'])
  expect((await batch(chief, 'unlock')).data.slice(0, 2).map((each: { refusal: null }) => each.refusal)).toEqual([null, null])

  expect((await batch(chief, 'password', { newpassword1: 'night-shift-7' })).data[4].refusal).toContain('请在个人信息中修改')
  await expect(logIn(one.username)).rejects.toThrow('用户名不存在或者密码错误')
  const { rows } = await server.db.owner.query('select password from sys_user where user_id = any($1)', [ids.slice(0, 2)])
  expect(rows[0].password).not.toBe(rows[1].password)

  // A department out of scope takes nobody; one in scope takes whom the caller may change.
  expect(
    (await batch(chief, 'department', { deptId: departments[1] })).data.every((each: { refusal: string }) => each.refusal),
  ).toBe(true)
  expect(
    (await batch(admin, 'department', { deptId: departments[1] })).data.every((each: { refusal: null }) => !each.refusal),
  ).toBe(true)
  expect(new Set((await flags()).map(({ dept }) => Number(dept)))).toEqual(new Set([departments[1]]))
  await admin.call('PUT', '/admin/user/batch', { ids: [chief.userId], act: 'department', deptId: departments[0] })

  const viewer = await server.login('viewer')
  expect((await batch(viewer, 'lock')).status).toBe(403)
  expect((await batch(admin, 'department')).msg).toContain('请选择部门')
  expect((await batch(admin, 'password')).msg).toContain('请输入密码')
  const tooMany = Array.from({ length: 201 }, (_, i) => i + 1)
  expect((await admin.call('PUT', '/admin/user/batch', { ids: tooMany, act: 'lock' })).status).toBe(400)
})

test('a password set by an administrator ends the sessions of its user, and the old one opens nothing', async () => {
  const { data: user } = await add(admin)
  const person = await logIn(user.username)
  expect((await change(admin, user, { newpassword1: '' })).status).toBe(200)
  expect((await person.call('GET', '/admin/role/held')).status).toBe(200)
  const { data: now } = await admin.call('GET', `/admin/user/${user.userId}`)
  expect((await change(admin, now, { newpassword1: 'night-shift-7' })).status).toBe(200)
  expect((await person.call('GET', '/admin/role/held')).status).toBe(401)
  await expect(logIn(user.username)).rejects.toThrow('用户名不存在或者密码错误')
})

test('nobody changes their own phone or password here, where no password is asked for', async () => {
  const { data: own } = await chief.call('GET', '/admin/user/getInfoUser/chief')
  const refused = { status: 409, msg: '自己的手机号码和密码，请在个人信息中修改' }
  expect(await change(chief, own, { phone: '18811112222' })).toMatchObject(refused)
  expect(await change(chief, own, { newpassword1: 'a-way-in-for-later' })).toMatchObject(refused)
  expect((await change(chief, own, { name: '人事' })).status).toBe(200)
})

test('a removed user is logged out at once', async () => {
  const { data: user } = await add(admin)
  const person = await logIn(user.username)
  await admin.call('DELETE', `/admin/user/${user.userId}`)
  expect((await person.call('GET', '/admin/role/held')).status).toBe(401)
})

test('the list of ten thousand users stays quick', async () => {
  await server.db.owner.query(`insert into sys_user (tenant_id, username, name, initials, password, phone, dept_id)
    select 1, 'many' || n, '张' || n, 'z' || n, 'x', (15000000000 + n)::text, ${departments[1]} from generate_series(1, 10000) n`)
  const { data } = await admin.call('GET', '/admin/user/page?current=400&text=many')
  expect([data.total, data.records.length]).toEqual([10_000, 20])
})
