import { expect, test } from 'vitest'
import { lookAt } from './looks.ts'
import { people, signInAsNew, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()

test('a report of a year is made, opened, and leads to the list that it counts', async () => {
  const admin = await arrive('admin')
  await signInAsNew(admin, product.url)
  await admin.goto(product.url)
  const name = unique('年度违章')
  await admin.locator('#side-menu a[href="/report/index"]').click()
  await lookAt(admin, 'reports')
  await admin.getByRole('button', { name: '生成报表' }).click()
  const form = admin.locator('.ant-drawer-open')
  const year = new Date().getFullYear()
  await form.getByRole('button', { name: '今年' }).click()
  await expect.poll(() => form.getByRole('textbox', { name: '开始日期' }).inputValue()).toBe(`${year}-01-01`)
  await expect.poll(() => form.getByRole('textbox', { name: '结束日期' }).inputValue()).toBe(`${year}-12-31`)
  for (const [field, day] of [
    ['开始日期', `${year - 1}-12-31`],
    ['结束日期', `${year}-12-31`],
  ] as const) {
    await form.getByRole('textbox', { name: field }).fill(day)
    await form.getByRole('textbox', { name: field }).press('Enter')
  }
  await form.getByRole('textbox', { name: '名称' }).fill(name)
  await lookAt(admin, 'form of a report')
  await form.getByRole('button', { name: '生成报表' }).click()
  await admin.getByRole('heading', { name: new RegExp(`${name}.*已完成`) }).waitFor()
  await admin.locator('.report-table tbody tr').first().waitFor()
  await lookAt(admin, 'a report')
  await admin.locator('.report-table tbody .list-link').first().click()
  await admin.locator('.report-cell tbody tr').first().waitFor()
  await lookAt(admin, 'the list of a figure')
  expect(consoleMessages).toEqual([])
})

test('a schedule of a report is entered, and runs', async () => {
  const admin = await arrive('admin')
  await signInAsNew(admin, product.url)
  await admin.goto(`${product.url}/report/index?view=schedules`)
  const form = admin.locator('.ant-drawer-open')
  const name = unique('每日里程')
  await admin.getByRole('button', { name: '新增定时计划' }).click()
  await form.getByRole('textbox', { name: '名称' }).fill(name)
  await lookAt(admin, 'form of a schedule')
  await form.getByRole('button', { name: '确定' }).click()
  await form.waitFor({ state: 'hidden' })
  await admin.locator('tbody tr[data-row]').filter({ hasText: name }).filter({ hasText: '启用中' }).waitFor()
  await lookAt(admin, 'schedules')
  expect(consoleMessages).toEqual([])
})
