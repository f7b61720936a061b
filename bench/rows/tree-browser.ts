import { setTimeout as sleep } from 'node:timers/promises'
import type { Latest } from '@huanwei/server/position/latest/latest'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../tools/chromium.ts'
import type { Bench } from '../kit/bench.ts'
import { startInProcessServer, vehicleUpdate } from '../kit/in-process-server.ts'
import { atRate, openHome, pointAt, press } from '../kit/live-page.ts'
import { longestTask, markName, type Task } from '../kit/page-tasks.ts'
import { addVehicles } from '../kit/seed.ts'
import { count, type Result } from '../kit/table.ts'

const vehicles = 100_000
const departments = 10_000
/** Factor for an old office machine; this machine is measured as well. */
const slowDown = 4
const changesPerSecond = 5000
const changingMs = 10_000
/** Time after which a step has no more effects. */
const stepMs = 3000
/** Time after which the page has finished opening, including the first message of the live channel. */
const settleMs = 10_000

/** Measures the live screen with 100 000 vehicles: the longest task of the page in each step with the tree. */
export async function measureTreeBrowser(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('treebrowser')
  await addVehicles(db, vehicles, departments)
  const { app, latest } = await startInProcessServer(bench, url, db)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const fleet = startFleet(latest)
  // A system browser finds Chinese fonts; the one from npm searches for a font at every new character.
  const browser = await launchBrowser({ preferSystem: true })
  bench.onEnd(() => browser.close())
  const visits: [setting: string, hasMap: boolean, slowDown: number][] = [
    ['the tree alone', false, 1],
    ['beside the map', true, 1],
    [`the tree alone, ${slowDown} × slower processor`, false, slowDown],
    [`beside the map, ${slowDown} × slower processor`, true, slowDown],
  ]
  const results: Result[] = []
  for (const [setting, hasMap, factor] of visits) {
    bench.log(setting)
    const steps = await visit(browser, address, fleet, hasMap, factor)
    const name = `Tree of ${count(vehicles)} vehicles in ${count(departments)} departments, ${setting}, longest task (processor time):`
    for (const [i, { action, tasks }] of steps.entries())
      results.push({ label: `${i ? '…' : name} ${action}`, ...longestTask(tasks, factor) })
  }
  return results
}

/** Lets a third of the vehicles drive; `change` makes the next ones drive off or stop. */
function startFleet(latest: Latest) {
  const driving = new Set<number>()
  let next = 0
  const toggle = (deviceId: number) => {
    if (!driving.delete(deviceId)) driving.add(deviceId)
    return vehicleUpdate(deviceId, driving.has(deviceId) ? 30 : 0)
  }
  latest.apply(Array.from({ length: vehicles / 3 }, (_, i) => toggle(3 * i + 1)))
  return {
    change: (amount: number) => latest.apply(Array.from({ length: amount }, () => toggle(1 + ((next++ * 7) % vehicles)))),
  }
}
type Fleet = ReturnType<typeof startFleet>

type Step = { action: string; tasks: Task[] }
/** A step between two marks. */
type MarkedStep = { action: string; from: string; to: string }

/** Visits the live screen, from the log-in to a tree that changes. Without the map all work of the screen is that of the tree. */
async function visit(browser: Browser, url: string, fleet: Fleet, hasMap: boolean, factor: number): Promise<Step[]> {
  const { context, page, watched } = await openHome(browser, url, {
    slowDown: factor,
    prepare: async (context, page) => {
      if (!hasMap) await context.route(/\/LiveMap-[^/]*\.js/, (route) => route.abort())
      await page.addInitScript(markFirstPaint, [markName('open'), '.live-panel'] as const)
    },
  })
  try {
    const steps = await performSteps(page, watched.mark, fleet)
    const { between } = await watched.stop()
    return steps.map(({ action, from, to }) => ({ action, tasks: between(from, to) }))
  } finally {
    await context.close()
  }
}

/** Performs the steps by mouse and keyboard alone: searching the page is work of the page, so it is done between the steps. */
async function performSteps(page: Page, mark: (name: string) => Promise<void>, fleet: Fleet) {
  const steps: MarkedStep[] = [{ action: 'open, from the first paint', from: 'open', to: 'opened' }]
  async function step(action: string, act: () => Promise<unknown>, outcome: RegExp) {
    await mark(action)
    await act()
    await sleep(stepMs)
    await mark(`${action}, done`)
    const text = (await page.locator('.tree-panel').textContent()) ?? ''
    if (!outcome.test(text)) throw new Error(`${action}: the tree shows ${text.slice(0, 300)}`)
    steps.push({ action, from: action, to: `${action}, done` })
  }

  await press(page, 'a[href="/monitor/live/index"]')
  const hasRow = () => document.querySelector('.tree-row') !== null
  await page.waitForFunction(hasRow, undefined, { polling: 500, timeout: 120_000 })
  await sleep(settleMs)
  await mark('opened')
  await press(page, '.tree-search input')
  const type = () => page.keyboard.type('洗扫77', { delay: 120 })
  await step('filter by a text that 1 111 vehicles have', type, /1111/)
  await page.keyboard.press('Control+A')
  await step('clear the filter', () => page.keyboard.press('Backspace'), /^(?!.*找到)/)
  await pointAt(page, '.tree-tools > button')
  await step('unfold all', () => press(page), /作业队/)
  await step(
    `${count(changesPerSecond)} changes of status a second for ${changingMs / 1000} s`,
    () => atRate(changesPerSecond, changingMs, fleet.change),
    /作业队/,
  )
  return steps
}

/** Runs in the page: sets a mark when `selector` is first drawn. */
function markFirstPaint([mark, selector]: readonly [mark: string, selector: string]) {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark(mark)))
  })
  observer.observe(document, { subtree: true, childList: true })
}
