import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import { startNats } from '@huanwei/server/position/cluster/nats.test-kit'
import type { Bench } from '../../kit/bench.ts'
import { addRules, addVehicles } from '../../kit/seed.ts'
import { count, median, type Result } from '../../kit/table.ts'
import { startLoad } from '../../kit/terminal-load.ts'
import { type Comparison, compareWithStored } from '../positions.ts'

/** More than either way takes; see `positions.ts`. */
const load = { rate: 400_000, terminals: 1000, seconds: 10, window: 8 }
const rounds = 3
/** Device time of each round, s. */
const storedSeconds = 1200
const leastShare = 0.6

type Product = Awaited<ReturnType<Bench['startProduct']>>
type Side = {
  db: OwnedDatabase
  product: Product
  rates: { acknowledged: number; stored: number }[]
  last: Comparison | undefined
}

/** Measures positions of the whole product with the stream in its own memory and with that of NATS, in turn on the same machine. */
export async function measureStream(bench: Bench): Promise<Result[]> {
  const nats = await startNats()
  bench.onEnd(() => nats.close())
  const alone = await startSide(bench, 'stream_alone', {})
  const shared = await startSide(bench, 'stream_shared', { NATS_URL: nats.url })
  for (let round = 0; round < rounds; round++)
    for (const [name, side] of Object.entries({ 'in the process': alone, NATS: shared })) {
      bench.log(`${count(load.terminals)} terminals, stream ${name}, ${round + 1} of ${rounds}`)
      await measureRound(bench, side, storedSeconds * (rounds - round))
    }
  await alone.product.stop()
  await shared.product.stop()
  return results(alone, shared)
}

async function startSide(bench: Bench, name: string, settings: Record<string, string>): Promise<Side> {
  const { url, db } = await bench.createDatabase(name)
  await addVehicles(db, load.terminals, 100)
  await addRules(db, load.terminals / 10)
  return { db, product: await bench.startProduct({ DATABASE_URL: url, DEMO: 'off', ...settings }), rates: [], last: undefined }
}

const countStored = async ({ db }: Side) =>
  (await db.owner.query<{ n: number }>('select count(*)::int as n from position')).rows[0]?.n ?? 0

/** Until everything that was acknowledged is stored, to half a second: a count reads the whole table and takes a processor from what is measured. */
async function measureRound(bench: Bench, side: Side, behind: number) {
  const acked = join(bench.dir, 'acked.csv')
  const running = await startLoad(bench, { db: side.db, port: side.product.terminalPort, acked, behind, ...load })
  const began = performance.now()
  const already = await countStored(side)
  const result = await running.finished
  for (let waited = 0; (await countStored(side)) < result.acknowledged && waited < 60_000; waited += 500) await sleep(500)
  const seconds = (performance.now() - began) / 1000
  side.rates.push({ acknowledged: result.rate, stored: (result.acknowledged - already) / seconds })
  side.last = await compareWithStored(side.db, acked)
  await side.db.owner.query('truncate position')
}

function results(alone: Side, shared: Side): Result[] {
  const rate = ({ rates }: Side, of: 'acknowledged' | 'stored') => median(rates.map((one) => one[of]))
  const share = rate(shared, 'stored') / rate(alone, 'stored')
  const lost = (shared.last?.missing ?? 0) + (shared.last?.doubled ?? 0)
  return [
    {
      label: `Positions stored with the stream of NATS, one process with all roles, ${count(load.terminals)} terminals, until the last acknowledged one is stored, in turn with the stream in memory (median of ${rounds})`,
      measured: `${count(rate(shared, 'stored'))} /s`,
      limit: `${count(rate(alone, 'stored'))} /s in memory`,
      ratio: share,
      budget: `≥ ${leastShare.toFixed(2)}`,
      met: share >= leastShare,
    },
    {
      label: '… acknowledged',
      measured: `${count(rate(shared, 'acknowledged'))} /s`,
      limit: `${count(rate(alone, 'acknowledged'))} /s in memory`,
      ratio: rate(shared, 'acknowledged') / rate(alone, 'acknowledged'),
    },
    { label: '… lost or doubled in the last round', measured: count(lost), budget: '0', met: lost === 0 },
  ]
}
