import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../tools/chromium.ts'
import { report, startFleetServer } from './fleet-server.ts'
import type { Bench } from './kit.ts'
import { count, type Line } from './lines.ts'
import { arrive, press, steadily } from './live-page.ts'
import { longestTask } from './page-tasks.ts'
import { addVehicles } from './seed.ts'

const vehicles = 50_000
/** Each reports every ten seconds. */
const reportsPerSecond = 5000
const movingMs = 10_000
const panningMs = 5000
/** What the opening does, or 50 000 that appear, is over after this. */
const settledMs = 10_000
/** Frames of a panned map with all its markers, as a share of those without any. */
const leastShare = 0.8

/** The live map with 50 000 vehicles that all move: the longest task of the page, and how smoothly the map is panned meanwhile. */
export async function measureMap(bench: Bench): Promise<Line[]> {
  const { url, db } = await bench.database('map')
  await addVehicles(db, vehicles, 500)
  const { app, latest } = await startFleetServer(bench, url, db)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launchBrowser({ preferSystem: true })
  bench.after(() => browser.close())
  let reports = 0
  const drive = (amount: number) =>
    latest.apply(
      Array.from({ length: amount }, () => {
        const [round, vehicle] = [Math.floor(reports / vehicles), 1 + (reports++ % vehicles)]
        return report(vehicle, 30, round / 5000)
      }),
    )

  const { page, watched } = await arrive(browser, address)
  await press(page, 'a[href="/monitor/live/index"]')
  await page.locator('.live-map canvas').first().waitFor()
  await sleep(settledMs)
  bench.say('panning the empty map')
  const empty = await pan(page)
  bench.say(`${count(vehicles)} vehicles appear`)
  await watched.mark('appear')
  drive(vehicles)
  await sleep(settledMs)
  const said = await page.getByRole('region', { name: '状态统计' }).getByRole('button', { name: '行驶' }).textContent()
  if (!said?.replace(/\D/g, '').includes(String(vehicles))) throw new Error(`the screen says ${said}`)
  bench.say('they move')
  await watched.mark('move')
  await steadily(reportsPerSecond, movingMs, drive)
  await watched.mark('moved')
  bench.say('panning among them')
  const [full] = await Promise.all([pan(page), steadily(reportsPerSecond, panningMs, drive)])
  const { tasks, at } = await watched.stop()
  const between = (from: string, to: string) => tasks.filter(({ began }) => began >= at(from) && began < at(to))
  const share = full / empty
  return [
    {
      what: `Map of ${count(vehicles)} vehicles, longest task (processor time): all appear at once`,
      ...longestTask(between('appear', 'move')),
    },
    {
      what: `… all move, ${count(reportsPerSecond)} reports a second for ${movingMs / 1000} s`,
      ...longestTask(between('move', 'moved')),
    },
    {
      what: '… panned meanwhile, frames a second against the empty map, both drawn without a graphics card',
      ratio: share,
      measured: `${full.toFixed(1)} /s`,
      limit: `${empty.toFixed(1)} /s empty`,
      budget: `≥ ${leastShare.toFixed(2)}`,
      met: share >= leastShare,
    },
  ]
}

/** Drags the map to and fro; frames a second meanwhile. */
async function pan(page: Page) {
  const box = await page.locator('.live-map canvas').first().boundingBox()
  if (!box) throw new Error('there is no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const counted = page.evaluate(countFrames, panningMs)
  const until = performance.now() + panningMs
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 0; performance.now() < until; step++) {
    await page.mouse.move(x + 150 * Math.sin(step / 20), y + 80 * Math.cos(step / 20))
    await sleep(10)
  }
  await page.mouse.up()
  return counted
}

/** In the page: frames a second during so many ms. */
function countFrames(forMs: number) {
  return new Promise<number>((done) => {
    const began = performance.now()
    let frames = 0
    const next = (now: number) => {
      frames++
      if (now - began < forMs) requestAnimationFrame(next)
      else done((frames * 1000) / (now - began))
    }
    requestAnimationFrame(next)
  })
}
