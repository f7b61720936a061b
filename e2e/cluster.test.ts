import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { timeText } from '@huanwei/server/lib/time'
import { hasNoNats } from '@huanwei/server/position/cluster/nats.test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../tools/cluster/cluster.ts'
import { freePort } from '../tools/free-port.ts'
import { addCompany, findEvents, findMileages } from './cluster/company.ts'
import { watchLag } from './cluster/lag.ts'
import { type Recording, startLoad } from './load.ts'
import { newDataDir, startProduct } from './product.ts'
import { compareWithStored, databaseIn } from './stored.ts'

const dir = newDataDir()
const ports = { web: 0, terminals: 0 }
/** The long form, by CLUSTER_KILLS, kills servers of NATS like everything else; the short one kills one of them once. */
const isLong = process.env.CLUSTER_KILLS !== undefined
/** Terminals of the kills, which send five reports a second each. */
const terminals = isLong ? 400 : 40
const kills = Number(process.env.CLUSTER_KILLS ?? 10)
/** A limit for what hangs: each kill is followed by the starts of what it ended, on a machine that runs other tests too, ms. */
const longestMs = isLong ? 7_200_000 : 900_000
/** Time for workers to store what waits, ms: in the long form more arrives than two processors store beside it. */
const storedMs = isLong ? 1_800_000 : 300_000
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
const roles = ['gateway', 'worker', 'api', 'media', 'nats']
const machine = (number: number) => roles.map((role) => `${role}-${number}`)
const singles = [...machine(1), ...machine(2), 'nats-3', 'database']

const choices = [...singles.map((name) => [name]), machine(1), machine(2)]
  .map((names) => names.filter((name) => isLong || !isNats(name)))
  .filter(({ length }) => length > 0)

/** Kills what a random choice says: one process, the database, or all of a machine. */
function killSomething(names: readonly string[] = choices[randomInt(choices.length)]!): string {
  for (const name of names) name === 'database' ? cluster.killDatabase() : cluster.members.get(name)?.signal('SIGKILL')
  return names.join(' ')
}

/** New numbers of terminals. */
function numbersOf(count: number) {
  const first = randomInt(10 ** 7) * 1000 + 15_000_000_000
  return Array.from({ length: count }, (_, i) => String(first + i))
}

type Load = ReturnType<typeof startLoad>

/** Everything that was acknowledged is stored in the database at `url`, and nothing twice; `message`: what was done meanwhile. */
async function expectStoredOnce({ acknowledged }: Load, message = '', url = cluster.databaseUrl) {
  const compare = () => compareWithStored(url, acknowledged)
  await expect.poll(async () => (await compare()).missing, { timeout: storedMs, message, interval: isLong ? 5000 : 200 }).toBe(0)
  expect((await compare()).twice).toBe(0)
}

/** Lets twenty new terminals report while `work` goes on; what they were acknowledged is stored once then. */
async function reportDuring(work: () => Promise<void>) {
  const numbers = numbersOf(20)
  const load = startLoad(ports.terminals, numbers, 5)
  await expect.poll(load.ready).toBe(numbers.length)
  await work()
  await load.finish(120_000)
  await expectStoredOnce(load)
}

/** What is found once nothing changes any more. */
async function settled<T>(find: () => Promise<T>): Promise<T> {
  for (let last = await find(); ; ) {
    await sleep(2000)
    const next = await find()
    if (isDeepStrictEqual(next, last)) return next
    last = next
  }
}

type Times = Parameters<typeof findMileages>[2]

/** Violations and mileages that one process finds in what these terminals sent. */
async function foundByOne(numbers: readonly string[], recordings: ReadonlyMap<string, Recording>, times: Times) {
  const settings = { DEMO: 'off', SIMULATE: 'off' }
  let product = await startProduct(settings)
  const url = databaseIn(product.dataDir)
  try {
    await addCompany(url, numbers)
    await product.interrupt()
    product = await startProduct(settings, product.dataDir)
    const load = startLoad(product.terminalPort, numbers, 0)
    load.replay(recordings)
    await load.finish(storedMs)
    await expectStoredOnce(load, 'one process', url)
    return { events: await settled(() => findEvents(url)), mileages: await findMileages(product.url, url, times) }
  } finally {
    await product.remove()
  }
}

test.skipIf(hasNoNats)(
  `after ${kills} kills of random processes every acknowledged position is stored once, and says what it says to one process`,
  // A second try would find the organisation of the first.
  { timeout: longestMs, retry: 0 },
  async () => {
    const numbers = numbersOf(terminals)
    await addCompany(cluster.databaseUrl, numbers)
    killSomething(['worker-1', 'worker-2'])
    await sleep(1000)
    await allServe()
    const startTime = timeText(Date.now())
    const load = startLoad(ports.terminals, numbers, 5)
    await expect.poll(load.ready).toBe(numbers.length)
    const killed: string[] = []
    const lag = isLong ? watchLag(cluster.databaseUrl) : undefined
    for (let i = 0; i < kills; i++) {
      await sleep(randomInt(500, 2000))
      killed.push(i === kills >> 1 && !isLong ? killSomething(['nats-1']) : killSomething())
      // One after the other: what two of three servers of NATS lose is lost.
      await sleep(randomInt(1500))
      await allServe()
      if (lag) console.log(`${killed.at(-1)}: stored again after at most ${lag.take().toFixed(1)} s`)
    }
    await lag?.stop()
    await load.finish(120_000)
    const times = { startTime, endTime: timeText(Date.now()) }
    await expectStoredOnce(load, killed.join(', '))
    expect(load.acknowledged.length).toBeGreaterThan(kills * 100)

    const events = await settled(() => findEvents(cluster.databaseUrl))
    const mileages = await findMileages(`http://localhost:${ports.web}`, cluster.databaseUrl, times)
    expect(events.length).toBeGreaterThan(numbers.length)
    const alone = await foundByOne(numbers, load.recordings(), times)
    expect(events).toEqual(alone.events)
    expect(mileages).toEqual(alone.mileages)
  },
)

test.skipIf(hasNoNats)(
  'a worker that was paused, lost its partitions and woke stores nothing twice',
  () =>
    reportDuring(async () => {
      const worker = cluster.members.get('worker-1')
      for (const pause of [9000, 12_000]) {
        worker?.signal('SIGSTOP')
        await sleep(pause)
        worker?.signal('SIGCONT')
        await sleep(3000)
      }
    }),
  longestMs,
)

test.skipIf(hasNoNats)(
  'a rolling restart, one process after the other, neither loses nor doubles what was acknowledged',
  () =>
    reportDuring(async () => {
      for (const { name, restart } of cluster.members.values()) if (!isNats(name)) await restart()
    }),
  longestMs,
)
