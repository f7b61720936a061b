import { listViolationPushes } from '@huanwei/contract/messages/endpoints'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { barriers, sticksOut, untranslated } from './looks.ts'
import { type Language, logInOnScreen, people, signIn, switchTo } from './person.ts'
import { startPrepared } from './prepared.ts'
import { type Product, unexplained } from './product.ts'

const { arrive, consoleMessages } = people()
let product: Product
beforeAll(async () => {
  product = await startPrepared()
})
afterAll(() => product?.remove())

const languages: { language: Language; login: string; queue: string }[] = [
  { language: 'zh-CN', login: '登录', queue: '车辆违章' },
  { language: 'zh-TW', login: '登入', queue: '車輛違章' },
  { language: 'en-US', login: 'Log in', queue: 'Vehicle violations' },
]

/** Screens behind the login with a selector that is present when they are ready. */
const screens = [
  { path: '/wel/index', ready: '.figure strong' },
  { path: '/monitor/live/index', ready: '.tree-row' },
  { path: '/event/illegal/index', ready: 'tbody tr[data-row="0"]' },
]

/** Navigates without reloading, as a link does, so that open pages stay open. */
async function go(page: Page, path: string, ready: string) {
  await page
    .locator(`.tabs a[href^="${path}"], #side-menu a[href="${path}"]`)
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await page.locator(ready).first().waitFor()
}
const looksRight = async (page: Page) => [...(await sticksOut(page)), ...(await untranslated(page))]

/** Asserts that `look` finds nothing at either size. */
async function atBothSizes(page: Page, where: string, look: (page: Page) => Promise<string[]>) {
  for (const [width, height] of [
    [360, 740],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    // What follows the width by script does so with the next frame.
    await expect.poll(() => look(page), { message: `${where} at ${width} px` }).toEqual([])
  }
}

test('every screen fits an office screen and a phone, in three languages, without an accessibility fault', async () => {
  const page = await arrive('visitor')
  await page.goto(product.url)
  await page.locator('.login-submit').waitFor()
  for (const { language, login } of languages) {
    await switchTo(page, language)
    await page.getByRole('button', { name: login, exact: true }).waitFor()
    await atBothSizes(page, `login in ${language}`, looksRight)
  }
  await atBothSizes(page, 'login', barriers)
  await switchTo(page, 'zh-CN')
  // The language is stored per person: each test changes it for another account.
  await logInOnScreen(page, product.url, 'dispatcher')

  for (const { path, ready } of screens) {
    await go(page, path, ready)
    await atBothSizes(page, path, barriers)
  }
  for (const { language } of languages) {
    await switchTo(page, language)
    for (const { path, ready } of screens) {
      await go(page, path, ready)
      await atBothSizes(page, `${path} in ${language}`, looksRight)
    }
  }
  await page.locator('tbody tr[data-row="0"] [data-opens]').click()
  await page.locator('.drawer-facts').waitFor()
  await atBothSizes(page, 'details', looksRight)
  await atBothSizes(page, 'details', barriers)
  await page.context().close()
})

test('the language changes at once, without a reload, and is stored', async () => {
  const page = await arrive('reader')
  await signIn(page, product.url, 'inspector')
  await page.goto(product.url)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  for (const { language, queue } of languages.toReversed()) {
    await switchTo(page, language)
    await page.locator('#side-menu').getByText(queue).waitFor()
    expect(await page.evaluate(() => [document.documentElement.lang, 'isSamePage' in window])).toEqual([language, true])
  }
  await switchTo(page, 'en-US')
  await page.reload()
  await page.locator('#side-menu').getByText('Vehicle violations').waitFor()
})

test('a link restores the list: filters, page and open drawer; through the log-in too', async () => {
  const { call, userId } = await logIn(product.url)
  const handled = { msgType: '1', pushObjectId: userId, status: 2, size: 50 } as const
  const { records } = await call(listViolationPushes, { ...handled, current: 2 })
  const wanted = records[7]
  const days = 'from=2020-01-01&to=2030-12-31'
  const link = `${product.url}/event/illegal/index?status=processed&${days}&current=2&size=50&open=${wanted?.id}`
  const page = await arrive('guest')
  await page.goto(link)
  await page.locator('[name=username]').fill('admin')
  await page.locator('[name=password]').fill('123456')
  await page.keyboard.press('Enter')
  for (let visit = 1; visit <= 2; visit++) {
    await page
      .locator('.drawer-facts')
      .getByText(wanted?.objectName ?? '')
      .waitFor()
    expect(await page.locator('tbody tr[aria-current=true]').textContent()).toContain(wanted?.createTime)
    expect(await page.locator('.list-page[aria-current=page]').textContent()).toBe('2')
    expect(await page.locator('.ant-segmented-item-selected').first().textContent()).toBe('已处理')
    const dates = page.locator('.ant-picker-input input')
    await expect
      .poll(() => dates.evaluateAll((inputs) => inputs.map((one) => (one instanceof HTMLInputElement ? one.value : ''))))
      .toEqual(['2020-01-01', '2030-12-31'])
    await page.reload()
  }
})

test('logging out asks first and leaves nothing behind', async () => {
  const page = await arrive('leaver')
  await logInOnScreen(page, product.url)
  const leave = async () => {
    await page.locator('.user-button').click()
    await page.getByRole('menuitem', { name: '退出系统' }).click()
  }
  const question = page.getByRole('dialog').filter({ hasText: '是否退出系统, 是否继续?' })
  await leave()
  await question.getByRole('button', { name: '取消' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/wel/index')
  await leave()
  await question.getByRole('button', { name: '确定' }).click()
  await page.locator('.login-submit').waitFor()
  expect(
    await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }).filter((key) => key.includes('token'))),
  ).toEqual([])
  await page.goto(`${product.url}/event/illegal/index`)
  await page.locator('.login-submit').waitFor()
})

test('without a mouse: log in, open the queue, open a violation and handle it', async () => {
  const page = await arrive('typist')
  await page.goto(product.url)
  await page.locator('.login-submit').waitFor()
  /** Presses a key until an element that matches the selector has the focus. */
  async function walkTo(selector: string, key = 'Tab') {
    for (let pressed = 0; pressed < 60; pressed++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
      await page.keyboard.press(key)
    }
    throw new Error(`${key} does not lead to ${selector}`)
  }
  await walkTo('[name=username]')
  await page.keyboard.type('admin')
  await walkTo('[name=password]')
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
  await page.locator('#side-menu a[href="/event/illegal/index"]').waitFor()
  await walkTo('#side-menu a[href="/event/illegal/index"]')
  await page.keyboard.press('Enter')
  await page.locator('tbody tr[data-row="1"]').waitFor()
  await walkTo('tbody tr[data-row="0"]')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('.drawer-facts').waitFor()
  await walkTo('.drawer-form input[type=radio]')
  await page.keyboard.press('Space')
  const { call, userId } = await logIn(product.url)
  const handled = async () => (await call(listViolationPushes, { msgType: '1', pushObjectId: userId, status: 2 })).total
  const before = await handled()
  await page.keyboard.press('Control+Enter')
  await page.getByText('操作成功!').waitFor()
  expect(await handled()).toBe(before + 1)
})

test('neither the consoles nor the product have an unexpected message', () => {
  expect(consoleMessages).toEqual([])
  expect(unexplained(product.output())).toEqual([])
})
