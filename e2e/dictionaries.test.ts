import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { lookAt } from './looks.ts'
import { people, signIn, signInAsNew, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
const path = '/system/dict/index'
let admin: Page
beforeAll(async () => {
  admin = await arrive('admin')
  await signInAsNew(admin, product.url)
})

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })
const choose = (page: Page, name: RegExp) => page.getByRole('navigation', { name: '字典' }).getByRole('button', { name }).click()

test('a leave type that an administrator adds is offered to somebody who is applying, without a reload', async () => {
  const inspector = await arrive('inspector')
  await signIn(inspector, product.url, 'inspector')
  await inspector.goto(`${product.url}/event/approval/index`)
  await inspector.getByRole('button', { name: '新增申请' }).click()
  const types = drawer(inspector, '新增申请').getByRole('combobox', { name: '请假类型' })
  await types.click()
  await inspector.locator('.ant-select-item-option', { hasText: '婚假' }).waitFor()

  const name = unique('护理假')
  await admin.goto(product.url + path)
  await lookAt(admin, 'dictionaries', { ready: admin.locator('.dictionaries tbody tr[data-row]').first() })
  await choose(admin, /^请假类型/)
  await admin.getByRole('button', { name: '新增字典项' }).click()
  const form = drawer(admin, '新增字典项')
  await form.getByLabel('名称', { exact: true }).fill(name)
  await form.getByLabel('数据值', { exact: true }).fill(String(100 + (Date.now() % 9000)))
  await lookAt(admin, 'form of an item')
  await form.getByRole('button', { name: '确定' }).click()
  await form.waitFor({ state: 'hidden' })
  await admin.getByRole('row', { name }).waitFor()

  await types.fill(name)
  await inspector.locator('.ant-select-item-option', { hasText: name }).waitFor()
})

test('the consoles have no message', () => expect(consoleMessages).toEqual([]))
