import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../../tools/chromium.ts'
import type { Bench } from '../kit/bench.ts'
import { password } from '../kit/log-in.ts'
import { kilobytes, median, type Result, seconds } from '../kit/table.ts'

const rounds = 5
/** A slow machine on a slow line. */
const slowDown = 4
const line = { offline: false, latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 }
/** Reading time before the next click, and time between two keys, ms. */
const readingMs = 3000
const keyMs = 120
const budgets = {
  picture: 500,
  login: 1300,
  home: 800,
  homeAtOnce: 1000,
  table: 900,
  loginBytes: 150_000,
  homeBytes: 350_000,
  shift: 0.05,
}

/** `/login` and a person who types their name and password, or `/` and a password manager that fills both in at once. */
const ways = {
  typed: { path: '/login', isFilled: false },
  filled: { path: '/', isFilled: true },
}
type Way = (typeof ways)[keyof typeof ways]

/** Measures the JavaScript that a browser fetches and the times that a person waits, from the login screen to the first list. */
export async function measureBrowser(bench: Bench): Promise<Result[]> {
  const product = await bench.startProduct({})
  const browser = await launchBrowser()
  bench.onEnd(() => browser.close())
  bench.log('counting the scripts')
  const counted = await visit(browser, product.url, ways.typed, false)
  const countedFromRoot = await visit(browser, product.url, ways.filled, false)
  const typed: Visit[] = []
  const filled: Visit[] = []
  for (let round = 0; round < rounds; round++) {
    bench.log(`slow machine, slow line, ${round + 1} of ${rounds}`)
    typed.push(await visit(browser, product.url, ways.typed, true))
    filled.push(await visit(browser, product.url, ways.filled, true))
  }
  const most = [...typed, ...filled].reduce((a, b) => (b.shift > a.shift ? b : a))
  bench.log(`most shifted: ${most.shifted}`)
  const waitResult = (label: string, times: number[], budget: number): Result => {
    const typical = median(times)
    return { label, measured: seconds(typical), budget: `≤ ${seconds(budget)}`, met: typical <= budget }
  }
  const sizeResult = (label: string, bytes: number, budget: number): Result => ({
    label,
    measured: kilobytes(bytes),
    budget: `≤ ${kilobytes(budget)}`,
    met: bytes <= budget,
  })
  const loginTimes = (visits: Visit[]) => visits.map(({ login }) => login)
  const homeTimes = (visits: Visit[]) => visits.map(({ home }) => home)
  return [
    sizeResult('JavaScript sent for the login screen (brotli, with headers)', counted.loginBytes, budgets.loginBytes),
    sizeResult('… when `/` is opened without a session', countedFromRoot.loginBytes, budgets.loginBytes),
    sizeResult('JavaScript sent for login and home together', counted.homeBytes, budgets.homeBytes),
    { label: '… with all pages of the menu, fetched ahead while it is read', measured: kilobytes(counted.aheadBytes) },
    waitResult(
      `First picture from \`/\`, ${slowDown} × slower processor, 9 Mbit/s, 60 ms (median of ${rounds})`,
      filled.map(({ picture }) => picture),
      budgets.picture,
    ),
    waitResult('… login screen usable', loginTimes(typed), budgets.login),
    waitResult('… login screen usable from `/`', loginTimes(filled), budgets.login),
    waitResult('… log-in click to home with its figures', homeTimes(typed), budgets.home),
    waitResult(
      '… log-in click to home, both fields filled in and clicked the moment they are there',
      homeTimes(filled),
      budgets.homeAtOnce,
    ),
    waitResult(
      '… menu click to a table with its rows',
      typed.map(({ table }) => table),
      budgets.table,
    ),
    {
      label: '… layout shift from the first picture to the table, the most in a visit',
      measured: most.shift.toFixed(3),
      budget: `≤ ${budgets.shift}`,
      met: most.shift <= budgets.shift,
    },
  ]
}

/** Times in ms, bytes of JavaScript asked for by then, and the Cumulative Layout Shift (without shifts just after an input). */
type Visit = {
  picture: number
  login: number
  home: number
  table: number
  loginBytes: number
  homeBytes: number
  aheadBytes: number
  shift: number
  /** What shifted, for the log. */
  shifted: string
}

/** Visits with an empty cache: comes to the login screen, logs in, reads, opens a list. */
async function visit(browser: Browser, url: string, { path, isFilled }: Way, isSlow: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const received = await countScripts(devtools)
    await page.addInitScript(recordTimes)
    if (isSlow) {
      await devtools.send('Network.emulateNetworkConditions', line)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    }
    await page.goto(url + path, { waitUntil: 'commit' })
    await (isFilled ? fillIn(page) : type(page))
    const login = await recordedTime(page, 'login')
    const homeAt = await recordedTime(page, 'home')
    const home = homeAt - (await recordedTime(page, 'click'))
    await sleep(readingMs)
    const aheadBytes = received()
    await page.evaluate(() => document.documentElement.removeAttribute('data-click'))
    await page.locator('a[href="/event/illegal/index"]').first().click()
    const table = (await recordedTime(page, 'table')) - (await recordedTime(page, 'click'))
    const shift = Number(await page.locator('html').getAttribute('data-shift'))
    const shifted = await page.locator('html').getAttribute('data-shifted')
    return {
      picture: await recordedTime(page, 'picture'),
      login,
      home,
      table,
      loginBytes: received(login),
      homeBytes: received(homeAt),
      aheadBytes,
      shift,
      shifted: shifted ?? '',
    }
  } finally {
    await context.close()
  }
}

/** Types name and password once the screen rests, and clicks. */
async function type(page: Page) {
  await recordedTime(page, 'login')
  await page.waitForLoadState('networkidle')
  await page.locator('input[name=username]').pressSequentially('admin', { delay: keyMs })
  await page.locator('input[name=password]').pressSequentially(password, { delay: keyMs })
  await page.locator('button[type=submit]').click()
}

/** Fills name and password in and clicks as soon as the fields are there. */
async function fillIn(page: Page) {
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

/** Runs in the page: records as attributes when things were first drawn and when the last click was, in ms since the request of the page. */
function recordTimes() {
  const conditions = {
    login: () => document.querySelector('input[name=username]'),
    home: () => document.querySelector('.home .card') && !document.querySelector('.home .card[aria-busy=true]'),
    table: () => document.querySelector('tbody tr[data-row]'),
  }
  const record = (name: string, value: number) => document.documentElement.setAttribute(`data-${name}`, String(value))
  const check = () => {
    for (const [name, isDrawn] of Object.entries(conditions)) {
      if (!isDrawn() || document.documentElement.hasAttribute(`data-${name}`)) continue
      record(name, performance.now())
      // Recorded again after the frame that draws it.
      requestAnimationFrame(() => setTimeout(() => record(name, performance.now())))
    }
  }
  new MutationObserver(check).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-busy'],
  })
  let shift = 0
  const shifted: string[] = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('value' in entry && 'hadRecentInput' in entry && 'sources' in entry) || entry.hadRecentInput) continue
      shift += Number(entry.value)
      const nodes = Array.isArray(entry.sources) ? entry.sources.map(({ node }) => node?.className || node?.nodeName) : []
      shifted.push(
        `${Number(entry.value).toFixed(3)} at ${Math.round(entry.startTime)} ms on ${location.pathname}: ${nodes.join(', ')}`,
      )
    }
    record('shift', shift)
    document.documentElement.setAttribute('data-shifted', shifted.join('; '))
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') record('picture', startTime)
  }).observe({ type: 'paint', buffered: true })
  addEventListener('click', ({ timeStamp }) => record('click', timeStamp), true)
}

/** Waits until the page has recorded a time; resolves to it, ms. */
async function recordedTime(page: Page, name: string): Promise<number> {
  await page.waitForFunction((attribute) => document.documentElement.hasAttribute(`data-${attribute}`), name, {
    timeout: 60_000,
    polling: 50,
  })
  // The time of the frame that draws it is recorded a little later.
  await sleep(200)
  return Number(await page.locator('html').getAttribute(`data-${name}`))
}

/** Counts the bytes of JavaScript that were transferred; returns a function for the sum of those asked for up to `ms` after the page. */
async function countScripts(devtools: CDPSession) {
  const scripts = new Set<string>()
  const askedAt = new Map<string, number>()
  const sizes: { ms: number; bytes: number }[] = []
  let pageAt: number | undefined
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp }) => {
    pageAt ??= timestamp
    askedAt.set(requestId, (timestamp - pageAt) * 1000)
  })
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) sizes.push({ ms: askedAt.get(requestId) ?? 0, bytes: encodedDataLength })
  })
  await devtools.send('Network.enable')
  return (ms = Number.POSITIVE_INFINITY) => sizes.reduce((sum, size) => sum + (size.ms <= ms ? size.bytes : 0), 0)
}
