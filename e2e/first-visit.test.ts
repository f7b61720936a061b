import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { logInOnScreen, people } from './person.ts'
import { sharedProduct } from './prepared.ts'

const product = sharedProduct()
const { arrive, consoleMessages } = people({ savesData: false })
afterAll(() => expect(consoleMessages).toEqual([]))

/** Menu of the user, after which the pages of the menu are fetched ahead, and how long after, ms; see SideMenu.tsx. */
const menuCall = /\/admin\/menu(\?|$)/
const aheadMs = 1500

const isScript = /\/assets\/[^/]+\.js$/
const nameOf = (url: string) => new URL(url).pathname.replace(/^\/assets\/|-[\w-]{8}\.js$/g, '')

/** Names of the scripts that the page asks for from now on. */
function listenForScripts(page: Page) {
  const names = new Set<string>()
  page.on('request', (request) => isScript.test(request.url()) && names.add(nameOf(request.url())))
  return names
}

/** Scripts of the login screen, without those that it fetches when it has nothing else to do or at the first sign of a person. */
async function scriptsOfLogin(path: string) {
  const page = await arrive(`at ${path}`)
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
    // Browsers report a resting pointer as moved when what lies under it changes.
    window.addEventListener('pointermove', (event) => event.stopImmediatePropagation(), true)
  })
  const names = listenForScripts(page)
  await page.goto(product.url + path)
  await page.locator('.login-submit').waitFor()
  await page.waitForLoadState('networkidle')
  return [...names].sort()
}

test('without a session / and the home page send no other scripts than the login screen', async () => {
  const scripts = await scriptsOfLogin('/login-new')
  expect(scripts).toContain('first')
  expect(scripts).not.toContain('frame')
  for (const path of ['/', '/wel/index']) expect(await scriptsOfLogin(path), path).toEqual(scripts)
})

test('the login screen at rest fetches the frame, but no code of lists', async () => {
  const page = await arrive('at rest')
  const names = listenForScripts(page)
  await page.goto(product.url)
  await expect.poll(() => [...names]).toContain('ExportsButton')
  await page.waitForLoadState('networkidle')
  expect([...names]).toContain('frame')
  expect([...names]).not.toContain('list')
})

test('from the log-in to the home page nothing breaks the content security policy', async () => {
  const page = await arrive('guarded')
  await page.addInitScript(() => {
    const broken: string[] = []
    Object.assign(window, { broken })
    document.addEventListener('securitypolicyviolation', (event) =>
      broken.push(`${event.violatedDirective}: ${event.blockedURI}`),
    )
  })
  await logInOnScreen(page, product.url)
  expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toEqual([])
})

test('the code of lists comes after the home page', async () => {
  const page = await arrive('on the home page')
  await logInOnScreen(page, product.url)
  const timesOf = (pattern: RegExp) =>
    page.evaluate(
      (source) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => new RegExp(source).test(name))
          .map((entry) => ({ start: entry.startTime, end: entry.startTime + entry.duration })),
      pattern.source,
    )
  await expect.poll(async () => (await timesOf(/\/assets\/list-[\w-]{8}\.js$/)).length).toBe(1)
  const [[menu], [list]] = await Promise.all([timesOf(menuCall), timesOf(/\/assets\/list-[\w-]{8}\.js$/)])
  expect(list?.start).toBeGreaterThan((menu?.end ?? Number.POSITIVE_INFINITY) + aheadMs - 100)
})

test('before its scripts are there, a page shows the outline of the screen that comes; nothing moves when it is', async () => {
  const page = await arrive('on a slow line')
  let held = Promise.withResolvers<void>()
  await page.route(isScript, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.addInitScript(() => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shift += Number(entry.value)
      document.documentElement.dataset.shift = String(shift)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const boxOf = (selector: string) => page.locator(selector).first().boundingBox()
  /** Opens the product and holds its scripts back until `held` is resolved. */
  const openSlowly = async () => {
    held = Promise.withResolvers<void>()
    await page.goto(product.url, { waitUntil: 'commit' })
    await page.locator('.first').waitFor()
  }

  await openSlowly()
  // The outline is there before its style sheet is.
  const background = () => page.locator('.first .login-side').evaluate((side) => getComputedStyle(side).backgroundImage)
  await expect.poll(background).toMatch(/rgb/)
  const outline = { side: await boxOf('.first .login-side'), button: await boxOf('.first-button') }
  held.resolve()
  await page.locator('.login-submit').waitFor()
  expect(await page.locator('.first').count()).toBe(0)
  expect(outline.side).toEqual(await boxOf('.login-side'))
  const button = await boxOf('.login-submit')
  // Fonts differ by less than a pixel of height.
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs((outline.button?.[side] ?? 0) - (button?.[side] ?? 0)), side).toBeLessThan(1.5)
  await sleep(200)
  expect(Number(await page.locator('html').getAttribute('data-shift'))).toBeLessThan(0.05)

  await logInOnScreen(page, product.url)
  await openSlowly()
  const frame = [await boxOf('.first-header'), await boxOf('.first-side'), await boxOf('.first-tabs')]
  held.resolve()
  await page.locator('.home').waitFor()
  expect(frame).toEqual([await boxOf('.header'), await boxOf('.side'), await boxOf('.tabs')])
})
