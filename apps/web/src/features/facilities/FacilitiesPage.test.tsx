// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { FacilitiesPage } from './FacilitiesPage.tsx'
import { FacilitiesSearch } from './facility-search.ts'

const { kit, open, said } = screenTest(['facilities', 'assets', 'files', 'readings', 'terminals', 'map', 'shell'])

const texts = async () => (await rowsOf('设施列表')).map((row) => row.textContent)
async function add(name: string) {
  const { rows } = await kit.server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '一部'`)
  const fields = { name, deptId: rows[0].dept_id, facilityType: '1', lng: 104.07, lat: 30.66 }
  return (await kit.person.call('POST', '/admin/facility', fields)).data
}

test('a facility without a place is not registered: the form asks for it', slow, async () => {
  open(FacilitiesPage, FacilitiesSearch, { open: 'new' })
  const form = await dialog('新增设施')
  await userEvent.type(await within(form).findByRole('textbox', { name: '设施名称' }, patience), '甲路公厕')
  await press('确定', form)
  await within(form).findByText('请在地图上选择位置', {}, patience)
  // Cans have a screen of their own.
  await userEvent.click(within(form).getByRole('combobox', { name: '设施类型' }))
  await screen.findAllByTitle('公共厕所', {}, patience)
  expect(screen.queryByTitle('垃圾桶')).toBeNull()
})

test('a facility is renamed, keeps its place, leads to its alarms and sticker, and goes after a question', slow, async () => {
  const made = await add('乙路公厕')
  open(FacilitiesPage, FacilitiesSearch, { open: String(made.id) })
  const form = await dialog('乙路公厕')
  const ways = await within(form).findByRole('navigation', { name: '相关页面' }, patience)
  expect(within(ways).getAllByRole('link').at(1)?.getAttribute('href')).toBe(`/event/facility/index?objectId=${made.id}`)
  const sticker = within(form).getByRole('link', { name: '二维码贴纸' })
  expect(sticker.getAttribute('href')).toBe(`/event/public/sticker?objectId=${made.id}`)
  await userEvent.type(within(form).getByRole('textbox', { name: '地址' }), '乙路3号')
  await userEvent.type(within(form).getByRole('spinbutton', { name: '女厕位' }), '4')
  await userEvent.type(within(form).getByRole('textbox', { name: '管理员' }), '王五')
  await press('确定', form)
  await said('操作成功!')
  await vi.waitFor(async () => expect((await texts())[0]).toContain('乙路公厕公共厕所一部乙路3号未绑定传感器'), patience)
  expect((await kit.person.call('GET', `/admin/facility/${made.id}`)).data).toMatchObject({
    lng: 104.07,
    lat: 30.66,
    cubiclesWomen: 4,
    managerName: '王五',
  })

  await press('修改')
  await press('删除', await dialog('乙路公厕'))
  await press('删除', await dialog('删除设施'))
  await screen.findByText('还没有设施', {}, patience)
})

test('photos of a facility are put in order and taken away in its form', slow, async () => {
  const { png, uploaderTo } = await import('@huanwei/server/upload.test-kit')
  const upload = uploaderTo(kit.server, kit.person)
  const names: string[] = []
  for (let n = 0; n < 3; n++) names.push((await upload(png)).data.fileName)
  const { id, name, deptId, facilityType, lng, lat } = await add('丙路公厕')
  const photos = names.join()
  await kit.person.call('PUT', '/admin/facility', { id, name, deptId, facilityType, lng, lat, photos })
  open(FacilitiesPage, FacilitiesSearch, { open: String(id) })
  const form = await dialog('丙路公厕')
  const group = await within(form).findByRole('group', { name: '设施照片' }, patience)
  expect(within(group).queryByRole('button', { name: '图片 1 前移' })).toBeNull()
  await press('图片 3 前移', group)
  await press('移除 图片 1', group)
  await press('确定', form)
  await said('操作成功!')
  const [, second, third] = names
  expect((await kit.person.call('GET', `/admin/facility/${id}`)).data.photos).toBe(`${third},${second}`)
  await kit.person.call('DELETE', `/admin/facility/${id}`)
})

test('what the sensor of a toilet says is shown, cubicle by cubicle', slow, async () => {
  const { addFacility } = await import('@huanwei/server/test-kit')
  const { facilityId, deviceId } = await addFacility(kit.server.db)
  await kit.server.db.owner.query(
    `insert into reading_latest (tenant_id, device_id, metric, channel, time, value)
     values (1, $1, 'occupied', 1, now(), 1), (1, $1, 'occupied', 2, now(), 0), (1, $1, 'ammonia', 0, now(), 0.4)`,
    [deviceId],
  )
  open(FacilitiesPage, FacilitiesSearch, { open: String(facilityId) })
  const list = await screen.findByRole('list', { name: '最新读数' }, patience)
  const said = within(list)
    .getAllByRole('listitem')
    .map((one) => one.textContent)
  expect(said).toEqual([
    expect.stringMatching(/^氨气 0\.4 /),
    expect.stringMatching(/^厕位占用 1号 占用/),
    expect.stringMatching(/^厕位占用 2号 空闲/),
  ])
})

test('the filters by cubicles, kind, year and collections stand in the list, and their columns with them', slow, async () => {
  await kit.server.db.owner.query(
    `insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
     select 1, dept_id, '面馆', 'NOODLES', 'mg', 'restaurant', 104.07, 30.66 from sys_dept where tenant_id = 1 and name = '一部'`,
  )
  open(FacilitiesPage, FacilitiesSearch, { facilityType: 'restaurant', collected: 'false' })
  await vi.waitFor(async () => expect(await texts()).toEqual([expect.stringContaining('面馆')]), patience)
  expect((await texts())[0]).toContain('0 次 · 0 kg')
  for (const name of ['厕所类型', '运行情况', '厕位感应', '今日收运']) await screen.findByRole('combobox', { name }, patience)
  screen.getByRole('textbox', { name: '建成年份' })
})
