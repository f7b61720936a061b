// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { beginSession } from '../../lib/session.ts'
import { enter, patience, press, screenTest, slow } from '../../test/screen.tsx'
import { RolesPage } from './RolesPage.tsx'
import { RolesSearch } from './role-search.ts'

const { kit, open, said } = screenTest(['roles', 'menus', 'shell'])

/** In the drawer: the list may have a filter of the same name. */
const field = async (name: string) => {
  const drawer = await screen.findByRole('dialog', {}, patience)
  return within(drawer).findByRole('textbox', { name }, patience)
}
/** The box of a menu item or permission, found by its words. */
async function box(text: string) {
  const find = await screen.findByRole('searchbox', { name: '搜索菜单或权限' }, patience)
  await userEvent.click(find)
  await userEvent.paste(text)
  const [node] = await screen.findAllByText(text, {}, patience)
  return within(node!.closest<HTMLElement>('.ant-tree-treenode')!).getByRole('checkbox')
}

test('a role is made of menus and permissions; a permission brings the page it is on', slow, async () => {
  open(RolesPage, RolesSearch, { open: 'new' })
  await enter(await field('角色名称'), '班组长')
  await enter(await field('角色标识'), 'LEADER')
  await userEvent.click(await box('查看用户'))
  await screen.findByText('已选 1 个页面、1 项权限', {}, patience)
  await press('确定')
  await said('操作成功!')
  const [role] = (await kit.person.call('GET', '/admin/role/page?roleCode=LEADER')).data.records
  const { menuIds } = (await kit.person.call('GET', `/admin/role/${role.roleId}`)).data
  const { rows } = await kit.server.db.owner.query(
    'select coalesce(permission, name) as name from sys_menu where menu_id = any($1)',
    [menuIds],
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(['sys_user_view', 'system', 'user'])
  const table = await screen.findByRole('table', { name: '角色列表', busy: false }, patience)
  await within(table).findByText('班组长', {}, patience)
})

test('a permission is named by its words and its noun; its code is a tooltip', slow, async () => {
  open(RolesPage, RolesSearch, { open: 'new' })
  await box('新增车辆')
  await userEvent.clear(screen.getByRole('searchbox', { name: '搜索菜单或权限' }))
  await enter(screen.getByRole('searchbox', { name: '搜索菜单或权限' }), '新增')
  await screen.findByText('新增用户', {}, patience)
  const all = screen.getAllByText(/^新增/, { selector: '.ant-tree-title *' }).map((one) => [one.textContent, one.title])
  expect(all).toEqual(
    expect.arrayContaining([
      ['新增车辆', 'admin_vehicle_add'],
      ['新增设施', 'admin_facility_add'],
      ['新增垃圾桶', 'admin_garbagecan_add'],
      ['新增报洁', 'clean_add'],
    ]),
  )
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length)
})

test('a copy of a role starts with its grants and a name of its own', slow, async () => {
  const { person } = kit
  const { data: tree } = await person.call('GET', '/admin/menu/tree')
  const menuIds = [tree[0].id]
  const role = { roleName: '驾驶员', roleCode: 'DRIVER', roleDesc: '开车', dsType: 3, menuIds }
  const { data } = await person.call('POST', '/admin/role', role)
  open(RolesPage, RolesSearch, { open: String(data.roleId) })
  await press(/复制/)
  await vi.waitFor(async () => expect((await field('角色名称')).getAttribute('value')).toBe('驾驶员 副本'), patience)
  await enter(await field('角色标识'), 'DRIVER2')
  await press('确定')
  await said('操作成功!')
  const [copy] = (await person.call('GET', '/admin/role/page?roleCode=DRIVER2')).data.records
  expect((await person.call('GET', `/admin/role/${copy.roleId}`)).data).toMatchObject({ roleDesc: '开车', dsType: 3, menuIds })
})

test('what a person does not have is out of use, and a role that gives more can only be looked at', slow, async () => {
  const { person, server } = kit
  const { rows } = await server.db.owner.query(
    "select array_agg(menu_id) as ids from sys_menu where tenant_id = 1 and (permission like 'sys_role%' or name in ('system', 'role'))",
  )
  const role = { roleName: '人事', roleCode: 'STAFF', dsType: 2, menuIds: rows[0].ids }
  const { data } = await person.call('POST', '/admin/role', role)
  const [root] = (await person.call('GET', '/admin/dept/tree')).data
  const clerk = {
    username: 'clerk',
    phone: '13700000001',
    deptId: root.children[0].id,
    role: [data.roleId],
    newpassword1: 'broom-and-cart',
  }
  expect((await person.call('POST', '/admin/user', clerk)).status).toBe(200)
  beginSession((await server.login('clerk', 1, 'broom-and-cart')).token)

  open(RolesPage, RolesSearch, { open: 'new' })
  const scopes = await screen.findByRole('radiogroup', { name: '数据权限' }, patience)
  expect(
    within(scopes)
      .getAllByRole('radio')
      .map((one) => one.hasAttribute('disabled')),
  ).toEqual([true, false, false, false])
  await press('取消')

  const table = await screen.findByRole('table', { name: '角色列表', busy: false }, patience)
  await userEvent.click(await within(table).findByText('管理员', {}, patience))
  await screen.findByText('该角色的权限超出您的权限，您只能查看。', {}, patience)
  expect((await field('角色名称')).hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: '确定' })).toBeNull()
})
