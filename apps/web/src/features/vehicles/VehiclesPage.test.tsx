// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { VehiclesPage } from './VehiclesPage.tsx'
import { VehiclesSearch } from './vehicle-search.ts'

const { kit, open, said, beginAs } = screenTest(['vehicles', 'assets', 'dictionaries', 'terminals', 'shell'])

const texts = async () => (await rowsOf('车辆列表')).map((row) => row.textContent)
const departmentOf = async (name: string) =>
  (await kit.server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = $1`, [name])).rows[0].dept_id
async function add(plateNumber: string) {
  const fields = { plateNumber, deptId: await departmentOf('一部'), vehicleType: '1' }
  return (await kit.person.call('POST', '/admin/vehicle', fields)).data
}
async function choose(area: HTMLElement, field: string, option: string) {
  await userEvent.click(await within(area).findByRole('combobox', { name: field }, patience))
  const found = await screen.findAllByTitle(option, {}, patience)
  await userEvent.click(found.at(-1)!)
}

test('a vehicle is registered, told what is missing first, stands in the list and goes after a question', slow, async () => {
  open(VehiclesPage, VehiclesSearch, { open: 'new' })
  const form = await dialog('新增车辆')
  await userEvent.type(await within(form).findByRole('textbox', { name: '车牌号' }, patience), '川G12345')
  await press('确定', form)
  expect(await within(form).findAllByText('不能为空', {}, patience)).toHaveLength(2)
  await choose(form, '所属部门', '一部')
  await choose(form, '车辆类型', '洗扫车')
  await userEvent.type(within(form).getByRole('textbox', { name: '驾驶员' }), '张三')
  await userEvent.type(within(form).getByRole('spinbutton', { name: '摄像头数量' }), '2')
  await userEvent.type(await within(form).findByRole('textbox', { name: '通道 2 的名称' }, patience), '车尾')
  await press('确定', form)
  await said('操作成功!')
  await vi.waitFor(async () => expect((await texts())[0]).toMatch(/川G12345.*一部洗扫车张三.*未绑定终端/), patience)
  const { data } = await kit.person.call('GET', '/admin/vehicle/page?plateNumber=G12345')
  expect(data.records[0]).toMatchObject({ vehicleCamera: 2, channelNames: ['', '车尾'], plateColour: 2 })

  await press('修改')
  await press('删除', await dialog('川G12345'))
  const question = await dialog('删除车辆')
  expect(question.textContent).toContain('车辆 川G12345 将被删除')
  await press('删除', question)
  await screen.findByText('还没有车辆', {}, patience)
})

test(
  'nothing picked is said; several that are picked move together, then go after a question that names them',
  slow,
  async () => {
    const one = await add('川G00001')
    await add('川G00002')
    open(VehiclesPage, VehiclesSearch)
    await rowsOf('车辆列表')
    await press('批量删除 (0)')
    await said('请选择删除项')
    for (const row of (await rowsOf('车辆列表')).slice(0, 2)) await userEvent.click(within(row).getByRole('checkbox'))
    await press('批量改部门 (2)')
    const form = await dialog('给 2 项改部门')
    await choose(form, '所属部门', '二部')
    await press('确定', form)
    await said('已改部门 2 项')
    expect((await kit.person.call('GET', `/admin/vehicle/${one.id}`)).data.deptName).toBe('二部')

    await vi.waitFor(async () => expect((await texts())[0]).toContain('二部'), patience)
    for (const row of (await rowsOf('车辆列表')).slice(0, 2)) await userEvent.click(within(row).getByRole('checkbox'))
    // Somebody else is faster with one of them.
    await kit.person.call('DELETE', `/admin/vehicle/${one.id}`)
    await press('批量删除 (2)')
    const question = await dialog('批量删除')
    expect(question.textContent).toContain('川G00002、川G00001')
    await press('删除', question)
    await screen.findByText('已处理 1 项，1 项未处理', {}, patience)
  },
)

test('an open vehicle leads to its position, track, violations and rules, and to its terminal', slow, async () => {
  const vehicle = await add('川G00003')
  open(VehiclesPage, VehiclesSearch, { open: String(vehicle.id) })
  const ways = await screen.findByRole('navigation', { name: '相关页面' }, patience)
  const links = within(ways).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/monitor/live/index?tab=vehicle&selected=1-${vehicle.id}`,
    `/monitor/history/index?objects=1-${vehicle.id}`,
    `/work/index?vehicleId=${vehicle.id}`,
    `/event/illegal/index?objectId=${vehicle.id}`,
    `/rule/vehicle/index?objectId=${vehicle.id}`,
  ])
  const bind = await screen.findByRole('link', { name: '绑定终端' }, patience)
  expect(bind.getAttribute('href')).toBe('/asset/terminal/index?open=new')
})

test('who may only look gets neither buttons nor boxes', slow, async () => {
  await add('川G00004')
  await beginAs('viewer')
  open(VehiclesPage, VehiclesSearch)
  await vi.waitFor(async () => expect((await texts())[0]).toContain('川G00004'), patience)
  expect(screen.queryByRole('button', { name: /新增车辆|批量/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await userEvent.click(within((await rowsOf('车辆列表'))[0]!).getByRole('button', { name: '详情' }))
  const drawer = await dialog('川G00004')
  expect(within(drawer).queryByRole('button', { name: '确定' })).toBeNull()
})
