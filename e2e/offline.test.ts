import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { faults } from './looks.ts'
import { people, signIn } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive } = people()
let page: Page
afterEach(() => page.context().setOffline(false))
beforeAll(async () => {
  page = await arrive('admin')
  await signIn(page, sharedProduct().url)
})

const menu = (path: string) => page.locator(`#side-menu a[href="${path}"]`)
const rows = () => page.locator('.list-table tr[data-row]').filter({ visible: true })
const banner = () => page.locator('.connection-banner')

test('without a network every page says so, nothing is called an update, and all of it comes by itself when the network is back', async () => {
  // A second try has fetched nothing of the first.
  await page.goto(`${sharedProduct().url}/wel/index`)
  await menu('/event/illegal/index').click()
  await rows().first().waitFor()
  await page.context().setOffline(true)
  await banner().getByText('网络已断开，恢复后自动更新。').waitFor()
  await expect.poll(() => faults(page)).toEqual([])

  // Rows from before stay, and are called so.
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await page.getByText('刷新失败：网络已断开，请恢复后重试。下面是之前的数据。').waitFor()
  await page.getByRole('button', { name: '刷新车辆违章' }).click()
  await page.waitForURL('**/blank/index?path=*')
  await page.waitForURL(/\/event\/illegal\/index/)
  await rows().first().waitFor()

  // A list whose rows were never there does not wait for ever, nor does a drawer.
  await page.getByText('已处理', { exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('alert').getByText('网络恢复后自动重试。').waitFor()
  await page.getByText('待处理', { exact: true }).filter({ visible: true }).first().click()
  await rows().first().press('Enter')
  const drawer = page.locator('.drawer-frame')
  await drawer.getByText('详情没有加载成功').waitFor()
  await drawer.getByRole('button', { name: '关闭' }).first().click()
  await drawer.waitFor({ state: 'detached' })

  // Code that cannot be fetched.
  await menu('/system/user/index').click()
  await page.getByRole('heading', { name: '网络已断开' }).waitFor()
  expect(await page.getByText('系统已更新').count()).toBe(0)

  await page.context().setOffline(false)
  await rows().first().waitFor()
  await banner().waitFor({ state: 'detached', timeout: 60_000 })
  expect(await page.getByText('系统已更新').count()).toBe(0)
})
