// @vitest-environment jsdom
import { getMenuTree, type MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { call } from '../../lib/api.ts'
import { dialog, patience, press, screenTest } from '../../test/screen.tsx'
import { MenusPage } from './MenusPage.tsx'
import { flatten } from './menu-rows.ts'
import { MenusSearch } from './menu-search.ts'

const { kit, open: openPage, beginAs } = screenTest(['menus', 'shell'])

function open() {
  openPage(MenusPage, MenusSearch)
  return screen.findByRole('treegrid', { name: '菜单管理' })
}
const rowOf = (label: string) => screen.findByRole('row', { name: new RegExp(`^(收起|展开)?${label}`) }, patience)
/** Typed in one go: letter by letter takes the form long. */
async function fill(field: HTMLElement, text: string) {
  field.focus()
  await userEvent.clear(field)
  await userEvent.paste(text)
}
const inTree = async (name: string): Promise<MenuTreeNode | undefined> =>
  flatten(await call(getMenuTree, {})).find((node) => node.key === name)

test('the tree opens and closes by keyboard, and tells where each row stands', async () => {
  await open()
  const system = await rowOf('系统管理')
  expect([system.getAttribute('aria-level'), system.getAttribute('aria-expanded')]).toEqual(['1', 'false'])
  system.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  const unit = await rowOf('单位信息')
  expect([document.activeElement, unit.getAttribute('aria-level'), unit.getAttribute('aria-posinset')]).toEqual([unit, '2', '1'])
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect([document.activeElement, system.getAttribute('aria-expanded')]).toEqual([system, 'false'])
})

test('buttons are called by what they let people do, and are found by it', async () => {
  await open()
  await rowOf('系统管理')
  await fill(screen.getByRole('searchbox', { name: '搜索名称、路径或权限' }), '重置')
  expect(await screen.findByText('没有符合条件的菜单', undefined, patience)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '清除筛选' }))
  await fill(screen.getByRole('searchbox', { name: '搜索名称、路径或权限' }), 'fpjsqx')
  const button = await rowOf('分配角色权限')
  expect(within(button).getByText('sys_role_perm')).toBeTruthy()
})

test('an item is added below another, moved up, changed and removed by name', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: '新增下级：事件中心' }, patience))
  await fill(await screen.findByLabelText(/^名称/, undefined, patience), '投诉台账')
  await fill(screen.getByLabelText('英文名称'), 'Complaints')
  await fill(screen.getByLabelText(/^路径/), 'event/complaint')
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  // Refused in words, under the field; what was typed stays.
  expect(await screen.findByText('路径须以 / 开头，或是单位信息中允许的外部地址', undefined, patience)).toBeTruthy()
  const path = screen.getByLabelText(/^路径/)
  await fill(path, '/event/complaint/index')
  await waitFor(() => expect(screen.getByRole('button', { name: '确定' })).toHaveProperty('disabled', false), patience)
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '确定' })).toBeNull(), patience)
  const event = await inTree('event')
  expect(await inTree('投诉台账')).toMatchObject({
    path: '/event/complaint/index',
    sort: event?.children.length,
    parentId: event?.id,
  })

  await userEvent.click(screen.getByRole('button', { name: '展开事件中心' }))
  await rowOf('投诉台账')
  await userEvent.click(screen.getByRole('button', { name: '上移投诉台账' }))
  await waitFor(async () => expect((await inTree('event'))?.children.at(-2)?.name).toBe('投诉台账'), patience)

  await userEvent.click(screen.getByRole('button', { name: '修改投诉台账' }))
  const name = await screen.findByDisplayValue('投诉台账', undefined, patience)
  await fill(name, '投诉')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  // Removed where it is open, as everywhere else.
  await userEvent.click(await screen.findByRole('button', { name: '修改投诉' }, patience))
  await screen.findByDisplayValue('投诉', undefined, patience)
  await press(/^删除$/)
  expect(await screen.findByText('确定要删除菜单“投诉”吗? 所有角色都不再拥有它。', undefined, patience)).toBeTruthy()
  await press(/^删除$/, await dialog('提示'))
  await waitFor(async () => expect(await inTree('投诉')).toBeUndefined(), patience)
})

test('a group is called 目录; a path is chosen from the pages of the product by name', async () => {
  await open()
  expect(within(await rowOf('事件中心')).getByText('目录')).toBeTruthy()
  expect(within(await rowOf('首页')).getByText('菜单')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '新增菜单' }))
  await fill(await screen.findByRole('combobox', { name: /^路径/ }, patience), '报洁')
  await userEvent.click(await screen.findByText('/clean/report/index', { selector: '.list-sub' }, patience))
  expect(await screen.findByDisplayValue('/clean/report/index', undefined, patience)).toBeTruthy()
})

test('an item is dragged below another, and the server keeps it there', async () => {
  await open()
  const [system, event] = [await rowOf('系统管理'), await rowOf('事件中心')]
  await userEvent.click(screen.getByRole('button', { name: '展开系统管理' }))
  const log = await rowOf('日志管理')
  event.getBoundingClientRect = () => new DOMRect(0, 100, 800, 40)
  const dataTransfer = { effectAllowed: '' }
  fireEvent.dragStart(log, { dataTransfer })
  fireEvent.dragOver(event, { clientY: 120 })
  expect([dataTransfer.effectAllowed, event.dataset.drop, log.dataset.dragged]).toEqual(['move', 'into', ''])
  fireEvent.drop(event, { clientY: 120 })
  await waitFor(async () => expect((await inTree('event'))?.children.at(-1)?.key).toBe('log'), patience)
  await waitFor(async () => expect((await rowOf('日志管理')).getAttribute('aria-level')).toBe('2'), patience)
  // Not below itself: nothing to let go at.
  fireEvent.dragStart(system, { dataTransfer })
  fireEvent.dragOver(system, { clientY: 0 })
  expect(system.dataset.drop).toBeUndefined()
})

test('who may only look gets no buttons to change', async () => {
  await kit.server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from sys_role r, sys_menu m
    where r.tenant_id = 1 and r.role_code = 'ROLE_VIEWER' and m.tenant_id = 1 and m.permission = 'sys_menu_view'`)
  await beginAs('viewer')
  await open()
  await userEvent.click(await screen.findByRole('button', { name: '详情：首页' }, patience))
  expect(await screen.findByRole('dialog', { name: /菜单详情/ }, patience)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '确定' })).toBeNull()
  expect(screen.queryByRole('button', { name: /新增|删除|上移/ })).toBeNull()
})
