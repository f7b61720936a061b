import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../tools/chromium.ts'
import { type Bench, password } from './kit.ts'
import { kilobytes, type Line, median, seconds } from './lines.ts'

const rounds = 5
/** A modest machine behind a modest line. */
const slowDown = 4
const line = { offline: false, latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 }
/** How long a person reads before the next click, and what passes between two keys, ms. */
const readingMs = 3000
const keyMs = 120
const budgets = { login: 1300, home: 800, table: 900, loginBytes: 150_000, homeBytes: 350_000, shift: 0.05 }

/** What a browser fetches and how long a person waits, from the login screen to the first list. */
export async function measureBrowser(bench: Bench): Promise<Line[]> {
  const product = await bench.product({})
  const browser = await launchBrowser()
  bench.after(() => browser.close())
  bench.say('counting what is fetched')
  const bytes = await visit(browser, product.url, false)
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round++) {
    bench.say(`slow machine, slow line, ${round + 1} of ${rounds}`)
    visits.push(await visit(browser, product.url, true))
  }
  const shift = Math.max(...visits.map((one) => one.shift))
  const wait = (what: string, of: (visit: Visit) => number, budget: number): Line => {
    const typical = median(visits.map(of))
    const met = typical <= budget
    return { what, measured: seconds(typical), budget: `≤ ${seconds(budget)}`, met }
  }
  const size = (what: string, sent: number, budget: number): Line => ({
    what,
    measured: kilobytes(sent),
    budget: `≤ ${kilobytes(budget)}`,
    met: sent <= budget,
  })
  return [
    size('JavaScript sent for the login screen (brotli, with headers)', bytes.loginBytes, budgets.loginBytes),
    size('JavaScript sent for login and home together', bytes.homeBytes, budgets.homeBytes),
    { what: '… with all pages of the menu, fetched ahead while it is read', measured: kilobytes(bytes.aheadBytes) },
    wait(
      `Login screen usable, ${slowDown} × slower processor, 9 Mbit/s, 60 ms (median of ${rounds})`,
      (one) => one.login,
      budgets.login,
    ),
    wait('… log-in click to home with its figures', (one) => one.home, budgets.home),
    wait('… menu click to a table with its rows', (one) => one.table, budgets.table),
    {
      what: '… layout shift from the login screen to the table, the most in a visit',
      measured: shift.toFixed(3),
      budget: `≤ ${budgets.shift}`,
      met: shift <= budgets.shift,
    },
  ]
}

/** Milliseconds waited; bytes of JavaScript received by then; what moved without a click or key before it, as Cumulative Layout Shift counts. */
type Visit = {
  login: number
  home: number
  table: number
  loginBytes: number
  homeBytes: number
  aheadBytes: number
  shift: number
}

/** One person on a browser that has never been here: opens, types, logs in, reads, opens a list. */
async function visit(browser: Browser, url: string, isSlow: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const received = await countScripts(devtools)
    await page.addInitScript(watch)
    if (isSlow) {
      await devtools.send('Network.emulateNetworkConditions', line)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    }
    await page.goto(`${url}/login`)
    const login = await seen(page, 'login')
    await page.waitForLoadState('networkidle')
    const loginBytes = received()
    await page.locator('input[name=username]').pressSequentially('admin', { delay: keyMs })
    await page.locator('input[name=password]').pressSequentially(password, { delay: keyMs })
    await page.locator('button[type=submit]').click()
    const home = (await seen(page, 'home')) - (await seen(page, 'click'))
    const homeBytes = received()
    await sleep(readingMs)
    const aheadBytes = received()
    await page.evaluate(() => document.documentElement.removeAttribute('data-click'))
    await page.locator('a[href="/event/illegal/index"]').first().click()
    const table = (await seen(page, 'table')) - (await seen(page, 'click'))
    const shift = Number(await page.locator('html').getAttribute('data-shift'))
    return { login, home, table, loginBytes, homeBytes, aheadBytes, shift }
  } finally {
    await context.close()
  }
}

/** In the page: notes when something was first drawn, and the last click, as attributes, in ms since the page was asked for. */
function watch() {
  const things = {
    login: () => document.querySelector('input[name=username]'),
    home: () => document.querySelector('.home .card') && !document.querySelector('.home .card[aria-busy=true]'),
    table: () => document.querySelector('tbody tr[data-row]'),
  }
  const note = (name: string, at: number) => document.documentElement.setAttribute(`data-${name}`, String(at))
  const look = () => {
    for (const [name, isThere] of Object.entries(things)) {
      if (!isThere() || document.documentElement.hasAttribute(`data-${name}`)) continue
      note(name, performance.now())
      // After the frame that draws it.
      requestAnimationFrame(() => setTimeout(() => note(name, performance.now())))
    }
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-busy'],
  })
  let shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) shift += Number(entry.value)
    note('shift', shift)
  }).observe({ type: 'layout-shift', buffered: true })
  addEventListener('click', ({ timeStamp }) => note('click', timeStamp), true)
}

async function seen(page: Page, name: string): Promise<number> {
  await page.waitForFunction((wanted) => document.documentElement.hasAttribute(`data-${wanted}`), name, {
    timeout: 60_000,
    polling: 50,
  })
  // The frame that draws it is noted a moment later.
  await sleep(200)
  return Number(await page.locator('html').getAttribute(`data-${name}`))
}

/** Counts bytes of JavaScript as they came over the line. */
async function countScripts(devtools: CDPSession) {
  const scripts = new Set<string>()
  let bytes = 0
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  return () => bytes
}
