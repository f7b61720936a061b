import { addBoardToken } from '@huanwei/contract/boards/endpoints'
import type { Browser } from 'playwright-core'
import { logIn } from '../../../e2e/api.ts'
import { launchBrowser } from '../../../tools/chromium.ts'
import type { Bench } from '../../kit/bench.ts'
import { median, type Result, seconds } from '../../kit/table.ts'

/** Boards with a map and without one. */
const paths = ['/screen/board_huayin/index', '/order/signboard/index'] as const
const rounds = 5
/** A slow machine on a slow line. */
const slowDown = 4
const line = { offline: false, latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 }
const budget = 2500

/** Measures how long a wall waits with an empty cache until each panel of its board has its drawing, and until its map is open. */
export async function measureBoardPaint(bench: Bench): Promise<Result[]> {
  const product = await bench.startProduct({ FLEET_SIZE: '30' })
  const { call } = await logIn(product.url)
  const browser = await launchBrowser()
  bench.onEnd(() => browser.close())
  const results: Result[] = []
  for (const path of paths) {
    const { token } = await call(addBoardToken, { path })
    const paints: Paint[] = []
    for (let round = 0; round < rounds; round++) {
      bench.log(`${path}, ${round + 1} of ${rounds}`)
      paints.push(await open(browser, `${product.url}${path}?token=${token}`))
    }
    const filled = median(paints.map((one) => one.filled))
    results.push({
      label: `All panels of ${path} filled, ${slowDown} × slower processor, 9 Mbit/s, 60 ms (median of ${rounds})`,
      measured: seconds(filled),
      budget: `≤ ${seconds(budget)}`,
      met: filled <= budget,
    })
    const maps = paints.flatMap(({ map }) => (map === undefined ? [] : [map]))
    if (maps.length) results.push({ label: '… its map open', measured: seconds(median(maps)) })
  }
  return results
}

/** ms since the request of the page. */
type Paint = { filled: number; map: number | undefined }

async function open(browser: Browser, address: string): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await page.addInitScript(recordPaints)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', line)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    await page.goto(address, { waitUntil: 'commit' })
    const html = page.locator('html')
    const time = async (name: string) => Number(await html.getAttribute(name))
    await page.locator('html[data-filled]').waitFor({ state: 'attached' })
    const hasMap = (await page.locator('.board-map').count()) > 0
    if (hasMap) await page.locator('html[data-map]').waitFor({ state: 'attached' })
    return { filled: await time('data-filled'), map: hasMap ? await time('data-map') : undefined }
  } finally {
    await context.close()
  }
}

/** Runs in the page: records as attributes when all panels had their drawings and when the map had its own, in ms since the request of the page. */
function recordPaints() {
  const conditions = {
    filled: () => {
      const bodies = [...document.querySelectorAll('.board-body')]
      return bodies.length > 0 && bodies.every((one) => one.firstElementChild)
    },
    map: () => document.querySelector('.board-map canvas') !== null,
  }
  const record = (name: string) => document.documentElement.setAttribute(`data-${name}`, String(performance.now()))
  const check = () => {
    for (const [name, isDrawn] of Object.entries(conditions)) {
      if (document.documentElement.hasAttribute(`data-${name}`) || !isDrawn()) continue
      record(name)
      // Recorded again after the frame that draws it.
      requestAnimationFrame(() => setTimeout(() => record(name)))
    }
  }
  new MutationObserver(check).observe(document, { subtree: true, childList: true })
}
