import type { Page } from 'playwright-core'
import { launchBrowser } from '../../tools/chromium.ts'
import type { Bench } from '../kit/bench.ts'
import { logInOnPage } from '../kit/live-page.ts'
import { interpreterFlags, measurePageMemory, memoryOf } from '../kit/page-memory.ts'
import { count, type Result } from '../kit/table.ts'

const tabs = 200
/** Rounds before the first measurement, which load code, texts and caches that stay in memory. */
const warmUpRounds = 4
/** Limit of the heap as a multiple of the heap before. */
const mostGrowth = 1.1
/** Pages opened in each round, all at the same time, with a selector that exists once they are drawn; `#` is replaced by the round. */
const pages = [
  { path: '/monitor/live/index', ready: '.page:not([style*=none]) .tree-row' },
  { path: '/event/illegal/index', ready: '.page:not([style*=none]) tbody tr[data-row]' },
  { path: '/event/illegal/index?status=processed&size=50&current=2', ready: '.page:not([style*=none]) tbody tr[data-row]' },
  { path: '/activti/detail/#', ready: '.page:not([style*=none]) .state' },
  { path: '/event/public/index', ready: '.page:not([style*=none]) tbody tr[data-row]' },
  { path: '/myiframe/urlPath?src=https%3A%2F%2Fexample.cn%2F#', ready: '.page:not([style*=none]) .state' },
]
/** The two addresses of the list are one tab. */
const tabsPerRound = pages.length - 1

/** Measures the memory that remains after tabs were opened and closed. */
export async function measureTabs(bench: Bench): Promise<Result[]> {
  const product = await bench.startProduct({})
  const browser = await launchBrowser({ more: interpreterFlags })
  bench.onEnd(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  page.setDefaultTimeout(120_000)
  const devtools = await memoryOf(page)
  await logInOnPage(page, product.url)

  for (let round = 0; round < warmUpRounds; round++) await openAndClose(page, round)
  const before = await measurePageMemory(devtools)
  const rounds = tabs / tabsPerRound
  for (let round = 0; round < rounds; round++) {
    if (round % 10 === 0) bench.log(`${round * tabsPerRound} of ${tabs} tabs`)
    await openAndClose(page, warmUpRounds + round)
  }
  const after = await measurePageMemory(devtools)

  const share = after.heap / before.heap
  const change = (from: number, to: number) => `${count(to)} (${count(from)} before)`
  return [
    {
      label: `JavaScript heap after ${tabs} tabs opened and closed, live map and lists among them, after garbage collection`,
      ratio: share,
      measured: `${(after.heap / 1e6).toFixed(1)} MB`,
      limit: `${(before.heap / 1e6).toFixed(1)} MB before`,
      budget: `≤ ${mostGrowth.toFixed(2)}`,
      met: share <= mostGrowth,
    },
    { label: '… elements and other nodes', measured: change(before.nodes, after.nodes) },
    { label: '… listeners', measured: change(before.listeners, after.listeners) },
  ]
}

/** Opens every page in its own tab and closes them, one by one or all at once. */
async function openAndClose(page: Page, round: number) {
  for (const { path, ready } of pages) {
    const address = path.replace('#', String(round))
    await navigate(page, address)
    await page.locator(`.tab-active a[href="${address}"]`).waitFor()
    await page.locator(ready).first().waitFor()
  }
  if (round % 2) {
    await page.locator('.tabs-more').click()
    await page.locator('.tabs .pop-menu [role=menuitem]').last().click()
  } else
    for (const close = page.locator('.tab-close'); await close.count(); ) {
      const openTabs = await close.count()
      await close.last().click()
      await page.waitForFunction((before) => document.querySelectorAll('.tab-close').length < before, openTabs)
    }
  await page.locator('.home').waitFor()
}

/** Navigates inside the page, as a link does. */
const navigate = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
