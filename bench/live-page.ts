import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { password } from './kit.ts'
import { watchTasks } from './page-tasks.ts'

type Options = {
  /** So many times slower than this machine. */
  slower?: number
  prepare?: (context: BrowserContext, page: Page) => Promise<unknown>
}

/** A person who has logged in and read the home page; from now on every task of the page is watched. */
export async function arrive(browser: Browser, url: string, { slower = 1, prepare }: Options = {}) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  const page = await context.newPage()
  await prepare?.(context, page)
  await page.goto(`${url}/login`)
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('.home').waitFor()
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return { context, page, watched: await watchTasks(browser, page) }
}

/** Points at the first that there is, and presses it: looking for something in the page is work of the page, so nothing else does. */
export async function press(page: Page, selector?: string) {
  if (selector) await point(page, selector)
  await page.mouse.down()
  await page.mouse.up()
}

export async function point(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox()
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
}

/** Calls `turn` with `amount` so often that it comes to `perSecond`, evenly over the time. */
export async function steadily(perSecond: number, forMs: number, turn: (amount: number) => void, amount = 500) {
  const turns = (perSecond / amount) * (forMs / 1000)
  const began = performance.now()
  for (let done = 0; done < turns; done++) {
    await sleep(Math.max(0, began + (done * amount * 1000) / perSecond - performance.now()))
    turn(amount)
  }
}
