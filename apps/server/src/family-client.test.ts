import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passwordKeys } from '@huanwei/contract/session/rules'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodePassword } from './features/session/password.ts'
import { newPassword, password, startTestServer } from './test-kit.ts'
import { form, png } from './upload.test-kit.ts'

/** Requests of the family's open front end (pig-ui 3.x) in its order, blanks included, and the fields that it reads. The recipe: docs/family-clients.md. */

const basic = `Basic ${btoa('pig:pig')}`
/** The key in its source; `passwordKeys` has it and that of the family's closed edition. */
const ownKey = 'thanks,pig4cloud'

let server: Awaited<ReturnType<typeof startTestServer>>
/** Header of the session: the client keeps its token. */
let authorization: string
beforeAll(async () => {
  server = await startTestServer()
  await followRecipe()
  authorization = `Bearer ${(await logIn('admin', password, 'cbc')).access_token}`
})
afterAll(() => server.close())

/** Rows of the recipe's table, added by an administrator. */
async function followRecipe() {
  const recipe = readFileSync(join(import.meta.dirname, '../../../docs/family-clients.md'), 'utf8')
  const rows = [...recipe.matchAll(/^\| (\S+) \| +(\/\S+)? *\| +(\S+)? *\|$/gm)].filter(([, name]) => name !== 'Name')
  expect(rows).toHaveLength(8)
  const { call } = await server.login('admin')
  const ids = new Map<string, number>()
  for (const [, name = '', path = null, below = ''] of rows) {
    const item = { name, path, parentId: ids.get(below) ?? -1, visible: '1', sort: 900 + ids.size }
    ids.set(name, (await call('POST', '/admin/menu', item)).data.menuId)
  }
}

async function logIn(username: string, typed: string, mode: 'cbc' | 'cfb', key = ownKey) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/auth/oauth/token?randomStr=85471607513211111&code=&grant_type=password&scope=server',
    headers: { authorization: basic, istoken: 'false', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password: encodePassword(typed, key, mode) }).toString(),
  })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  return reply.json()
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Sends a request as the client does; what it takes for a success is status 200 and code 0. */
async function send(method: Method, url: string, payload?: object) {
  const request: InjectOptions = { method, url, headers: { authorization }, ...(payload && { payload }) }
  const reply = await server.app.inject(request)
  expect([method, url, reply.statusCode, reply.json().code, reply.json().msg]).toEqual([method, url, 200, 0, null])
  return reply.json().data
}
const get = (url: string) => send('GET', url)

test('the log-in: picture, tokens, the person, the check of the token every minute', async () => {
  const picture = await server.app.inject('/code?randomStr=85471607513211111')
  expect(picture.headers['content-type']).toBe('image/jpeg')
  const token = await logIn('admin', password, 'cfb')
  expect(token).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 43_200 })
  expect(token.user_info).toMatchObject({ username: 'admin' })
  const { sysUser, roles, permissions } = await get('/admin/user/info')
  expect([sysUser.username, roles.length > 0, permissions.includes('sys_user_add')]).toEqual(['admin', true, true])
  const check = await server.app.inject({
    url: `/auth/oauth/check_token?token=${token.access_token}`,
    headers: { authorization: basic },
  })
  expect(check.json().exp).toBeGreaterThan(Date.now() / 1000)
})

test('the password arrives under each key that the server knows, as blocks and as a stream', async () => {
  expect(passwordKeys).toEqual(expect.arrayContaining([ownKey, 'pigxpigxpigxpigx']))
  for (const key of passwordKeys)
    for (const mode of ['cbc', 'cfb'] as const)
      expect(await logIn('admin', password, mode, key)).toMatchObject({ username: 'admin' })
})

type Item = {
  id: number
  path: string
  name: string
  label: string
  isGroup: boolean
  meta: { roles?: unknown }
  children: Item[]
}

test('the menu: every item becomes a route and is shown, the rows of the recipe among them', async () => {
  const all = (items: Item[]): Item[] => items.flatMap((one) => [one, ...all(one.children)])
  const items = all(await get('/admin/menu?parentId=-1'))
  for (const { path, label, meta } of items) {
    expect(path.replace(/\/index$/, '')).toMatch(/^\//)
    expect(label).not.toMatch(/^[a-z]+$/)
    expect(meta.roles).toBeUndefined()
  }
  // The client opens what its router has: a group without pages would be an empty fold.
  for (const { label, isGroup, children } of items) expect([label, isGroup && !children.length]).toEqual([label, false])
  // The client has its own first page.
  expect(items.map(({ path }) => path)).not.toContain('/wel/index')
  const nouns = ['user', 'role', 'menu', 'dept', 'log', 'token', 'file']
  expect(items.map(({ path }) => path)).toEqual(expect.arrayContaining(nouns.map((noun) => `/admin/${noun}/index`)))
})

test('the users: list, form, new, change, new password, own data, removal', async () => {
  const [roles, [root]] = [await get('/admin/role/list'), await get('/admin/dept/tree')]
  expect(roles[0]).toMatchObject({ roleId: expect.any(Number), roleName: expect.any(String) })
  expect(root).toMatchObject({ id: expect.any(Number), name: expect.any(String), children: expect.any(Array) })
  const list = (username: string) => get(`/admin/user/page?current=1&size=20&username=${username}&phone=&deptId=`)
  expect((await list('')).total).toBeGreaterThan(1)

  expect(await get('/admin/user/details/wangwu')).toBeNull()
  const fields = { username: 'wangwu', phone: '13700000001', deptId: root.id, role: [roles[0].roleId], lockFlag: '0' }
  await send('POST', '/admin/user', {
    ...fields,
    password: newPassword,
    userId: '',
    createTime: '',
    $lockFlag: '有效',
    $deptId: root.name,
  })
  expect(await get('/admin/user/details/wangwu')).toMatchObject({ username: 'wangwu' })
  const { records, total } = await list('wangwu')
  expect([total, records[0].roleList[0].roleName, records[0].deptName, records[0].lockFlag]).toEqual([
    1,
    roles[0].roleName,
    root.name,
    '0',
  ])
  expect(records[0].createTime).toMatch(/^\d{4}-/)

  // The form sends the whole row back, the password as it was left: blank.
  await send('PUT', '/admin/user', { ...records[0], role: [], password: '' })
  await logIn('wangwu', newPassword, 'cbc')
  await send('PUT', '/admin/user', { ...(await list('wangwu')).records[0], role: [], password: 'broom-and-cart-9' })
  await logIn('wangwu', 'broom-and-cart-9', 'cfb')
  await send('DELETE', `/admin/user/${records[0].userId}`)
  expect((await list('wangwu')).total).toBe(0)

  // Who has no phone changes the password too: the form sends the phone back as it was read.
  const { sysUser } = await get('/admin/user/info')
  const own = { username: 'admin', phone: sysUser.phone, avatar: sysUser.avatar }
  expect(own.phone).toBeNull()
  await send('PUT', '/admin/user/edit', { ...own, password: '', newpassword1: '' })
  await send('PUT', '/admin/user/edit', { ...own, password, newpassword1: newPassword })
  await logIn('admin', newPassword, 'cbc')
})

test('the roles: list, new, change, permissions, removal', async () => {
  const list = async () => (await get('/admin/role/page?current=1&size=20&roleName=')).records
  await send('POST', '/admin/role', { roleName: '清运', roleCode: 'CLEAR', roleDesc: '', roleId: '', createTime: '' })
  const role = (await list()).find((one: { roleCode: string }) => one.roleCode === 'CLEAR')
  expect([role.roleName, role.dsScope.split(','), typeof role.createTime]).toEqual(['清运', [''], 'string'])
  // The form sends the whole row back, and where departments are chosen those of its tree.
  const [root] = await get('/admin/dept/tree')
  const dsScope = root.children.map(({ id }: Item) => id).join()
  await send('PUT', '/admin/role', { ...role, roleDesc: '清运班', dsType: 1, dsScope, $index: 0 })
  expect((await list()).find(({ roleId }: { roleId: number }) => roleId === role.roleId)).toMatchObject({
    roleDesc: '清运班',
    dsType: 1,
    dsScope,
  })

  expect(await get(`/admin/menu/tree/${role.roleId}`)).toEqual([])
  const tree: Item[] = await get('/admin/menu/tree')
  const group = tree.find(({ children }) => children.length > 0)
  const menuIds = [group?.id, group?.children[0]?.id]
  expect(group?.name).toMatch(/\p{Script=Han}/u)
  await send('PUT', '/admin/role/menu', { roleId: role.roleId, menuIds: `${menuIds.join()},` })
  expect((await get(`/admin/menu/tree/${role.roleId}`)).toSorted()).toEqual(menuIds.toSorted())
  // Nothing ticked, nothing half ticked.
  await send('PUT', '/admin/role/menu', { roleId: role.roleId, menuIds: ',' })
  expect(await get(`/admin/menu/tree/${role.roleId}`)).toEqual([])
  await send('DELETE', `/admin/role/${role.roleId}`)
})

test('the menus: tree, new, change, removal', async () => {
  const tree = await get('/admin/menu/tree?lazy=false')
  const all = (items: (Item & { permission: string; type: string; sort: number })[]): typeof items =>
    items.flatMap((one) => [one, ...all(one.children as typeof items)])
  const button = all(tree).find(({ permission }) => permission === 'sys_user_add')
  expect([button?.name, button?.label, button?.type]).toEqual(['新增用户', '新增用户', '1'])
  const fields = {
    name: '手册',
    path: '/handbook/index',
    icon: '',
    permission: '',
    sort: 7,
    type: '0',
    keepAlive: '0',
    parentId: -1,
  }
  const { menuId } = await send('POST', '/admin/menu', { ...fields, menuId: '' })
  const read = await get(`/admin/menu/${menuId}`)
  expect(read).toMatchObject({ name: '手册', path: '/handbook/index', sort: 7, parentId: -1 })
  // From 3.4.3 the place is `sortOrder`, and the form sends back both as it read them.
  await send('PUT', '/admin/menu', { ...read, name: '操作手册', sortOrder: 8 })
  expect(all(await get('/admin/menu/tree?lazy=false')).find(({ id }) => id === menuId)).toMatchObject({
    name: '操作手册',
    sort: 8,
    sortOrder: 8,
  })
  await send('PUT', '/admin/menu', { ...(await get(`/admin/menu/${menuId}`)), sort: 9 })
  expect(await get(`/admin/menu/${menuId}`)).toMatchObject({ sort: 9, sortOrder: 9 })
  await send('DELETE', '/admin/menu/cache')
  await send('DELETE', `/admin/menu/${menuId}`)
})

test('the departments: tree, form, new, change, removal', async () => {
  const [root] = await get('/admin/dept/tree')
  expect([typeof root.sort, root.createTime]).toEqual(['number', expect.stringMatching(/^\d{4}-/)])
  const name = encodeURIComponent('三部')
  expect(await get(`/admin/dept/details/${name}`)).toBeNull()
  await send('POST', '/admin/dept', { name: '三部', sort: 3, parentId: root.id, deptId: '' })
  const { deptId } = await get(`/admin/dept/details/${name}`)
  const read = await get(`/admin/dept/${deptId}`)
  await send('PUT', '/admin/dept', { ...read, sortOrder: 4 })
  const [{ children }] = await get('/admin/dept/tree')
  expect(children.find((one: { id: number }) => one.id === deptId)).toMatchObject({ name: '三部', sort: 4, weight: 4 })
  await send('PUT', '/admin/dept', { ...(await get(`/admin/dept/${deptId}`)), sort: 5 })
  expect(await get(`/admin/dept/${deptId}`)).toMatchObject({ sort: 5, sortOrder: 5 })
  await send('DELETE', `/admin/dept/${deptId}`)
})

test('the logs: list by span and type with the words of the types, removal', async () => {
  const handler = await server.login('handler')
  await handler.call('PUT', '/admin/user/edit', { name: '王师傅' })
  const types = await get('/admin/dict/type/log_type')
  expect(types.map(({ value, label }: { value: string; label: string }) => [value, label])).toEqual([
    ['0', '正常'],
    ['9', '异常'],
  ])
  const list = (span: [string, string]) =>
    get(
      `/admin/log/page?descs=create_time&current=1&size=20&type=0&${new URLSearchParams(span.map((time) => ['createTime', time]))}`,
    )
  await expect
    .poll(async () => (await list(['2000-01-01 00:00:00', '2099-01-01 00:00:00'])).records)
    .toContainEqual(expect.objectContaining({ createBy: 'handler', method: 'PUT', type: '0', remoteAddr: '127.0.0.1' }))
  expect((await list(['2000-01-01 00:00:00', '2000-01-02 00:00:00'])).total).toBe(0)
  expect((await get('/admin/log/page?descs=create_time&current=1&size=20&type=&createTime=')).total).toBeGreaterThan(0)
  const { records } = await list(['2000-01-01 00:00:00', '2099-01-01 00:00:00'])
  const line = records.find(({ createBy }: { createBy: string }) => createBy === 'handler')
  expect(line).toMatchObject({ title: expect.any(String), serviceId: expect.any(String), time: expect.any(Number) })
  await send('DELETE', `/admin/log/${line.id}`)
})

test('the dictionaries: list by kind with the words of the kinds, items', async () => {
  const kinds = await get('/admin/dict/type/dict_type')
  expect(kinds.map(({ value, label }: { value: string; label: string }) => [value, label])).toEqual([
    ['1', '系统类'],
    ['0', '业务类'],
  ])
  const list = async (system: string) =>
    (await get(`/admin/dict/page?current=1&size=100&type=&system=${system}`)).records.map((row: { type: string }) => row.type)
  const [all, ofSystem, own] = [await list(''), await list('1'), await list('0')]
  expect(ofSystem).toEqual(expect.arrayContaining(['dict_type', 'log_type']))
  expect(own).toContain('vehicle_type')
  expect(all.toSorted()).toEqual([...ofSystem, ...own].toSorted())
  const [{ id }] = (await get('/admin/dict/page?current=1&size=20&type=vehicle_type&system=')).records
  const items = await get(`/admin/dict/item/page?current=1&size=20&dictId=${id}`)
  expect(items.records[0]).toMatchObject({
    dictId: id,
    value: expect.any(String),
    label: expect.any(String),
    sort: expect.any(Number),
  })
})

test('the tokens: list, end of a log-in', async () => {
  const viewer = await server.login('viewer')
  const { records } = await get('/admin/token/page?current=1&size=20&username=')
  const row = records.find(({ user_info: { username } }: { user_info: { username: string } }) => username === 'viewer')
  expect(row).toMatchObject({ token_type: 'bearer', expires_in: expect.any(Number), user_info: { id: viewer.userId } })
  await send('DELETE', `/admin/token/${row.access_token}`)
  expect((await viewer.call('GET', '/admin/user/info')).status).toBe(401)
})

test('the files: upload, list, bytes, removal', async () => {
  const { payload, headers } = form(png, { name: '路灯.png' })
  const reply = await server.app.inject({
    method: 'POST',
    url: '/admin/sys-file/upload',
    headers: { ...headers, authorization },
    payload,
  })
  const { fileName } = reply.json().data
  const list = async (name: string) =>
    (await get(`/admin/sys-file/page?descs=create_time&current=1&size=20&fileName=${name}`)).records
  const [row] = await list(fileName)
  expect(row).toMatchObject({
    original: '路灯.png',
    type: 'png',
    fileSize: png.length,
    createBy: 'admin',
    bucketName: expect.any(String),
  })
  const bytes = await server.app.inject({ url: `/admin/sys-file/${row.bucketName}/${row.fileName}`, headers: { authorization } })
  expect(bytes.rawPayload.equals(png)).toBe(true)
  await send('DELETE', `/admin/sys-file/${row.id}`)
  expect(await list(fileName)).toEqual([])
  expect(Array.isArray(await list(''))).toBe(true)
})

test('the log-out ends it', async () => {
  await send('DELETE', '/auth/token/logout')
  expect((await server.app.inject({ url: '/admin/user/info', headers: { authorization } })).statusCode).toBe(401)
})
