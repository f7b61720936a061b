// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, screenTest, slow } from '../../test/screen.tsx'
import { SetupPage } from './SetupPage.tsx'
import { SetupSearch } from './setup-search.ts'

const { kit, open, beginAs } = screenTest([
  ...(['setup', 'vehicles', 'assets', 'departments', 'areas', 'rules', 'tryout', 'terminals', 'dictionaries', 'map'] as const),
])

const steps = () => screen.getAllByRole('listitem').filter((item) => item.dataset.state !== undefined)
const states = () => steps().map(({ dataset }) => dataset.state)

test('a vehicle is made in its department, gets its terminal, and what is there already counts', slow, async () => {
  const [root] = (await kit.person.call('GET', '/admin/dept/tree')).data
  open(SetupPage, SetupSearch, { deptId: String(root.children[0].id) })
  await screen.findByRole('heading', { name: '接入车辆' }, patience)
  expect(states()).toEqual(['ready', 'next', 'later', 'later', 'later'])
  await press('新建车辆')
  const form = await dialog('新增车辆')
  await userEvent.type(await within(form).findByRole('textbox', { name: '车牌号' }, patience), '川S00001')
  await userEvent.click(await within(form).findByRole('combobox', { name: '车辆类型' }, patience))
  await userEvent.click((await screen.findAllByTitle('洗扫车', {}, patience)).at(-1)!)
  await press('确定', form)
  await screen.findByRole('heading', { name: '接入车辆 川S00001' }, patience)
  await vi.waitFor(() => expect(states()).toEqual(['ready', 'ready', 'next', 'later', 'later']), patience)

  await press('输入新终端号')
  const terminal = await dialog('新增终端')
  await userEvent.type(await within(terminal).findByRole('textbox', { name: '终端号' }, patience), '13900007777')
  await press('确定', terminal)
  await vi.waitFor(() => expect(states()).toEqual(['ready', 'ready', 'ready', 'next', 'later']), patience)

  const { data } = await kit.person.call('GET', '/admin/vehicle/page?plateNumber=S00001')
  const [vehicle] = data.records
  const ring = [
    [106, 30],
    [106.01, 30],
    [106.01, 30.01],
  ]
  const area = { name: '北片', deptId: vehicle.deptId, shape: { kind: 'polygon', ring }, vehicleIds: [vehicle.id] }
  const { data: made } = await kit.person.call('POST', '/admin/area', area)
  const condition = { kind: 'outOfArea', areaIds: [made.id] }
  await kit.person.call('POST', '/admin/vehicleMonitoringRule', {
    name: '川S00001 驶出',
    condition,
    objectIds: [vehicle.id],
    enabled: true,
  })
  open(SetupPage, SetupSearch, { vehicleId: String(vehicle.id) })
  await screen.findByText('川S00001 已接入完成。', {}, patience)
  expect(screen.getAllByText('作业围栏：北片').length).toBeGreaterThan(0)
})

test('who may only look has nothing to make', slow, async () => {
  await beginAs('viewer')
  open(SetupPage, SetupSearch)
  await screen.findByRole('heading', { name: '接入车辆' }, patience)
  expect(screen.queryByRole('button', { name: /新/ })).toBeNull()
})
