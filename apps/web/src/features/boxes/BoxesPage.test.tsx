// @vitest-environment jsdom
import { addFacility } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { BoxesPage } from './BoxesPage.tsx'
import { BoxesSearch } from './box-search.ts'

const { kit, open, said, beginAs } = screenTest(['boxes', 'readings'])
const texts = async () => (await rowsOf('盒子列表')).map((row) => row.textContent)

test(
  'a box is entered for a facility, calibrated, the calibration taken back with a reason, and the box removed',
  slow,
  async () => {
    await addFacility(kit.server.db)
    open(BoxesPage, BoxesSearch, { open: 'new' })
    const form = await dialog('新增盒子')
    const type = async (name: string, text: string) =>
      userEvent.type(await within(form).findByRole('textbox', { name }, patience), text)
    await type('盒子名称', '公厕盒子')
    await press('确定', form)
    await within(form).findByText('请输入盒子编号', {}, patience)
    await type('盒子编号', 'B-1')
    await userEvent.click(within(form).getByRole('combobox', { name: '所在设施' }))
    await userEvent.click(await screen.findByText('乙路公共厕所', {}, patience))
    await press('确定', form)
    await said('操作成功!')
    await vi.waitFor(async () => expect((await texts())[0]).toMatch(/B-1公厕盒子乙路公共厕所一部 (离线|未接传感器)—/), patience)

    await press('修改')
    await press('标定', await dialog('公厕盒子'))
    const drawer = await dialog('标定 · 公厕盒子')
    await within(drawer).findByText('没有标定，读数就是测量值', {}, patience)
    const factor = within(drawer).getByRole('spinbutton', { name: '系数' })
    await userEvent.clear(factor)
    await userEvent.type(factor, '1.25')
    await press('新增标定', drawer)
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: '新增标定' })).toBeNull(), patience)

    await press('修改')
    await press('标定', await dialog('公厕盒子'))
    const again = await dialog('标定 · 公厕盒子')
    const list = await within(again).findByRole('list', { name: '标定' }, patience)
    expect(list.textContent).toMatch(/氨气.*× 1.25 \+ 0 ppm.*admin 于/)
    await press('撤销标定', list)
    await userEvent.type(within(list).getByRole('textbox', { name: '撤销原因' }), '仪表有误')
    await press('撤销标定', list)
    await vi.waitFor(() => expect(list.textContent).toMatch(/admin 于 .* 撤销：仪表有误/), patience)
    await press('取消', again)

    await press('修改')
    await press('删除', await dialog('公厕盒子'))
    await press('删除', await dialog('删除盒子'))
    await screen.findByText('还没有盒子', {}, patience)
  },
)

test('who may not change boxes looks at them and at their calibrations', slow, async () => {
  const { facilityId } = await addFacility(kit.server.db, { name: '丙路公厕', terminalNo: '13900000005' })
  const { data } = await kit.person.call('POST', '/admin/box', { code: 'B-2', name: '二号盒子', facilityId })
  await kit.person.call('POST', '/admin/boxCalibration', { boxId: data.id, metric: 'fill', offset: -3, remark: '空桶显示 3%' })
  await beginAs('viewer')
  open(BoxesPage, BoxesSearch, { open: String(data.id), part: 'calibration' })
  const drawer = await dialog('标定 · 二号盒子')
  const list = await within(drawer).findByRole('list', { name: '标定' }, patience)
  expect(list.textContent).toMatch(/满溢度.*× 1 − 3 %.*空桶显示 3%/)
  expect(within(drawer).queryByRole('button', { name: /撤销|新增/ })).toBeNull()
})
