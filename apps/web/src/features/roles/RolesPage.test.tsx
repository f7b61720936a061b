// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { beginSession } from '../../lib/session.ts'
import { patience, press, screenTest, slow } from '../../test/screen.tsx'
import { RolesPage } from './RolesPage.tsx'
import { RolesSearch } from './role-search.ts'

const { kit, open, said } = screenTest(['roles', 'shell'])

/** In the drawer: the list may have a filter of the same name. */
const field = async (name: string) => (await screen.findAllByRole('textbox', { name }, patience)).at(-1)!
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
  await userEvent.type(await field('角色名称'), '班组长')
  await userEvent.type(await field('角色标识'), 'LEADER')
  await userEvent.click(await box('sys_user_view'))
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
