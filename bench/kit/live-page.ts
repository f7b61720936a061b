import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { password } from './log-in.ts'
import { watchTasks } from './page-tasks.ts'

type Options = {
  /** Factor by which the processor is slowed down. */
  slowDown?: number
  prepare?: (context: BrowserContext, page: Page) => Promise<unknown>
}

/** Opens a page that is logged in and shows the home page; every later task of the page is recorded. */
export async function openHome(browser: Browser, url: string, { slowDown = 1, prepare }: Options = {}) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  const page = await context.newPage()
  await prepare?.(context, page)
  await logInOnPage(page, url)
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  return { context, page, watched: await watchTasks(browser, page) }
}

/** Logs somebody in on the login screen, the administrator by default, and waits for the home page. */
export async function logInOnPage(page: Page, url: string, username = 'admin', word = password) {
  await page.goto(`${url}/login`)
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(word)
  await page.locator('button[type=submit]').click()
  await page.locator('.home').waitFor()
}

/** Clicks at the pointer's position, or first moves it to an element: searching the page is work of the page, so it is kept apart. */
export async function press(page: Page, selector?: string) {
  if (selector) await pointAt(page, selector)
  await page.mouse.down()
  await page.mouse.up()
}

/** Moves the pointer to the first element that matches. */
export async function pointAt(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox()
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
}

/** Calls `work` with `amount` at even intervals, so that the amounts add up to `perSecond`. */
export async function atRate(perSecond: number, forMs: number, work: (amount: number) => void, amount = 500) {
  const calls = (perSecond / amount) * (forMs / 1000)
  const started = performance.now()
  for (let call = 0; call < calls; call++) {
    await sleep(Math.max(0, started + (call * amount * 1000) / perSecond - performance.now()))
    work(amount)
  }
}
