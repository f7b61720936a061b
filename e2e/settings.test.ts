import { presetColours, themeNames } from '@huanwei/contract/preferences/codes'
import { listVehicles } from '@huanwei/contract/vehicles/endpoints'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn, newAccount } from './api.ts'
import { collectData, foreignTexts, textsOn } from './foreign.ts'
import { barriers, colourRules, faults, sticksOut, untranslated } from './looks.ts'
import { follow, inHeader, keepingPreferences, logInOnScreen, people, pressInHeader, signIn, switchTo, turnTo } from './person.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

let product: Product
const { arrive, consoleMessages } = people()

beforeAll(async () => {
  product = await startPrepared({ FLEET_SIZE: '20' })
})
afterAll(() => product?.remove())

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const variable = (page: Page, name: string) =>
  page.evaluate((wanted) => getComputedStyle(document.documentElement).getPropertyValue(wanted).trim(), name)
/** The content of a stored entry. */
const stored = (page: Page, name: string) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(`huanwei-${key}`) ?? 'null')?.content, name)

/** Records the background of every frame of this page, from the first on. */
const watchGrounds = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenGrounds: seen })
    const look = () => {
      if (document.body) seen.push(getComputedStyle(document.body).backgroundColor)
      if (seen.length < 60) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
const seenGrounds = (page: Page) => page.evaluate(() => [...new Set(Object(window).seenGrounds as string[])])

/** Navigates without reloading; resolves when the page shows something. */
async function go(page: Page, address: string) {
  await follow(page, address)
  await page.waitForFunction(() => {
    const content = [...document.querySelectorAll<HTMLElement>('main > *')].find((one) => one.checkVisibility())
    return (
      content !== undefined && content.textContent.length > 10 && !content.querySelector('.bone, .list-skeleton, .ant-skeleton')
    )
  })
}

async function openSettings(page: Page) {
  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: '界面设置' }).click()
  await page.getByRole('dialog', { name: '界面设置' }).waitFor()
}
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** The result of `read` once it no longer changes. */
async function settled<T>(read: () => Promise<T>) {
  for (let before = await read(); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    const now = await read()
    if (now === before) return now
    before = now
  }
}

const labels = {
  default: '浅色·青（默认）',
  'theme-white': '浅色·白',
  'theme-star': '深色（夜班）',
  'theme-iview': '浅色·藏青',
  'theme-d2': '浅色·灰蓝',
  'theme-hey': '浅色·简洁',
} as const

const pages = [
  ['/wel/index', '.home'],
  ['/monitor/live/index', '.tree-row'],
  ['/event/illegal/index', 'tr[data-row]'],
] as const

describe('spec 1, section 9 and spec 2, section 2.5: themes and colour', () => {
  let page: Page
  /** A light page of the same browser, to be loaded anew: that costs less than the screens. */
  let reloaded: Page
  /** Login page of a browser without a previous log-in. */
  let outside: Page
  beforeAll(async () => {
    page = await arrive('themes')
    outside = await arrive('outside')
    await signIn(page, product.url)
    await page.goto(product.url)
    reloaded = await page.context().newPage()
    await watchGrounds(reloaded)
    await reloaded.goto(`${product.url}/privacy`)
    await outside.goto(`${product.url}/login`)
  })

  /** Asserts that the theme is applied and its colours are accessible. */
  async function isReadable(of: Page, name: string) {
    expect(await of.evaluate(() => document.body.className)).toBe(name)
    expect(await barriers(of, colourRules), of.url()).toEqual([])
    // The themes differ in colour, not in size: the dark one is checked for all.
    if (name !== 'theme-star') return
    await of.setViewportSize({ width: 360, height: 740 })
    // What follows the width by script does so with the next frame.
    await expect.poll(() => sticksOut(of), { message: of.url() }).toEqual([])
    await of.setViewportSize({ width: 1366, height: 768 })
  }

  // The default comes last, because it is already chosen at the start.
  test('the theme of the device is followed, also when it changes', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await pressInHeader(page, '主题')
    await page.getByRole('radio', { name: '跟随系统' }).check()
    await page.keyboard.press('Escape')
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    await expect.poll(theme).toBe('theme-star')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(theme).toBe('default')
    expect(await stored(page, 'themeName')).toBe('system')
  })

  test.each([...themeNames.slice(1), 'default'] as const)(
    'the theme %s is applied, stored, present at the first paint after a reload, and accessible',
    async (name) => {
      await go(page, '/wel/index')
      await pressInHeader(page, '主题')
      await page.getByRole('radio', { name: labels[name], exact: true }).check()
      await closeDialog(page)
      await expect
        .poll(() => page.evaluate(() => [document.body.className, document.documentElement.dataset.theme]))
        .toEqual([name, name])
      await expect.poll(() => stored(page, 'themeName')).toBe(name)
      const chosen = await settled(() => ground(page))
      await reloaded.reload()
      await reloaded.getByRole('heading').first().waitFor()
      // A busy browser may show its first frame late; a frame with another background would stay in the list.
      await expect.poll(() => seenGrounds(reloaded)).toEqual([chosen])
      expect(
        await reloaded.evaluate(() => [document.body.className, getComputedStyle(document.documentElement).colorScheme]),
      ).toEqual([name, name === 'theme-star' ? 'dark' : 'light'])

      for (const [path, ready] of pages) {
        await go(page, path)
        await page.locator(ready).filter({ visible: true }).first().waitFor()
        await isReadable(page, name)
      }
      await outside.evaluate((content) => {
        localStorage.setItem('huanwei-themeName', JSON.stringify({ dataType: 'string', content, datetime: 0 }))
      }, name)
      await outside.reload()
      await outside.locator('.login-submit').waitFor()
      await isReadable(outside, name)
    },
  )

  test('the colour: seven presets and a custom one, kept over a reload', async () => {
    await go(page, '/wel/index')
    await pressInHeader(page, '主题色')
    const dialog = page.getByRole('dialog', { name: '主题色' })
    await dialog.waitFor()
    const radios = dialog.getByRole('radio')
    expect(await radios.count()).toBe(1 + presetColours.length)
    for (const colour of presetColours) {
      await dialog.locator(`input[value="${colour}"]`).check()
      expect(await variable(page, '--brand')).toBe(colour)
    }
    await dialog.getByLabel('自选颜色').fill('#7a4fd0')
    expect(await stored(page, 'theme')).toBe('#7a4fd0')
    await page.reload()
    await page.locator('.home').waitFor()
    expect(await variable(page, '--brand')).toBe('#7a4fd0')
  })
})

test('the switches tag, theme, theme colour, full screen, collapse, lock and top menu take effect and are stored as true or false', async () => {
  const page = await arrive('switches')
  await signIn(page, product.url, 'dispatcher')
  await page.goto(product.url)
  const parts = [
    ['标签', 'showTag', page.locator('nav.tabs')],
    ['主题', 'showTheme', inHeader(page, '主题')],
    ['主题色', 'showColor', inHeader(page, '主题色')],
    ['全屏', 'showFullScreen', inHeader(page, '全屏')],
    ['缩放', 'showCollapse', page.getByRole('button', { name: '收起菜单', exact: true })],
    ['顶部菜单', 'showMenu', page.locator('nav.top-menu')],
    ['锁屏', 'showLock', inHeader(page, '锁屏')],
  ] as const
  await openSettings(page)
  for (const [label, name, part] of parts) {
    const control = page.getByRole('switch', { name: label, exact: true })
    // The top menu is off at first.
    await control.check()
    await control.uncheck()
    await expect.poll(() => stored(page, name)).toBe('false')
    await expect.poll(() => part.count(), { message: `${label} hides` }).toBe(0)
    await control.check()
    await expect.poll(() => stored(page, name)).toBe('true')
    await part.waitFor({ state: 'attached' })
  }
  await closeDialog(page)
})

test('a person’s settings apply in another browser, the language too', async () => {
  const { username, password } = await newAccount(product.url)
  const [first, second] = [await arrive('here'), await arrive('there')]
  await logInOnScreen(first, product.url, username, password)
  await pressInHeader(first, '主题')
  await first.getByRole('radio', { name: labels['theme-star'] }).check()
  await closeDialog(first)
  await keepingPreferences(first, () => switchTo(first, 'en-US'))
  await expect.poll(() => first.title()).toMatch(/^Home——/)

  await logInOnScreen(second, product.url, username, password)
  await expect.poll(() => second.evaluate(() => document.documentElement.dataset.theme)).toBe('theme-star')
  await expect.poll(() => second.title()).toMatch(/^Home——/)
})

test('spec 1, section 1: a language is switched without a reload: menu, tabs, table, dates, server’s words, title', async () => {
  const page = await arrive('languages')
  await signIn(page, product.url)
  await page.goto(`${product.url}/event/illegal/index`)
  await page.locator('tr[data-row]').first().waitFor()
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  for (const [language, menu, head, title] of [
    ['en-US', 'Vehicle violations', 'Object', /^Vehicle violations——/],
    ['zh-TW', '車輛違章', '監控對象', /^車輛違章——/],
    ['zh-CN', '车辆违章', '监控对象', /^车辆违章——/],
  ] as const) {
    await switchTo(page, language)
    await page.locator('.side').getByText(menu, { exact: true }).waitFor()
    await page.locator('nav.tabs').getByText(menu, { exact: true }).waitFor()
    await page.getByRole('columnheader', { name: head }).waitFor()
    await expect.poll(() => page.title()).toMatch(title)
    expect(await page.evaluate(() => [document.documentElement.lang, Object(window).isSame])).toEqual([language, true])
    const refusal = await page.evaluate(async () => {
      const reply = await fetch('/admin/dict/type/x', { headers: { accept: 'application/json' } })
      return (await reply.json()).msg
    })
    expect(refusal).toBe({ 'en-US': 'Please log in', 'zh-TW': '請先登入', 'zh-CN': '请先登录' }[language])
  }
})

describe('spec 1, section 1: every page speaks the language', () => {
  test.each(['en-US', 'zh-TW'] as const)('%s', async (language) => {
    const page = await arrive(`walk in ${language}`, { language })
    const data = await collectData(page)
    await logInOnScreen(page, product.url)
    const texts = new Set<string>()
    const look = async (where: string) => {
      await page.waitForLoadState('networkidle')
      for (const text of await textsOn(page)) texts.add(text)
      expect(await untranslated(page), where).toEqual([])
    }
    await page.locator('a.side-face').first().waitFor()
    const addresses = await page
      .locator('a.side-face')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of new Set([...addresses, '/info/index', '/404'])) {
      await go(page, address)
      await look(address)
    }
    await go(page, '/event/illegal/index')
    await page.locator('tr[data-row] .list-link:visible').first().click()
    await page.locator('.drawer-facts:visible').first().waitFor()
    await look('a drawer')
    expect(foreignTexts(texts, language, await data())).toEqual([])
  })
})

test('objects are pinned beside the live map in an order, and stay so for the account', async () => {
  const page = await arrive('pins')
  await page.setViewportSize({ width: 1920, height: 1080 })
  const { username, password } = await newAccount(product.url, 'dispatcher')
  const { call } = await logIn(product.url, username, password)
  const [first, second] = (await call(listVehicles, { size: 2 })).records
  if (!first || !second) throw new Error('the dispatcher sees no two vehicles')
  await signIn(page, product.url, username, password)
  const pins = page.getByRole('region', { name: /固定的卡片|Pinned cards/ })
  const names = () => pins.locator('.live-pin-name').allTextContents()
  await page.goto(product.url)
  for (const { id, plateNumber } of [first, second]) {
    await turnTo(page, `/monitor/live/index?tab=vehicle&selected=1-${id}`)
    const pin = page.locator('.live-card').filter({ hasText: plateNumber }).getByRole('button', { name: '固定' })
    await keepingPreferences(page, () => pin.click())
  }
  expect(await names()).toEqual([first.plateNumber, second.plateNumber])
  await pins.getByRole('button', { name: `${first.plateNumber} 后移` }).focus()
  await keepingPreferences(page, () => page.keyboard.press('ArrowDown'))
  expect(await names()).toEqual([second.plateNumber, first.plateNumber])
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(`${first.plateNumber} 后移`)

  await page.goto(`${product.url}/monitor/live/index`)
  await expect.poll(names).toEqual([second.plateNumber, first.plateNumber])
  for (const [width, language] of [
    [1920, 'zh-CN'],
    [1366, 'en-US'],
    [2560, 'en-US'],
    [1366, 'zh-CN'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await switchTo(page, language)
    await expect.poll(() => faults(page, '.live-pins'), { message: `pins at ${width} px in ${language}` }).toEqual([])
  }
  await pins.getByRole('button', { name: second.plateNumber, exact: true }).click()
  await page.waitForURL(`**/monitor/live/index?*selected=1-${second.id}*`)
  await page.locator('.live-card').filter({ hasText: second.plateNumber }).waitFor()
  await pins.getByRole('button', { name: `取消固定 ${second.plateNumber}` }).click()
  await expect.poll(names).toEqual([first.plateNumber])
})

test('the consoles have no unexpected message', () => {
  // The browser itself logs the refusals that the test provoked.
  expect(consoleMessages.filter((one) => !/^languages: .*status of 401/.test(one))).toEqual([])
})
