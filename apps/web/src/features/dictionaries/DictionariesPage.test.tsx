// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { DictionariesPage } from './DictionariesPage.tsx'
import { DictionariesSearch } from './dictionary-search.ts'

const { open, said } = screenTest(['dictionaries'])

const rows = async (name: string) => (await rowsOf(`${name}的字典项`)).map((row) => row.textContent ?? '')
const nav = () => screen.findByRole('navigation', { name: '字典' }, patience)
const choose = async (name: RegExp) => userEvent.click(await within(await nav()).findByRole('button', { name }, patience))
const type = async (area: HTMLElement, name: string, text: string) => {
  const field = await within(area).findByRole('textbox', { name }, patience)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

test('an item is added, found, switched off and removed', slow, async () => {
  open(DictionariesPage, DictionariesSearch)
  await expect.poll(() => rows('车辆类型'), patience).toHaveLength(10)
  await press('新增字典项')
  const form = await dialog('新增字典项')
  await type(form, '名称', '扫雪车')
  await type(form, '英文名称', 'Snow plough')
  await type(form, '数据值', '1')
  await press('确定', form)
  expect((await within(form).findByText('本字典中已有此数据值', {}, patience)).closest('.ant-form-item')?.textContent).toContain(
    '数据值',
  )
  await type(form, '数据值', '21')
  await press('确定', form)
  await said('操作成功!')

  await userEvent.type(await screen.findByRole('textbox', { name: '名称或数据值' }, patience), '扫雪{Enter}')
  await expect.poll(() => rows('车辆类型'), patience).toEqual([expect.stringContaining('扫雪车')])
  const state = await screen.findByRole('switch', { name: '启用 扫雪车' }, patience)
  await userEvent.click(state)
  await expect
    .poll(() => screen.getByRole('switch', { name: '启用 扫雪车' }).getAttribute('aria-checked'), patience)
    .toBe('false')
  await press('修改')
  await press('删除', await dialog('扫雪车'))
  await screen.findByText('字典项“扫雪车”将被删除，不能恢复。', {}, patience)
  await userEvent.click((await screen.findAllByRole('button', { name: '删除' })).at(-1)!)
  await screen.findByText('没有匹配的字典项', {}, patience)
})

test('dictionaries of the system are to look at; what rules depend on keeps its name', slow, async () => {
  open(DictionariesPage, DictionariesSearch)
  await choose(/^日志类型/)
  await expect.poll(() => rows('日志类型'), patience).toHaveLength(2)
  expect(screen.queryByRole('button', { name: '新增字典项' })).toBeNull()
  expect(screen.getByRole('switch', { name: '启用 正常' })).toHaveProperty('disabled', true)

  await choose(/^车辆用途/)
  await expect.poll(() => rows('车辆用途'), patience).toHaveLength(5)
  await userEvent.click(await screen.findByText('吸污', {}, patience))
  const form = await dialog('吸污')
  await within(form).findByText(/^系统规则依赖此项/, {}, patience)
  expect(within(form).getByRole('textbox', { name: '名称' })).toHaveProperty('disabled', true)
  expect(within(form).queryByRole('button', { name: '删除' })).toBeNull()
})

test('a dictionary of the own is made and shown; the arrows move among dictionaries', slow, async () => {
  open(DictionariesPage, DictionariesSearch)
  await press('新增字典')
  const form = await dialog('新增字典')
  await type(form, '字典名称', '道路等级')
  await type(form, '字典标识', 'road_grade')
  await press('确定', form)
  await screen.findByText('还没有字典项', {}, patience)
  const [first, second] = within(await nav())
    .getAllByRole('button')
    .filter((one) => one.closest('li'))
  first!.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
})
