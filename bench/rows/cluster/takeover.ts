import { setTimeout as sleep } from 'node:timers/promises'
import { addCompany } from '../../../e2e/cluster/company.ts'
import { watchLag } from '../../../e2e/cluster/lag.ts'
import { startLoad } from '../../../e2e/load.ts'
import { startCluster } from '../../../tools/cluster/cluster.ts'
import { freePort } from '../../../tools/free-port.ts'
import type { Bench } from '../../kit/bench.ts'
import { median, type Result } from '../../kit/table.ts'

/** Terminals, and reports of each a second: what a machine with two processors carries beside eleven processes that start. */
const [terminals, perSecond] = [20, 2]
/** Kills of each process. */
const rounds = 3
/** Pause after a kill, and after what was killed serves again, ms: longer than a takeover. */
const settleMs = 15_000
/** Source: issue "Many machines, and years". */
const mostSeconds = 10

/** Processes that are killed at once: one of each kind, the database, and all of a machine. */
const kinds: readonly (readonly [name: string, members: readonly string[]])[] = [
  ['a gateway', ['gateway-1']],
  ['a worker', ['worker-1']],
  ['a server of NATS', ['nats-1']],
  ['the database', ['database']],
  ['a machine', ['gateway-1', 'worker-1', 'api-1', 'media-1', 'nats-1']],
]

/** Measures how old the newest stored position of a vehicle becomes at most when a part of a cluster is killed. */
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
  const results: Result[] = []
  for (const [name, members] of kinds) {
    const ages: number[] = []
    for (let round = 0; round < rounds; round++) {
      bench.log(`${name} is killed, ${round + 1} of ${rounds}`)
      lag.take()
      for (const one of members) kill(one)
      await sleep(settleMs)
      await serving()
      ages.push(lag.take())
      await sleep(settleMs)
    }
    const most = Math.max(...ages)
    results.push({
      label: `Age of the newest stored position of the vehicle that is furthest behind when ${name} is killed under ${terminals * perSecond} positions/s, at most (median of ${rounds} kills ${median(ages).toFixed(1)} s)`,
      measured: `${most.toFixed(1)} s`,
      budget: `≤ ${mostSeconds} s`,
      met: most <= mostSeconds,
    })
  }
  return results
}
