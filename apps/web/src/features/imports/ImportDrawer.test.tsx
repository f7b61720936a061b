// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { dialog, patience, press, screenTest, slow } from '../../test/screen.tsx'
import { VehiclesPage } from '../vehicles/VehiclesPage.tsx'
import { VehiclesSearch } from '../vehicles/vehicle-search.ts'
import { xlsxOf } from './xlsx.test-kit.ts'

const { kit, open, beginAs } = screenTest(['imports', 'vehicles', 'assets', 'terminals', 'dictionaries'])

test(
  'vehicles come from an Excel file: problems by row and column, all or the right ones, known ones changed',
  slow,
  async () => {
    open(VehiclesPage, VehiclesSearch, { open: 'import' })
    const drawer = await dialog('导入车辆')
    const titles = ['车牌号 *', '部门 *', '车辆类型 *', '驾驶员']
    const choose = async (...rows: string[][]) => {
      const input = await within(drawer).findByLabelText('选择文件 (Excel、CSV)', { selector: 'input' }, patience)
      await userEvent.upload(input, xlsxOf([titles, ...rows]))
      await within(drawer).findByText(`users.xlsx：${rows.length} 行`, {}, patience)
      await press('检查', drawer)
    }
    await choose(['川K00001', '一部', '洗扫车', '张三'], ['川K00002', '一部', '飞机', ''])
    await within(drawer).findByText('1 行可新增，0 行可修改，1 行有问题', {}, patience)
    const problem = within(await within(drawer).findByRole('table', { name: '有问题的行' })).getAllByRole('row')[1]
    expect(problem?.textContent).toBe('3车辆类型没有“飞机”这个选项')
    await within(drawer).findByRole('button', { name: '下载有问题的 1 行' })
    await userEvent.click(within(drawer).getByRole('radio', { name: '全部没有问题才导入' }))
    expect(within(drawer).getByRole('button', { name: '导入 0 行' })).toHaveProperty('disabled', true)
    await userEvent.click(within(drawer).getByRole('radio', { name: '只导入没有问题的行' }))
    await press('导入 1 行', drawer)
    await within(drawer).findByText('已新增 1 行，已修改 0 行，1 行未导入', {}, patience)
    expect((await kit.person.call('GET', '/admin/vehicle/page?plateNumber=K0000')).data.records).toMatchObject([
      { plateNumber: '川K00001', driverName: '张三' },
    ])
  },
)

test('who may not add vehicles is not offered an import', slow, async () => {
  await beginAs('viewer')
  open(VehiclesPage, VehiclesSearch, { open: 'import' })
  await screen.findByText('川K00001', { exact: false }, patience)
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
