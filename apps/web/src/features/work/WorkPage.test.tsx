// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { WorkPage } from './WorkPage.tsx'
import { WorkSearch } from './work-search.ts'

const { kit, open, beginAs, said } = screenTest(['work'])
const query = async (text: string, values: unknown[] = []) => (await kit.server.db.owner.query(text, values)).rows
const texts = async (name: string) => (await rowsOf(name)).map((row) => row.textContent)

/** A road, a vehicle, a sweeper and a shift around the clock of 一部. */
async function addParts(plateNumber = '川A12345', nth = '') {
  const [dept] = await query(`select dept_id as id from sys_dept where tenant_id = 1 and name = '一部'`)
  const shape = {
    kind: 'route',
    width: 20,
    line: [
      [104, 30],
      [104.01, 30],
    ],
  }
  const area = await kit.person.call('POST', '/admin/area', { name: `人民路${nth}`, deptId: dept.id, shape })
  const vehicle = await kit.person.call('POST', '/admin/vehicle', { plateNumber, deptId: dept.id, vehicleType: '1' })
  const shift = await kit.person.call('POST', '/admin/shift', {
    name: `全天${nth}`,
    start: '00:00',
    end: '24:00',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  })
  const [user] = await query(
    `insert into sys_user (tenant_id, dept_id, username, name, password) values (1, $1, $2, '王保洁', 'x') returning user_id as id`,
    [dept.id, plateNumber],
  )
  return { deptId: dept.id, userId: user.id, areaIds: [area.data.id], vehicleIds: [vehicle.data.id], shiftIds: [shift.data.id] }
}

test('a plan is entered, its task of today shows what was done, and the plan goes after a question', slow, async () => {
  const parts = await addParts()
  open(WorkPage, WorkSearch, { view: 'plans', open: 'new' })
  const form = await dialog('新增计划')
  await userEvent.type(await within(form).findByRole('textbox', { name: '计划名称' }, patience), '人民路早扫')
  await press('确定', form)
  await within(form).findByText('请选择班次', {}, patience)
  const choose = async (name: string, option: string) => {
    await userEvent.click(within(form).getByRole('combobox', { name }))
    const [one] = await screen.findAllByTitle(option, {}, patience)
    await userEvent.click(one!)
  }
  await choose('班组', '一部')
  await choose('班次', '全天 00:00–24:00')
  await choose('作业道路', '人民路 · 一部')
  await press('确定', form)
  await within(form).findByText('请选择车辆或人员', {}, patience)
  await choose('车辆', '川A12345')
  await choose('人员', '王保洁')
  await press('确定', form)
  await said('操作成功!')
  await vi.waitFor(
    async () => expect((await texts('作业计划'))[0]).toMatch(/人民路早扫清扫一部全天川A12345 · 王保洁人民路/),
    patience,
  )

  await userEvent.click(screen.getByTitle('当日任务'))
  await vi.waitFor(
    async () => expect((await texts('作业任务'))[0]).toMatch(/人民路早扫一部全天00:00–00:00.*进行中.*道路0%.*川A12345 王保洁/),
    patience,
  )
  await query(`update work_task set worked_metres = planned_metres / 2, first_time = start_time where vehicle_ids = $1`, [
    parts.vehicleIds,
  ])
  await press('详情')
  const drawer = await dialog('人民路早扫')
  expect(await within(drawer).findByText('川A12345', {}, patience)).toBeTruthy()
  expect(within(drawer).getByRole('link', { name: '王保洁' }).getAttribute('href')).toBe(
    `/asset/personnel/index?open=${parts.userId}`,
  )
  expect(drawer.textContent).toContain('作业速度：车辆 3–20 km/h，人员不超过 7 km/h')
  expect(within(drawer).getByRole('list', { name: '完成情况' }).textContent).toContain('人民路0.0 / 1.0 公里0%')
  await userEvent.click(within(drawer).getAllByRole('button', { name: '关闭' })[0]!)

  await userEvent.click(screen.getByTitle('地图'))
  await screen.findByText('1 个任务', {}, patience)
  const figures = screen.getByRole('region', { name: '当天合计' })
  await vi.waitFor(() => expect(figures.textContent).toMatch(/一部进行中 1道路(49|50)%/), patience)

  await userEvent.click(screen.getByTitle('作业计划'))
  await press('修改')
  await press('删除', await dialog('人民路早扫'))
  const question = await dialog('删除计划')
  expect(question.textContent).toContain('已开始的任务保留')
  await press('删除', question)
  await screen.findByText('还没有作业计划', {}, patience)
})

test('the stops of a plan are put into the order of the shortest way', slow, async () => {
  const { areaIds: _, userId: __, ...parts } = await addParts('川A12346', '二')
  const places = await Promise.all(
    [104.01, 104.03, 104.02].map((lng, i) =>
      kit.person.call('POST', '/admin/facility', { name: `公厕${i}`, deptId: parts.deptId, facilityType: '1', lng, lat: 30 }),
    ),
  )
  const facilityIds: number[] = places.map(({ data }) => data.id)
  const [first, last, middle] = facilityIds
  const plan = { name: '公厕巡查', jobType: 'whole', ...parts, facilityIds }
  const { data } = await kit.person.call('POST', '/admin/workPlan', plan)
  open(WorkPage, WorkSearch, { view: 'plans', open: String(data.id) })
  const form = await dialog('公厕巡查')
  await press('按最短路程排列', form)
  await press('确定', form)
  await said('操作成功!')
  const [{ facility_ids: stored }] = await query('select facility_ids from work_plan where id = $1', [data.id])
  expect([stored, stored.toReversed()]).toContainEqual([first, middle, last])
  await kit.person.call('DELETE', `/admin/workPlan/${data.id}`)
})

test('a road that is not there yet is drawn inside the plan', slow, async () => {
  const { userId: _, ...parts } = await addParts('川A12347', '三')
  const { data } = await kit.person.call('POST', '/admin/workPlan', { name: '新路', jobType: 'clean', ...parts })
  open(WorkPage, WorkSearch, { view: 'plans', open: String(data.id) })
  const form = await dialog('新路')
  await press('绘制新道路', form)
  const drawing = await dialog('新增道路')
  await userEvent.type(await within(drawing).findByRole('textbox', { name: '围栏名称' }, patience), '东大街')
  expect(within(drawing).queryByTitle('圆形')).toBeNull()
  await userEvent.click(within(drawing).getByRole('textbox', { name: /^坐标/ }))
  await userEvent.paste('104.01, 30\n104.02, 30')
  await press('确定', drawing)
  await within(form).findByTitle('东大街 · 一部', {}, patience)
  await press('确定', form)
  await vi.waitFor(async () => expect((await texts('作业计划'))[0]).toMatch(/人民路三 · 东大街/), patience)
  await kit.person.call('DELETE', `/admin/workPlan/${data.id}`)
})

test('who may not change plans looks at the tasks in scope', slow, async () => {
  const { rows } = await kit.server.db.owner.query(`select id from vehicle where plate_number = '川A12345'`)
  await beginAs('viewer')
  open(WorkPage, WorkSearch, { vehicleId: rows[0].id })
  await vi.waitFor(async () => expect(await texts('作业任务')).toHaveLength(1), patience)
  await userEvent.click(screen.getByTitle('作业计划'))
  await screen.findByText('还没有作业计划', {}, patience)
  expect(screen.queryByRole('button', { name: '新增计划' })).toBeNull()
})
