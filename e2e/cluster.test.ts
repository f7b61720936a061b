import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasNoNats } from '@huanwei/server/position/cluster/nats.test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../tools/cluster/cluster.ts'
import { freePort } from '../tools/free-port.ts'
import { startLoad } from './load.ts'
import { newDataDir } from './product.ts'
import { compareWithStored } from './stored.ts'

const dir = newDataDir()
const ports = { web: 0, terminals: 0 }
/** The long form, by CLUSTER_KILLS, kills servers of NATS like everything else; the short one kills one of them once. */
const isLong = process.env.CLUSTER_KILLS !== undefined
const kills = Number(process.env.CLUSTER_KILLS ?? 10)
/** A limit for what hangs: each kill is followed by the starts of what it ended, on a machine that runs other tests too, ms. */
const longestMs = 900_000
let cluster: Cluster

beforeAll(async () => {
  if (hasNoNats) return
  ports.web = await freePort()
  ports.terminals = await freePort()
  cluster = await startCluster({ dir, ports, settings: { DEMO: 'off' }, log: () => undefined })
}, longestMs)
afterAll(async () => {
  await cluster?.close()
  rmSync(dir, { recursive: true, force: true })
})

/** A server of NATS serves when it has all that the others have. */
const allServe = () =>
  Promise.all([...cluster.members.values()].filter(({ name }) => isLong || !isNats(name)).map((one) => one.serving()))
const isNats = (name: string) => name.startsWith('nats')

/** The processes of one machine. */
const machine = (number: number) => [`gateway-${number}`, `worker-${number}`, `api-${number}`, `nats-${number}`]
const singles = ['gateway-1', 'gateway-2', 'worker-1', 'worker-2', 'api-1', 'api-2', 'nats-1', 'nats-2', 'nats-3', 'database']

const choices = [...singles.map((name) => [name]), machine(1), machine(2)]
  .map((names) => names.filter((name) => isLong || !isNats(name)))
  .filter(({ length }) => length > 0)

/** Kills what a random choice says: one process, the database, or all of a machine. */
function killSomething(names: readonly string[] = choices[randomInt(choices.length)]!): string {
  for (const name of names) name === 'database' ? cluster.killDatabase() : cluster.members.get(name)?.signal('SIGKILL')
  return names.join(' ')
}

test.skipIf(hasNoNats)(
  `after ${kills} kills of random processes every acknowledged position is stored once`,
  async () => {
    const first = randomInt(10 ** 8) * 100 + 15_000_000_000
    const numbers = Array.from({ length: 40 }, (_, i) => String(first + i))
    const load = startLoad(ports.terminals, numbers, 5)
    await expect.poll(load.ready).toBe(numbers.length)
    const killed: string[] = []
    for (let i = 0; i < kills; i++) {
      await sleep(randomInt(500, 2000))
      killed.push(i === kills >> 1 && !isLong ? killSomething(['nats-1']) : killSomething())
      // One after the other: what two of three servers of NATS lose is lost.
      await sleep(randomInt(1500))
      await allServe()
    }
    await load.finish(120_000)
    const compare = () => compareWithStored(cluster.databaseUrl, load.acknowledged)
    await expect.poll(async () => (await compare()).missing, { timeout: 60_000, message: killed.join(', ') }).toBe(0)
    expect((await compare()).twice).toBe(0)
    expect(load.acknowledged.length).toBeGreaterThan(kills * 100)
  },
  longestMs,
)

test.skipIf(hasNoNats)(
  'a worker that was paused, lost its partitions and woke stores nothing twice',
  async () => {
    const first = randomInt(10 ** 8) * 100 + 16_000_000_000
    const numbers = Array.from({ length: 20 }, (_, i) => String(first + i))
    const load = startLoad(ports.terminals, numbers, 5)
    await expect.poll(load.ready).toBe(numbers.length)
    const worker = cluster.members.get('worker-1')
    for (const pause of [9000, 12_000]) {
      worker?.signal('SIGSTOP')
      await sleep(pause)
      worker?.signal('SIGCONT')
      await sleep(3000)
    }
    await load.finish(120_000)
    const compare = () => compareWithStored(cluster.databaseUrl, load.acknowledged)
    await expect.poll(async () => (await compare()).missing, { timeout: 60_000 }).toBe(0)
    expect((await compare()).twice).toBe(0)
  },
  longestMs,
)
