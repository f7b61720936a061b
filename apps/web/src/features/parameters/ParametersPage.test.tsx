// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { ParametersPage } from './ParametersPage.tsx'
import { ParametersSearch } from './parameter-search.ts'

const { open, beginAs, said } = screenTest(['parameters'])
const texts = async () => (await rowsOf('参数列表')).map((row) => row.textContent)
const rowOf = async (name: string) => (await rowsOf('参数列表')).find((row) => row.textContent?.includes(name))

test('a parameter of the product is changed within its bounds, and one of the organisation comes and goes', slow, async () => {
  open(ParametersPage, ParametersSearch)
  await screen.findByText('事件认领时长（分钟）', {}, patience)
  await userEvent.click(within((await rowOf('claim_minutes'))!).getByRole('button', { name: /修改/ }))
  const form = await dialog('事件认领时长（分钟）')
  expect(form.textContent).toContain('1 到 60 的整数，默认 5')
  expect(within(form).queryByRole('button', { name: '删除' })).toBeNull()
  const value = within(form).getByRole('spinbutton', { name: '参数值' })
  await userEvent.clear(value)
  await userEvent.type(value, '15')
  await press('确定', form)
  await said('操作成功!')
  await vi.waitFor(
    async () => expect((await rowOf('claim_minutes'))?.textContent).toMatch(/claim_minutes155数字 系统内置/),
    patience,
  )

  await press('新增参数')
  const added = await dialog('新增参数')
  await press('确定', added)
  await within(added).findByText('请输入参数名称', {}, patience)
  await userEvent.type(within(added).getByRole('textbox', { name: '参数名称' }), '值班电话')
  await userEvent.type(within(added).getByRole('textbox', { name: '参数键' }), 'duty.phone')
  await userEvent.type(within(added).getByRole('textbox', { name: '参数值' }), '028-12345')
  await press('确定', added)
  await vi.waitFor(async () => expect((await texts()).at(-1)).toMatch(/值班电话duty.phone028-12345/), patience)
  await userEvent.click(within((await rowOf('duty.phone'))!).getByRole('button', { name: /修改/ }))
  await press('删除', await dialog('值班电话'))
  await press('删除', await dialog('删除参数'))
  await vi.waitFor(async () => expect(await rowOf('duty.phone')).toBeUndefined(), patience)
})

test('who may not change parameters looks at them', slow, async () => {
  await beginAs('viewer')
  open(ParametersPage, ParametersSearch, { publicKey: 'claim' })
  await vi.waitFor(async () => expect(await texts()).toEqual([expect.stringContaining('claim_minutes')]), patience)
  expect(screen.queryByRole('button', { name: '新增参数' })).toBeNull()
  await press('详情')
  const drawer = await dialog('事件认领时长（分钟）')
  expect(within(drawer).queryByRole('button', { name: '确定' })).toBeNull()
})
