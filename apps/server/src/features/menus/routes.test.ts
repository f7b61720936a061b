import { homePath } from '@huanwei/contract/home/codes'
import { menuSeeds } from '@huanwei/contract/menus/codes'
import type { MenuNode, MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
})
afterAll(() => server.close())

const menu = async (query = '', who = admin): Promise<MenuNode[]> => (await who.call('GET', `/admin/menu${query}`)).data
const tree = async (query = ''): Promise<MenuTreeNode[]> => (await admin.call('GET', `/admin/menu/tree${query}`)).data
const add = async (fields: object) => (await admin.call('POST', '/admin/menu', fields)).data
const find = (nodes: MenuTreeNode[], name: string): MenuTreeNode | undefined =>
  nodes.map((one) => (one.key === name ? one : find(one.children, name))).find((one) => one)
/** Grants a permission to a role of the test. */
const give = (role: string, permission: string) =>
  server.db.owner.query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.role_id, m.menu_id from sys_role r
     join sys_menu m on m.tenant_id = r.tenant_id and m.permission = $2 where r.tenant_id = 1 and r.role_code = $1 on conflict do nothing`,
    [role, permission],
  )
/** What people of the handler's role see: 0 all of the organisation, 2 the own department and those below. */
const seeing = (dsType: 0 | 2) =>
  server.db.owner.query("update sys_role set ds_type = $1 where tenant_id = 1 and role_code = 'ROLE_HANDLER'", [dsType])

/** Items below `name` in a new tenant's menu. */
const seedOf = (name: string) => menuSeeds.find((one) => one.name === name)?.children

test('the menu of a person is a tree of pages; sub-systems have theirs; buttons are in neither', async () => {
  const own = await menu()
  // The first page and the groups that only hold permissions are left out.
  expect(own.map(({ key, path, isGroup }) => [key, path, isGroup])).toEqual([
    ['monitor', '/monitor', true],
    ['event', '/event', true],
    ['cleaning', '/clean/report/index', false],
    ['rule', '/rule', true],
    ['assets', '/assets', true],
    ['report', '/report/index', false],
    ['work', '/work/index', false],
    ['attendance', '/attendance/index', false],
    ['project', '/project/index', false],
    ['box', '/box/index', false],
    ['boards', '/boards', true],
    ['system', '/system', true],
  ])
  expect(own.every((node) => node.type === '0')).toBe(true)
  const tops = await menu('?type=top')
  expect(tops.map(({ key, type, children }) => [key, type, children])).toEqual([
    ['operations', '2', []],
    ['toiletCare', '2', []],
    ['ruralCare', '2', []],
    ['administration', '2', []],
  ])
  expect((await menu(`?parentId=${tops[0]!.id}`)).map((node) => node.path)).toEqual(
    seedOf('operations')?.flatMap(({ path }) => (path === homePath ? [] : path)),
  )
  // Those of toilets open on the toilets of their kind.
  const places = await Promise.all(tops.slice(1, 3).map(({ id }) => menu(`?parentId=${id}`)))
  expect(places.map((nodes) => nodes.find(({ path }) => path === '/asset/facility/index')?.query)).toEqual([
    { facilityType: '1' },
    { facilityType: '9' },
  ])
  const nobody = await server.login('nobody')
  expect([await menu('', nobody), await menu('?type=top', nobody)]).toEqual([[], []])
})

test('an item has texts in three languages; users without its permission do not get it', async () => {
  const handler = await server.login('handler')
  const { rows } = await server.db.owner.query(`select role_id from sys_role where tenant_id = 1 and role_code = 'ROLE_HANDLER'`)
  const added = await add({ name: '考核', labels: { 'en-US': 'Assessment', 'zh-TW': ' ' }, path: '/wel/assessment', sort: 0 })
  expect(added).toMatchObject({ parentId: -1, labels: { 'en-US': 'Assessment' }, delFlag: '0', type: '0' })
  await server.db.owner.query(
    `insert into sys_role_menu (tenant_id, role_id, menu_id) values (1, ${rows[0].role_id}, ${added.menuId})`,
  )
  const inEnglish = await server.app.inject({
    url: '/admin/menu',
    headers: { authorization: `Bearer ${admin.token.access_token}`, 'accept-language': 'en-US' },
  })
  expect([inEnglish.json().data[0].label, (await menu())[0]!.label]).toEqual(['Assessment', '考核'])
  const names = async () => (await menu('', handler)).map((node) => node.name)
  await expect.poll(names).toContain('考核')
  const [adminRole] = (
    await server.db.owner.query(`select role_id from sys_role where tenant_id = 1 and role_code = 'ROLE_ADMIN'`)
  ).rows
  const changed = await admin.call('PUT', '/admin/menu', {
    ...added,
    roles: [adminRole.role_id],
    group: ['/wel/assessment/detail'],
    query: { from: 'menu' },
  })
  expect(changed.data.updateTime >= added.updateTime).toBe(true)
  // The open session hears of it.
  await expect.poll(names).not.toContain('考核')
  expect((await menu())[0]).toMatchObject({ meta: { roles: [adminRole.role_id] }, query: { from: 'menu' } })
  expect((await admin.call('DELETE', `/admin/menu/${added.menuId}`)).data).toBe(true)
})

const inLanguage = async (language: string, url: string) =>
  (
    await server.app.inject({
      url,
      headers: { authorization: `Bearer ${admin.token.access_token}`, cookie: `language=${language}` },
    })
  ).json().data

test.each([
  ['zh-CN', '事件中心', '车辆违章', '新增用户'],
  ['zh-TW', '事件中心', '車輛違章', '新增使用者'],
  ['en-US', 'Event centre', 'Vehicle violations', 'Add user'],
])('in %s the items say %s, %s and %s, for clients that read label and for those that read name', async (language, ...texts) => {
  const [group, page, button] = texts
  const own: MenuNode[] = await inLanguage(language, '/admin/menu')
  const event = own.find(({ key }) => key === 'event')
  expect(event).toMatchObject({ name: group, label: group })
  expect(event?.children.find(({ key }) => key === 'illegal')).toMatchObject({ name: page, label: page })
  const whole: MenuTreeNode[] = await inLanguage(language, '/admin/menu/tree')
  expect(find(whole, 'illegal')).toMatchObject({ name: page, label: page, path: '/event/illegal/index' })
  expect(find(whole, 'sys_user_add')).toMatchObject({
    name: button,
    label: button,
    permission: 'sys_user_add',
    code: 'sys_user_add',
  })
})

// The family's clients show every item of the tree, hidden ones too.
test('every item has a path of text and is shown, and names roles only where it is for some', async () => {
  const flat = (nodes: MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
  const group = await add({ name: '自建分组' })
  await add({ name: '自建页面', parentId: group.menuId, path: '/own/page' })
  const own = flat([...(await menu()), ...(await menu('?type=top'))])
  expect(own.find(({ id }) => id === group.menuId)?.path).toBe('/自建分组')
  for (const { key, path, visible, meta } of own) expect([key, path.startsWith('/'), visible, meta]).toEqual([key, true, '0', {}])
})

test('a kept menu changes with what a role holds within moments, also when another process changed it', async () => {
  const nobody = await server.login('nobody')
  const names = async () => (await menu('', nobody)).flatMap(({ key, children }) => [key, ...children.map((one) => one.key)])
  expect(await names()).not.toContain('log')
  const page = find(await tree(), 'log')!
  const change = (text: string) => server.db.owner.query(text, [[page.id, page.parentId]])
  const ofRole = "tenant_id = 1 and role_code = 'ROLE_NOBODY'"
  await change(
    `insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, unnest($1::int[]) from sys_role where ${ofRole}`,
  )
  await expect.poll(names).toContain('log')
  await change(
    `delete from sys_role_menu where tenant_id = 1 and menu_id = any($1) and role_id in (select role_id from sys_role where ${ofRole})`,
  )
  await expect.poll(names).not.toContain('log')
})

test('the management tree has buttons, level by level or whole; other users get the items of their roles', async () => {
  const whole = await tree()
  const users = find(whole, 'user')
  expect(users?.children.map(({ code, type }) => [code, type])).toContainEqual(['sys_user_add', '1'])
  const level = await tree('?lazy=true')
  expect(level.map(({ key, hasChildren, children }) => [key, hasChildren, children.length])).toContainEqual(['system', true, 0])
  const below = await tree(`?lazy=true&parentId=${find(whole, 'event')?.id}`)
  expect(below.map(({ key, hasChildren }) => [key, hasChildren])).toEqual(
    seedOf('event')?.map(({ name, permissions = [] }) => [name, permissions.length > 0]),
  )

  const handler = await server.login('handler')
  const held: MenuTreeNode[] = (await handler.call('GET', '/admin/menu/tree')).data
  expect([find(held, 'violation_handle')?.code, find(held, 'sys_user_add')]).toEqual(['violation_handle', undefined])

  const { rows } = await server.db.owner.query(`select role_id from sys_role where tenant_id = 1 and role_code = 'ROLE_HANDLER'`)
  const ids = (await admin.call('GET', `/admin/menu/tree/${rows[0].role_id}`)).data
  expect(ids).toContain(find(held, 'violation_handle')?.id)
  expect((await admin.call('GET', '/admin/menu/tree/99999')).status).toBe(404)
})

test('items are added below one another, change, and go from the leaves', async () => {
  const group = await add({ name: '报表', icon: 'chart' })
  const page = await add({ name: '日报', parentId: group.menuId, path: '/report/daily/index', keepAlive: '1' })
  const button = await add({ name: '导出', parentId: page.menuId, type: '1', permission: 'sys_log_view' })
  expect([group.sort, button.permission]).toEqual([999, 'sys_log_view'])
  expect((await admin.call('GET', `/admin/menu/${page.menuId}`)).data).toMatchObject({ name: '日报', parentId: group.menuId })
  // The roles that hold the permission hold the button: the creator's own.
  expect((await menu()).find((node) => node.id === group.menuId)?.children[0]?.path).toBe('/report/daily/index')

  const refused = await admin.call('DELETE', `/admin/menu/${group.menuId}`)
  expect([refused.status, refused.code, refused.msg]).toEqual([409, 1, '菜单含有下级不能删除'])
  const cycle = await admin.call('PUT', '/admin/menu', { ...group, parentId: page.menuId })
  expect([cycle.status, cycle.msg]).toEqual([409, '上级菜单不能是自己或下级'])
  const stale = await admin.call('PUT', '/admin/menu', { ...page, name: '日报表', updateTime: '2020-01-01 00:00:00' })
  expect([stale.status, stale.msg]).toEqual([409, expect.stringMatching(/^admin 已于 .* 修改，您的操作没有执行$/)])
  for (const { menuId } of [button, page, group]) expect((await admin.call('DELETE', `/admin/menu/${menuId}`)).data).toBe(true)
  expect((await admin.call('GET', `/admin/menu/${page.menuId}`)).status).toBe(404)
})

test('an address leads into this site or where the organisation allows', async () => {
  await server.db.owner.query(`insert into unit_info (tenant_id, frame_origins) values (1, '{https://gps.example.cn}')`)
  const statuses = async (path: string) => (await admin.call('POST', '/admin/menu', { name: '外', path })).status
  for (const path of ['/report/x/index', 'https://gps.example.cn/track?x=1'])
    expect([path, await statuses(path)]).toEqual([path, 200])
  const bad = [
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://evil.example/',
    'https://gps.example.cn@evil.example/',
  ]
  for (const path of [...bad, 'https://me:secret@gps.example.cn/', 'report/x', '/x?y=1'])
    expect([path, await statuses(path)]).toEqual([path, 400])
})

test('types stand where they belong', async () => {
  const [top] = await menu('?type=top')
  const [group] = await menu()
  const status = async (fields: object) => (await admin.call('POST', '/admin/menu', { name: '错', ...fields })).status
  expect(await status({ type: '2', parentId: top!.id })).toBe(400)
  expect(await status({ type: '1', permission: 'sys_log_view' })).toBe(400)
  expect(await status({ type: '1', parentId: group!.id })).toBe(400)
  expect(await status({ type: '0', permission: 'sys_log_view' })).toBe(400)
  expect(await status({ type: '2', path: '/x' })).toBe(400)
  expect(await status({ parentId: 99_999 })).toBe(404)
  expect(await status({ roles: [99_999] })).toBe(400)
})

test('nobody adds a permission that they do not hold or that does not exist; the last item of one stays', async () => {
  await give('ROLE_HANDLER', 'sys_menu_add')
  await give('ROLE_HANDLER', 'sys_menu_view')
  await seeing(0)
  const handler = await server.login('handler')
  const page = find((await handler.call('GET', '/admin/menu/tree')).data, 'illegal')!
  const make = (who: typeof admin, permission: string) =>
    who.call('POST', '/admin/menu', { name: '新按钮', type: '1', parentId: page.id, permission })
  const refused = await make(handler, 'sys_user_del')
  expect([refused.status, refused.msg]).toEqual([400, '按钮须有系统中存在且您拥有的权限标识，其他类型没有权限标识'])
  expect((await make(admin, 'sys_made_up')).status).toBe(400)
  expect((await handler.call('GET', '/admin/menu/permissions')).data).toEqual([
    'admin_device_command',
    'approval_handle',
    'complaint_handle',
    'sys_menu_add',
    'sys_menu_view',
    'violation_handle',
  ])
  const own = await make(handler, 'violation_handle')
  expect(own.status).toBe(200)
  await seeing(2)

  const seeded = find(await tree(), 'sys_user_del')!
  const last = await admin.call('DELETE', `/admin/menu/${seeded.id}`)
  expect([last.status, last.msg]).toEqual([409, '没有其他菜单带有权限 sys_user_del，不能去掉；可以从角色中收回'])
  expect((await admin.call('DELETE', `/admin/menu/${own.data.menuId}`)).data).toBe(true)
})

test('who sees a part of the organisation adds, changes, orders and removes no item: all of it has them', async () => {
  for (const act of ['add', 'edit', 'del']) await give('ROLE_HANDLER', `sys_menu_${act}`)
  const handler = await server.login('handler')
  const { menuId, ...page } = await add({ name: '公告', path: '/notices' })
  for (const reply of [
    await handler.call('POST', '/admin/menu', { name: '手册', path: '/handbook' }),
    await handler.call('PUT', '/admin/menu', { ...page, menuId, visible: '1' }),
    await handler.call('PUT', '/admin/menu/sort', { parentId: -1, ids: [menuId] }),
    await handler.call('DELETE', `/admin/menu/${menuId}`),
  ])
    expect(reply).toMatchObject({ status: 403, msg: '这里的修改对整个单位生效，数据权限为全部的人员才能修改' })
  expect((await admin.call('DELETE', `/admin/menu/${menuId}`)).data).toBe(true)
})

test('items take the order they are given, and only all of them together', async () => {
  const group = await add({ name: '次序' })
  const pages = await Promise.all(
    ['甲', '乙', '丙'].map((name) => add({ name, parentId: group.menuId, path: `/order/${name.length}` })),
  )
  const ids = pages.map((page) => page.menuId).sort((a, b) => b - a)
  const sort = (wanted: number[]) => admin.call('PUT', '/admin/menu/sort', { parentId: group.menuId, ids: wanted })
  expect((await sort(ids)).data).toBe(true)
  expect((await tree(`?lazy=true&parentId=${group.menuId}`)).map((node) => node.id)).toEqual(ids)
  for (const wanted of [ids.slice(1), [...ids.slice(1), ids[1]!], [...ids.slice(1), 99_999]])
    expect((await sort(wanted)).status).toBe(409)
  expect((await sort([...ids, 99_999])).status).toBe(404)
})

test('an item moves to a place below another in one go, not below itself nor where its kind does not stand', async () => {
  const [from, to] = [await add({ name: '从' }), await add({ name: '到' })]
  const [one, two] = [await add({ name: '一', parentId: to.menuId }), await add({ name: '二', parentId: to.menuId })]
  const page = await add({ name: '搬', parentId: from.menuId, path: '/order/moved' })
  const put = (parentId: number, ids: number[]) => admin.call('PUT', '/admin/menu/sort', { parentId, ids })
  expect((await put(to.menuId, [one.menuId, page.menuId, two.menuId])).data).toBe(true)
  const below = async (id: number) => (await tree(`?lazy=true&parentId=${id}`)).map((node) => node.id)
  expect(await below(to.menuId)).toEqual([one.menuId, page.menuId, two.menuId])
  expect(await below(from.menuId)).toEqual([])
  expect(await put(one.menuId, [to.menuId])).toMatchObject({ status: 409, msg: '上级菜单不能是自己或下级' })
  const button = find(await tree(), 'sys_log_view')!
  expect(await put(-1, [...(await tree()).map(({ id }) => id), button.id])).toMatchObject({
    status: 400,
    data: { field: 'parentId' },
  })
  // Two strangers at once, or one sibling left out: the list is not what the person saw.
  expect((await put(from.menuId, [one.menuId, two.menuId])).status).toBe(409)
  expect((await put(to.menuId, [one.menuId, from.menuId])).status).toBe(409)
})

test('the administrator also gets the items that others add', async () => {
  await give('ROLE_HANDLER', 'sys_menu_add')
  await seeing(0)
  const handler = await server.login('handler')
  const { data } = await handler.call('POST', '/admin/menu', { name: '手册', path: '/handbook' })
  expect((await menu('', admin)).map((node) => node.name)).toContain('手册')
  const { data: role } = await admin.call('POST', '/admin/role', {
    roleName: '读者',
    roleCode: 'READER',
    dsType: 3,
    menuIds: [data.menuId],
  })
  expect(role.menuIds).toEqual([data.menuId])
  await seeing(2)
})

test('of two moves at once that would hang each below the other, one is refused', async () => {
  for (let round = 0; round < 3; round++) {
    const [a, b] = [await add({ name: `甲${round}` }), await add({ name: `乙${round}` })]
    const below = (one: typeof a, other: typeof a) => admin.call('PUT', '/admin/menu', { ...one, parentId: other.menuId })
    const replies = await Promise.all([below(a, b), below(b, a)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  }
})
