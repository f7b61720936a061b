import { setTimeout as sleep } from 'node:timers/promises'
import { addCompany } from '../../../e2e/cluster/company.ts'
import { watchLag } from '../../../e2e/cluster/lag.ts'
import { startLoad } from '../../../e2e/load.ts'
import { launchBrowser } from '../../../tools/chromium.ts'
import { startCluster } from '../../../tools/cluster/cluster.ts'
import { freePort } from '../../../tools/free-port.ts'
import type { Bench } from '../../kit/bench.ts'
import { logInOnPage } from '../../kit/live-page.ts'
import type { Result } from '../../kit/table.ts'

/** Terminals, and reports of each a second: what a machine with two processors carries beside eleven processes that start. */
const [terminals, perSecond] = [20, 2]
/** Kills of each kind, of the first of its processes and of the second in turn. */
const rounds = 4
/** Pause after a kill, and after what was killed serves again, ms: longer than a takeover. */
const settleMs = 12_000
/** From a kill until another process stores, and from there until a screen is right. Source: issue "Many machines, and years". */
const [mostSeconds, mostOnScreen] = [10, 5]

/** Processes that are killed at once: one of each kind, the database, and all of a machine. */
const kinds: readonly (readonly [name: string, members: (number: number) => string[]])[] = [
  ['a gateway', (number) => [`gateway-${number}`]],
  ['a worker', (number) => [`worker-${number}`]],
  ['a process that browsers are connected to', (number) => [`api-${number}`]],
  ['a server of NATS', (number) => [`nats-${number}`]],
  ['the database', () => ['database']],
  ['a machine', (number) => ['gateway', 'worker', 'api', 'media', 'nats'].map((role) => `${role}-${number}`)],
]

/** Measures how old the newest position of a vehicle becomes at most, stored and on a screen, when a part of a cluster is killed. */
export async function measureTakeover(bench: Bench): Promise<Result[]> {
  const ports = { web: await freePort(), terminals: await freePort() }
  const cluster = await startCluster({ dir: bench.dir, ports, settings: { DEMO: 'off' }, log: () => undefined })
  bench.onEnd(() => cluster.close())
  const numbers = Array.from({ length: terminals }, (_, i) => String(15_500_000_000 + i))
  await addCompany(cluster.databaseUrl, numbers)
  function kill(name: string) {
    if (name === 'database') return cluster.killDatabase()
    const member = cluster.members.get(name)
    if (!member) throw new Error(`no process is called ${name}`)
    return member.signal('SIGKILL')
  }
  const serving = () => Promise.all([...cluster.members.values()].map((one) => one.serving()))
  // Processes that run do not know the organisation yet.
  for (const name of ['worker-1', 'worker-2']) kill(name)
  await sleep(1000)
  await serving()
  const load = startLoad(ports.terminals, numbers, perSecond)
  bench.onEnd(async () => load.close())
  await sleep(settleMs)
  const lag = watchLag(cluster.databaseUrl)
  bench.onEnd(() => lag.stop())
  const screen = await openScreen(bench, `http://localhost:${ports.web}`)
  const results: Result[] = []
  for (const [name, members] of kinds) {
    const stored: number[] = []
    const shown: number[] = []
    for (let round = 0; round < rounds; round++) {
      bench.log(`${name} is killed, ${round + 1} of ${rounds}`)
      lag.take()
      await screen.take()
      for (const one of members(1 + (round % 2))) kill(one)
      await sleep(settleMs)
      await serving()
      stored.push(lag.take())
      shown.push(await screen.take())
      await sleep(settleMs)
    }
    const under = `when ${name} is killed under ${terminals * perSecond} positions/s, at most`
    results.push(
      row(`Age of the newest stored position of the vehicle that is furthest behind ${under}`, stored, mostSeconds),
      row(`… of the position of a vehicle on an open live page`, shown, mostSeconds + mostOnScreen),
    )
  }
  return results
}

function row(label: string, ages: number[], budget: number): Result {
  const most = Math.max(...ages)
  const all = ages.map((age) => age.toFixed(1)).join(', ')
  return { label: `${label} (${all} s)`, measured: `${most.toFixed(1)} s`, budget: `≤ ${budget} s`, met: most <= budget }
}

/** Opens the live page with the card of the first vehicle. `take`: the greatest age of its position since the last call, s. */
async function openScreen(bench: Bench, url: string) {
  const browser = await launchBrowser()
  bench.onEnd(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  page.setDefaultTimeout(120_000)
  await logInOnPage(page, url)
  await page.goto(`${url}/monitor/live/index?tab=vehicle&selected=1-1`)
  await page.locator('.live-fresh time').waitFor()
  await page.evaluate(() => {
    Object.assign(window, { oldest: 0 })
    setInterval(() => {
      const shown = document.querySelector('.live-fresh time')?.getAttribute('datetime')
      if (shown) Object.assign(window, { oldest: Math.max(Reflect.get(window, 'oldest'), Date.now() - Date.parse(shown)) })
    }, 100)
  })
  return {
    async take() {
      const oldest: number = await page.evaluate(() => {
        const taken = Reflect.get(window, 'oldest')
        Object.assign(window, { oldest: 0 })
        return taken
      })
      return oldest / 1000
    },
  }
}
