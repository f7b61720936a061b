import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { lookAt } from './looks.ts'
import { keepingPreferences, people, signInAsNew, turnTo } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let admin: Page

beforeAll(async () => {
  admin = await arrive('admin')
  await signInAsNew(admin, product.url)
  await admin.goto(product.url)
})

const drawer = () => admin.locator('.ant-drawer-open')
const rows = () => admin.locator('tbody tr[data-row]:visible')
async function closed() {
  await admin.keyboard.press('Escape')
  await drawer().waitFor({ state: 'hidden' })
}

test.each(['/rule/facility/index', '/system/param/index', '/system/tenant/index'])(
  '%s: its list, a record and the form of a new one fit an office screen and a phone',
  async (path) => {
    await turnTo(admin, path)
    await lookAt(admin, path, { ready: rows().first() })
    await rows().first().locator('[data-opens]').click()
    await drawer().waitFor()
    await lookAt(admin, `a record of ${path}`)
    await closed()
    await admin.locator('button:visible').filter({ hasText: '新增' }).first().click()
    await drawer().waitFor()
    await lookAt(admin, `a new record of ${path}`)
    await closed()
  },
)

test('the operator sees how the installation is, on an office screen and a phone', async () => {
  await turnTo(admin, '/system/platform/index')
  await admin.getByRole('region', { name: '数据库' }).getByText('PostgreSQL').waitFor()
  await admin.getByRole('region', { name: '终端数据' }).getByText('收到至显示').waitFor()
  await admin.getByRole('region', { name: '后台任务' }).getByText('升级紧急求助').first().waitFor()
  await lookAt(admin, 'the platform', { ready: admin.locator('.platform-block').last(), within: '.platform' })
})

test('menus and short messages fit an office screen and a phone', async () => {
  for (const [path, ready] of [
    ['/system/menu/index', '.menus-name'],
    ['/system/log/index?tab=texts', '.list-notice'],
  ] as const) {
    await turnTo(admin, path)
    await lookAt(admin, path, { ready: admin.locator(ready).filter({ visible: true }).first() })
  }
})

test('documents of people and cans that expire soon are found, and shown with the person', async () => {
  for (const path of ['/asset/bin/index', '/asset/personnel/index']) {
    await turnTo(admin, `${path}?documents=expiring`)
    await expect.poll(() => rows().count(), { message: path }).toBeLessThan(20)
    await rows().first().locator('[data-opens]').click()
    await drawer().getByText('即将到期').first().waitFor()
    await lookAt(admin, `documents of ${path}`)
    await closed()
  }
})

test('the links of the home page are chosen, lead there, and are kept for the next log-in', async () => {
  await turnTo(admin, '/wel/index')
  const links = admin.getByRole('navigation', { name: '常用功能' })
  const dialog = admin.getByRole('dialog', { name: '设置常用功能' })
  await lookAt(admin, 'home')
  await links.getByRole('button', { name: '设置常用功能' }).click()
  await dialog.waitFor()
  await lookAt(admin, 'choosing links')
  const field = dialog.getByRole('combobox')
  await field.focus()
  for (let left = await links.getByRole('link').count(); left > 0; left--) await admin.keyboard.press('Backspace')
  await field.fill('字典')
  await admin.locator('.ant-select-item-option:visible').first().click()
  await keepingPreferences(admin, () => dialog.getByRole('button', { name: '确定' }).click())
  await admin.reload()
  await expect.poll(() => links.getByRole('link').allTextContents()).toEqual(['字典管理'])
  await links.getByRole('link').click()
  await admin.waitForURL('**/system/dict/index')
  await turnTo(admin, '/wel/index')
  await links.getByRole('button', { name: '设置常用功能' }).click()
  await dialog.getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(() => links.getByRole('link').count()).toBe(8)
  expect(consoleMessages).toEqual([])
})
