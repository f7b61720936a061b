// @vitest-environment jsdom

import { newPassword } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, enter, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { TenantsPage } from './TenantsPage.tsx'
import { TenantsSearch } from './tenant-search.ts'

const { open, said } = screenTest(['tenants'])
const texts = async () => (await rowsOf('租户列表')).map((row) => row.textContent)

test('a tenant is added with its administrator, frozen, and deleted once its name is typed', slow, async () => {
  open(TenantsPage, TenantsSearch, { open: 'new' })
  const form = await dialog('新增租户')
  const field = (name: string | RegExp) => within(form).findByLabelText(name, {}, patience)
  await enter(await field('租户名称'), '丙公司')
  await enter(await field('租户代码'), 'three')
  await userEvent.type(await field('访问域名'), 'three.example{Enter}')
  await enter(await field('管理员密码'), newPassword)
  await press('确定', form)
  await said('操作成功!')
  await vi.waitFor(async () => expect((await texts()).at(-1)).toMatch(/丙公司 正常three\.example环卫系统长期10修改/), patience)

  await press('修改', (await rowsOf('租户列表')).at(-1))
  const drawer = await dialog('丙公司')
  expect((await within(drawer).findByRole('button', { name: '删除租户' }, patience)).hasAttribute('disabled')).toBe(true)
  await userEvent.click(within(drawer).getByRole('combobox', { name: '状态' }))
  await userEvent.click(await screen.findByTitle('已冻结', {}, patience))
  await press('确定', drawer)
  await vi.waitFor(async () => expect((await texts()).at(-1)).toMatch(/已冻结/), patience)

  await press('修改', (await rowsOf('租户列表')).at(-1))
  await press('删除租户', await dialog('丙公司'))
  const question = await dialog('永久删除租户')
  await enter(await within(question).findByRole('textbox', { name: '租户名称' }, patience), '乙公司')
  await press('删除租户', question)
  await within(question).findByText('与租户名称不一致', {}, patience)
  await userEvent.clear(within(question).getByRole('textbox', { name: '租户名称' }))
  await enter(within(question).getByRole('textbox', { name: '租户名称' }), '丙公司')
  await press('删除租户', question)
  await vi.waitFor(async () => expect((await texts()).at(-1)).toMatch(/丙公司.*删除中/), patience)
})
