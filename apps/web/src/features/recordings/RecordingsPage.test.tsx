// @vitest-environment jsdom
import { addVehicle } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { RecordingsPage, RecordingsSearch } from './RecordingsPage.tsx'

const { kit, open, said, beginAs } = screenTest(['recordings', 'rules', 'list'])
const texts = async () => (await rowsOf('录像计划')).map((row) => row.textContent)

test('a schedule is entered for a vehicle, changed to its department, and removed', slow, async () => {
  await addVehicle(kit.server.db)
  open(RecordingsPage, RecordingsSearch, { open: 'new' })
  const form = await dialog('新增录像计划')
  await press('确定', form)
  await within(form).findByText('请输入录像计划名称', {}, patience)
  await within(form).findByText('不能为空', {}, patience)
  await userEvent.type(within(form).getByRole('textbox', { name: '名称' }), '白班录像')
  await userEvent.click(within(form).getByRole('combobox', { name: '车辆' }))
  await userEvent.click(await screen.findByText('川A00001', {}, patience))
  await userEvent.click(within(form).getByRole('checkbox', { name: '周日' }))
  await press('确定', form)
  await said('操作成功!')
  await vi.waitFor(
    async () =>
      expect(await texts()).toEqual([expect.stringMatching(/白班录像川A00001全部通道子码流周一.*周六 08:00–18:00.*启用中/)]),
    patience,
  )

  await press('详情')
  const drawer = await dialog('白班录像')
  await userEvent.click(within(drawer).getByRole('radio', { name: '部门' }))
  await userEvent.click(within(drawer).getByRole('combobox', { name: '部门' }))
  await userEvent.click((await screen.findAllByText('一部', {}, patience)).at(-1)!)
  await press('确定', drawer)
  await vi.waitFor(async () => expect((await texts())[0]).toMatch(/白班录像一部/), patience)

  await press('详情')
  await press('删除', await dialog('白班录像'))
  await press('删除', await dialog('删除该录像计划？'))
  await screen.findByText('还没有录像计划', {}, patience)
})

test('who may not change schedules looks at them', slow, async () => {
  const { rows } = await kit.server.db.owner.query('select id from vehicle limit 1')
  const hours = { start: '22:00', end: '06:00', weekdays: [1, 2, 3, 4, 5, 6, 7], isStopped: true }
  await kit.person.call('POST', '/admin/video/schedule', { name: '夜班录像', vehicleId: rows[0].id, ...hours })
  await kit.server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_VIEWER' and permission = 'video_view'`)
  // The permission is in force once the server has heard of it.
  const viewer = await kit.server.login('viewer')
  await vi.waitFor(async () => expect((await viewer.call('GET', '/admin/video/schedule/list')).status).toBe(200), patience)
  await beginAs('viewer')
  open(RecordingsPage, RecordingsSearch)
  await vi.waitFor(async () => expect((await texts())[0]).toMatch(/夜班录像.*每天 22:00–06:00.*已停用/), patience)
  expect(screen.queryByRole('button', { name: '新增录像计划' })).toBeNull()
  // A list without filters offers none.
  expect(screen.queryByRole('button', { name: '查询' })).toBeNull()
  await press('详情')
  const drawer = await dialog('夜班录像')
  expect(within(drawer).queryByRole('button', { name: '确定' })).toBeNull()
  expect(within(drawer).queryByRole('button', { name: '删除' })).toBeNull()
})
