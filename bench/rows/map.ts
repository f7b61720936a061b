import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../tools/chromium.ts'
import type { Bench } from '../kit/bench.ts'
import { countFrames } from '../kit/frames.ts'
import { driverOf, startInProcessServer } from '../kit/in-process-server.ts'
import { atRate, openHome, press } from '../kit/live-page.ts'
import { longestTask } from '../kit/page-tasks.ts'
import { addVehicles } from '../kit/seed.ts'
import { count, type Result } from '../kit/table.ts'

const vehicles = 50_000
/** Updates of all vehicles: each reports every ten seconds. */
const reportsPerSecond = 5000
const movingMs = 10_000
const panningMs = 5000
/** Time after which the page has finished opening, or drawing 50 000 new vehicles. */
const settleMs = 10_000
/** Least frame rate of a panned map with all its markers, as a share of the rate of an empty map. */
const leastShare = 0.8

/** Measures the live map with 50 000 moving vehicles: the longest task of the page and the frame rate of panning. */
export async function measureMap(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('map')
  await addVehicles(db, vehicles, 500)
  const { app, latest } = await startInProcessServer(bench, url, db)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launchBrowser({ preferSystem: true })
  bench.onEnd(() => browser.close())
  const moveNext = driverOf(latest, vehicles)

  const { page, watched } = await openHome(browser, address)
  await press(page, 'a[href="/monitor/live/index"]')
  await page.locator('.live-map canvas').first().waitFor()
  await sleep(settleMs)
  bench.log('panning the empty map')
  const emptyRate = await panMap(page)
  bench.log(`${count(vehicles)} vehicles appear`)
  await watched.mark('appear')
  moveNext(vehicles)
  await sleep(settleMs)
  await expectDriving(page)
  bench.log('they move')
  await watched.mark('move')
  await atRate(reportsPerSecond, movingMs, moveNext)
  await watched.mark('moved')
  bench.log('panning among them')
  const [fullRate] = await Promise.all([panMap(page), atRate(reportsPerSecond, panningMs, moveNext)])
  const { between } = await watched.stop()
  const share = fullRate / emptyRate
  return [
    {
      label: `Map of ${count(vehicles)} vehicles, longest task (processor time): all appear at once`,
      ...longestTask(between('appear', 'move')),
    },
    {
      label: `… all move, ${count(reportsPerSecond)} reports a second for ${movingMs / 1000} s`,
      ...longestTask(between('move', 'moved')),
    },
    {
      label: '… panned meanwhile, frames a second against the empty map, both drawn without a graphics card',
      ratio: share,
      measured: `${fullRate.toFixed(1)} /s`,
      limit: `${emptyRate.toFixed(1)} /s empty`,
      budget: `≥ ${leastShare.toFixed(2)}`,
      met: share >= leastShare,
    },
  ]
}

/** Throws unless the screen counts all vehicles as driving. */
async function expectDriving(page: Page) {
  const button = page.getByRole('region', { name: '状态统计' }).getByRole('button', { name: '行驶' })
  const text = await button.textContent()
  if (!text?.replace(/\D/g, '').includes(String(vehicles))) throw new Error(`the screen shows ${text}`)
}

/** Drags the map to and fro; resolves to the frames per second meanwhile. */
async function panMap(page: Page) {
  const box = await page.locator('.live-map canvas').first().boundingBox()
  if (!box) throw new Error('there is no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const frameRate = page.evaluate(countFrames, panningMs)
  const until = performance.now() + panningMs
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 0; performance.now() < until; step++) {
    await page.mouse.move(x + 150 * Math.sin(step / 20), y + 80 * Math.cos(step / 20))
    await sleep(10)
  }
  await page.mouse.up()
  return frameRate
}
