// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { DictionariesPage } from './features/dictionaries/DictionariesPage.tsx'
import { DictionariesSearch } from './features/dictionaries/dictionary-search.ts'
import { MenusPage } from './features/menus/MenusPage.tsx'
import { MenusSearch } from './features/menus/menu-search.ts'
import { ParametersPage } from './features/parameters/ParametersPage.tsx'
import { ParametersSearch } from './features/parameters/parameter-search.ts'
import { CalendarPanel } from './features/rules/CalendarPanel.tsx'
import { ShiftsPanel } from './features/rules/ShiftsPanel.tsx'
import { TokensPage } from './features/tokens/TokensPage.tsx'
import { TokensSearch } from './features/tokens/token-search.ts'
import { UnitPage, UnitSearch } from './features/units/UnitPage.tsx'
import { dialog, patience, press, screenTest } from './test/screen.tsx'

const { kit, open, beginAs } = screenTest([
  'calendar',
  'dictionaries',
  'menus',
  'parameters',
  'rules',
  'shell',
  'shifts',
  'tokens',
  'units',
])
const hour = { start: '06:00', end: '10:00', weekdays: [1, 2, 3] }

/** The handler holds what the administrator does, and sees the own departments only. */
beforeAll(async () => {
  const { call } = kit.person
  await kit.server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id
    from sys_role r join sys_menu m using (tenant_id) where tenant_id = 1 and role_code = 'ROLE_HANDLER' and m.permission is not null on conflict do nothing`)
  const { data: shift } = await call('POST', '/admin/shift', { ...hour, name: '共用班' })
  await call('POST', '/admin/shift', { ...hour, name: '本部班' })
  const condition = { kind: 'speeding', limit: 60 }
  await call('POST', '/admin/vehicleMonitoringRule', { name: '超速', condition, shiftIds: [shift.id], calendar: true })
}, 300_000)

const why = /数据权限为全部的人员/

const pages: [name: string, draw: () => void, add: string][] = [
  ['parameters', () => open(ParametersPage, ParametersSearch), '新增参数'],
  ['menus', () => open(MenusPage, MenusSearch), '新增菜单'],
  ['dictionaries', () => open(DictionariesPage, DictionariesSearch), '新增字典'],
  ['providers', () => open(TokensPage, TokensSearch, { tab: 'providers' }), '新增登录方式'],
]

test.each(pages)('of %s who sees a part of the organisation is told why nothing is added', async (_, draw, add) => {
  draw()
  await screen.findByRole('button', { name: add }, patience)
  expect(screen.queryByText(why)).toBeNull()
  cleanup()
  await beginAs('handler')
  draw()
  await screen.findByText(why, undefined, patience)
  expect(screen.queryByRole('button', { name: add })).toBeNull()
})

test('the form of a parameter and of the unit only show what there is', async () => {
  await beginAs('handler')
  const { data } = await kit.person.call('GET', '/admin/param/page')
  open(ParametersPage, ParametersSearch, { open: String(data.records[0].id) })
  const shown = await dialog(data.records[0].publicName)
  await within(shown).findAllByRole('button', { name: '关闭' }, patience)
  expect(within(shown).queryByRole('button', { name: '确定' })).toBeNull()
  cleanup()
  open(UnitPage, UnitSearch)
  await screen.findByText(why, undefined, patience)
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

const NoSearch = z.object({})
const drawn = (Panel: ComponentType) => () => <Panel />

test('a shift and the calendar that others keep to are only shown, and why; a shift that nobody else has is changed', async () => {
  await beginAs('handler')
  open(drawn(ShiftsPanel), NoSearch)
  await press('修改 共用班')
  const shared = await dialog('共用班')
  await within(shared).findByText('数据权限之外的监控规则或作业计划也使用该班次，不能修改或删除', undefined, patience)
  expect(within(shared).queryByRole('button', { name: /确定|删除/ })).toBeNull()
  cleanup()
  open(drawn(ShiftsPanel), NoSearch)
  await press('修改 本部班')
  await within(await dialog('本部班')).findByRole('button', { name: '确定' }, patience)
  cleanup()
  open(drawn(CalendarPanel), NoSearch)
  await screen.findByText('数据权限之外的监控规则或作业计划也使用工作日历，不能修改', undefined, patience)
  const days = within(await screen.findByRole('table', { name: /^工作日历/ })).getAllByRole('button')
  expect(days.filter((day) => !day.hasAttribute('disabled'))).toEqual([])
  cleanup()
  await beginAs('admin')
  open(drawn(CalendarPanel), NoSearch)
  await screen.findByText(/点击/, undefined, patience)
})
