import { setTimeout as sleep } from 'node:timers/promises'
import type { Latest } from '@huanwei/server/live/latest'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../tools/chromium.ts'
import { report, startFleetServer } from './fleet-server.ts'
import type { Bench } from './kit.ts'
import { count, type Line } from './lines.ts'
import { arrive, point, press, steadily } from './live-page.ts'
import { longestTask, markOf, type Task } from './page-tasks.ts'
import { addVehicles } from './seed.ts'

const vehicles = 100_000
const departments = 10_000
/** An old office machine, beside this one as it is. */
const slowDown = 4
const changesPerSecond = 5000
const changingMs = 10_000
/** What a step sets off is over after this, ms. */
const quietMs = 3000
/** … and what the opening does, the live channel's first message included. */
const settledMs = 10_000

/** The live screen with 100 000 vehicles: the longest task of the page in whatever a person does with the tree. */
export async function measureTreeBrowser(bench: Bench): Promise<Line[]> {
  const { url, db } = await bench.database('treebrowser')
  await addVehicles(db, vehicles, departments)
  const { app, latest } = await startFleetServer(bench, url, db)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const fleet = startFleet(latest)
  // The system's, where there is one, has the fonts: npm's looks for one at every new Chinese character.
  const browser = await launchBrowser({ preferSystem: true })
  bench.after(() => browser.close())
  const visits: [around: string, hasMap: boolean, slowDown: number][] = [
    ['the tree alone', false, 1],
    ['beside the map', true, 1],
    [`the tree alone, ${slowDown} × slower processor`, false, slowDown],
    [`beside the map, ${slowDown} × slower processor`, true, slowDown],
  ]
  const lines: Line[] = []
  for (const [around, hasMap, slower] of visits) {
    bench.say(around)
    const steps = await visit(browser, address, fleet, hasMap, slower)
    const name = `Tree of ${count(vehicles)} vehicles in ${count(departments)} departments, ${around}, longest task (processor time):`
    for (const [i, { what, tasks }] of steps.entries())
      lines.push({ what: `${i ? '…' : name} ${what}`, ...longestTask(tasks, slower) })
  }
  return lines
}

/** A third of the vehicles drives; `change` makes the next ones drive off or stop. */
function startFleet(latest: Latest) {
  const driving = new Set<number>()
  let next = 0
  const toggle = (deviceId: number) => {
    if (!driving.delete(deviceId)) driving.add(deviceId)
    return report(deviceId, driving.has(deviceId) ? 30 : 0)
  }
  latest.apply(Array.from({ length: vehicles / 3 }, (_, i) => toggle(3 * i + 1)))
  return {
    change: (amount: number) => latest.apply(Array.from({ length: amount }, () => toggle(1 + ((next++ * 7) % vehicles)))),
  }
}
type Fleet = ReturnType<typeof startFleet>

type Step = { what: string; tasks: Task[] }
/** A step between two marks. */
type Marked = { what: string; from: string; to: string }

/** One person from the log-in to a tree that changes. Without the map the screen shows the tree alone, and what it does is the tree's. */
async function visit(browser: Browser, url: string, fleet: Fleet, hasMap: boolean, slower: number): Promise<Step[]> {
  const { context, page, watched } = await arrive(browser, url, {
    slower,
    prepare: async (context, page) => {
      if (!hasMap) await context.route(/\/LiveMap-[^/]*\.js/, (route) => route.abort())
      await page.addInitScript(markFirstPaint, [markOf('open'), '.live-panel'] as const)
    },
  })
  try {
    const steps = await walk(page, watched.mark, fleet)
    const { tasks, at } = await watched.stop()
    return steps.map(({ what, from, to }) => ({
      what,
      tasks: tasks.filter(({ began }) => began >= at(from) && began < at(to)),
    }))
  } finally {
    await context.close()
  }
}

/** What a person does, by mouse and keyboard alone: looking for something in the page is work of the page, so it is done between steps. */
async function walk(page: Page, mark: (name: string) => Promise<void>, fleet: Fleet) {
  const steps: Marked[] = [{ what: 'open, from the first paint', from: 'open', to: 'opened' }]
  async function step(what: string, act: () => Promise<unknown>, outcome: RegExp) {
    await mark(what)
    await act()
    await sleep(quietMs)
    await mark(`${what}, done`)
    const said = (await page.locator('.tree-panel').textContent()) ?? ''
    if (!outcome.test(said)) throw new Error(`${what}: the tree says ${said.slice(0, 300)}`)
    steps.push({ what, from: what, to: `${what}, done` })
  }

  await press(page, 'a[href="/monitor/live/index"]')
  const isThere = () => document.querySelector('.tree-row') !== null
  await page.waitForFunction(isThere, undefined, { polling: 500, timeout: 120_000 })
  await sleep(settledMs)
  await mark('opened')
  await press(page, '.tree-search input')
  const type = () => page.keyboard.type('洗扫77', { delay: 120 })
  await step('filter by a text that 1 111 vehicles have', type, /1111/)
  await page.keyboard.press('Control+A')
  await step('clear the filter', () => page.keyboard.press('Backspace'), /^(?!.*找到)/)
  await point(page, '.tree-tools > button')
  await step('unfold all', () => press(page), /作业队/)
  await step(
    `${count(changesPerSecond)} changes of status a second for ${changingMs / 1000} s`,
    () => steadily(changesPerSecond, changingMs, fleet.change),
    /作业队/,
  )
  return steps
}

/** In the page: marks when `selector` was first drawn. */
function markFirstPaint([mark, selector]: readonly [mark: string, selector: string]) {
  const look = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    look.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark(mark)))
  })
  look.observe(document, { subtree: true, childList: true })
}
