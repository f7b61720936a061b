import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../tools/chromium.ts'
import { type Bench, password } from './kit.ts'
import { count, type Line } from './lines.ts'

const tabs = 200
/** Rounds before the first measurement: code, texts and caches that stay are there then. */
const warmUp = 4
/** Machine code grows with what runs often, not with what is left behind: it is not made. */
const uncompiled = ['--js-flags=--no-opt --no-maglev --no-sparkplug']
/** Of the heap before. */
const mostShare = 1.1
/** What is opened in each round, all of it at once, and what is there when it is drawn; `#` is another thing each time. */
const pages = [
  { path: '/monitor/live/index', ready: '.page:not([style*=none]) .tree-row' },
  { path: '/event/illegal/index', ready: '.page:not([style*=none]) tbody tr[data-row]' },
  { path: '/event/illegal/index?status=processed&size=50&current=2', ready: '.page:not([style*=none]) tbody tr[data-row]' },
  { path: '/activti/detail/#', ready: '.page:not([style*=none]) .state' },
  { path: '/event/public/index', ready: '.page:not([style*=none]) .state' },
  { path: '/myiframe/urlPath?src=https%3A%2F%2Fexample.cn%2F#', ready: '.page:not([style*=none]) .state' },
]
/** The two addresses of the list are one tab. */
const tabsPerRound = pages.length - 1

/** What is left of tabs that were opened and closed. */
export async function measureTabs(bench: Bench): Promise<Line[]> {
  const product = await bench.product({})
  const browser = await launchBrowser({ more: uncompiled })
  bench.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  page.setDefaultTimeout(120_000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await page.goto(`${product.url}/login`)
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('.home').waitFor()

  for (let round = 0; round < warmUp; round++) await openAndClose(page, round)
  const before = await held(devtools)
  const rounds = tabs / tabsPerRound
  for (let round = 0; round < rounds; round++) {
    if (round % 10 === 0) bench.say(`${round * tabsPerRound} of ${tabs} tabs`)
    await openAndClose(page, warmUp + round)
  }
  const after = await held(devtools)

  const share = after.heap / before.heap
  const change = (from: number, to: number) => `${count(to)} (${count(from)} before)`
  return [
    {
      what: `JavaScript heap after ${tabs} tabs opened and closed, live map and lists among them, after garbage collection`,
      ratio: share,
      measured: `${(after.heap / 1e6).toFixed(1)} MB`,
      limit: `${(before.heap / 1e6).toFixed(1)} MB before`,
      budget: `≤ ${mostShare.toFixed(2)}`,
      met: share <= mostShare,
    },
    { what: '… elements and other nodes', measured: change(before.nodes, after.nodes) },
    { what: '… listeners', measured: change(before.listeners, after.listeners) },
  ]
}

/** Opens every page in a tab of its own and closes them, one by one or all at once. */
async function openAndClose(page: Page, round: number) {
  for (const { path, ready } of pages) {
    const address = path.replace('#', String(round))
    await go(page, address)
    await page.locator(`.tab-active a[href="${address}"]`).waitFor()
    await page.locator(ready).first().waitFor()
  }
  if (round % 2) {
    await page.locator('.tabs-more').click()
    await page.locator('.tabs .pop-menu [role=menuitem]').last().click()
  } else
    for (const close = page.locator('.tab-close'); await close.count(); ) {
      const left = await close.count()
      await close.last().click()
      await page.waitForFunction((most) => document.querySelectorAll('.tab-close').length < most, left)
    }
  await page.locator('.home').waitFor()
}

/** Goes on inside the page, as a link does. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/** Bytes of the heap, nodes and listeners that nothing frees. */
async function held(devtools: CDPSession) {
  // What ends late (answers, animations, maps that are looked after every 5 s) has ended then.
  await sleep(7000)
  for (let time = 0; time < 3; time++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { heap: usedSize, nodes: metric('Nodes'), listeners: metric('JSEventListeners') }
}
