import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { faults } from './looks.ts'
import { people, signIn, switchTo, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let admin: Page

beforeAll(async () => {
  admin = await arrive('admin')
  await signIn(admin, product.url)
  await admin.goto(product.url)
})

const drawer = (page = admin) => page.locator('.ant-drawer-open')
const row = (name: string) => admin.locator('tbody tr[data-row]:visible').filter({ hasText: name })
const confirm = () => drawer().getByRole('button', { name: '确定', exact: true }).click()
const gone = () => drawer().waitFor({ state: 'hidden' })

/** Looks at what is open in a wide window and on a phone, in Chinese and English. */
async function look(page: Page, what: string) {
  for (const [width, height] of [
    [1366, 768],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const language of ['en-US', 'zh-CN'] as const) {
      await switchTo(page, language)
      expect(await faults(page), `${what} at ${width} px in ${language}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1366, height: 768 })
}

test('a project is entered from the menu, and an inspection can name it', async () => {
  const name = unique('东片区')
  await admin.locator('#side-menu a[href="/project/index"]').click()
  await admin.getByRole('button', { name: '新增项目' }).click()
  await drawer().getByRole('textbox', { name: '项目名称' }).fill(name)
  await drawer().getByRole('combobox', { name: '实施部门' }).click()
  await admin.locator('.ant-select-tree-node-content-wrapper').first().click()
  await drawer().getByRole('textbox', { name: '项目名称' }).click()
  await look(admin, 'form of a project')
  await confirm()
  await gone()
  await row(name).filter({ hasText: '实施中' }).waitFor()
  await look(admin, 'list of projects')

  await admin.goto(`${product.url}/event/inspection/index?form=new`)
  await drawer().getByRole('combobox', { name: '项目' }).fill(name)
  await admin.locator('.ant-select-item-option').filter({ hasText: name }).click()
  expect(consoleMessages).toEqual([])
})
