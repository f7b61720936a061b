/** Takes the screenshots of docs/pictures from the started product with demo data. Run: node tools/ensure-installed.mjs tools/pictures.ts */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { startProduct } from '../e2e/product.ts'
import { root } from './build-web.ts'
import { launchBrowser } from './chromium.ts'
import { step } from './steps.ts'

/** Vehicles of the simulated fleet. */
const fleetSize = '334'
/** Time before the first screenshot, ms: long enough for trails of a few reports. */
const warmUpMs = 90_000

const file = (name: string) => join(root, 'docs/pictures', `${name}.jpeg`)

async function logIn(browser: Browser, url: string, width: number, height: number) {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('[name=username]').fill('admin')
  await page.locator('[name=password]').fill('123456')
  await page.locator('.login-submit').click()
  await page.locator('.home').waitFor()
  return page
}

/** Waits until the map is drawn, then takes the screenshot. */
async function take(page: Page, name: string) {
  await page.locator('.map-loading').waitFor({ state: 'hidden' })
  await sleep(4000)
  await page.screenshot({ path: file(name), type: 'jpeg', quality: 88 })
}

/** The live screen with a moving vehicle selected. */
async function live(page: Page, url: string) {
  await page.goto(`${url}/monitor/live/index?status=moving`)
  await page.getByRole('button', { name: '全部展开' }).click()
  await page.locator('.tree-row:not([aria-expanded])').nth(2).click()
  await page.locator('.live-card .live-facts').waitFor()
  await page.locator('.live-figure').first().click()
  await page.getByRole('button', { name: '缩小' }).click()
  await take(page, 'live')
}

/** The queue with a violation open and a verdict chosen, not sent. */
async function queue(page: Page, url: string) {
  await page.goto(`${url}/event/illegal/index`)
  await page.locator('tbody tr').filter({ hasText: '车辆超速' }).first().locator('[data-opens]').click()
  await page.getByRole('radio', { name: '误报' }).click()
  await take(page, 'queue')
}

const browser = await launchBrowser({ preferSystem: true })
const product = await step('product', () => startProduct({ FLEET_SIZE: fleetSize }))
try {
  await step('vehicles drive', () => sleep(warmUpMs))
  const desk = await logIn(browser, product.url, 1366, 768)
  await step('live', () => live(desk, product.url))
  await step('queue', () => queue(desk, product.url))
  const phone = await logIn(browser, product.url, 390, 844)
  await step('phone', async () => {
    await phone.goto(`${product.url}/monitor/live/index`)
    await phone.locator('.live-figure').first().waitFor()
    await take(phone, 'phone')
  })
} finally {
  await browser.close()
  await product.remove()
}
