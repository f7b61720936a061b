import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import type { LoadResult } from '@huanwei/fleet/loader/load'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { Bench } from '../kit/bench.ts'
import { elapsedMs, processorMs } from '../kit/process-usage.ts'
import type { startProduct } from '../kit/product.ts'
import { addRules, addVehicles } from '../kit/seed.ts'
import { count, median, type Result } from '../kit/table.ts'
import { startLoad } from '../kit/terminal-load.ts'

/**
 * A rate that cannot be reached: each terminal waits while 8 of its reports are unacknowledged, so the rate of the acknowledgements is measured.
 * The terminals send reports stored during an hour without a network, one for each second, 8 in a write.
 */
const load = { rate: 400_000, terminals: 2000, seconds: 12, window: 8 }
/** The speed of the machine varies, so the product and COPY take turns. */
const rounds = 3
/** Device time of each round, s: an hour, or less when the day is not old enough for all, as positions of yesterday are another case. */
const storedSeconds = Math.min(3600, Math.floor(((Date.now() + shanghaiMs) % dayMs) / 1000 / rounds))
const leastRate = 10_000
const leastShare = 0.3
/** Rows that the recorder commits at once. */
const batchRows = 2000

type Product = Awaited<ReturnType<typeof startProduct>>

/** Totals of one round. */
type Round = LoadResult & ProcessorTime & Comparison & CopyRates

/** Measures positions through the whole product with rules, acknowledged after commit, against COPY of the same rows; counts lost and doubled ones. */
export async function measurePositions(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('positions')
  await addVehicles(db, load.terminals, 100)
  await addRules(db, load.terminals / 10)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    bench.log(`${count(load.terminals)} terminals report as fast as they are acknowledged, then COPY, ${round + 1} of ${rounds}`)
    // Each round is an hour later than the one before, as late reports are another case.
    measured.push(await measureRound(bench, db, product, storedSeconds * (rounds - round)))
  }
  await product.stop()
  return [...rateResults(measured), ...lossResults(measured)]
}

const middle = (measured: readonly Round[], of: (round: Round) => number) => median(measured.map(of))
const total = (measured: readonly Round[], of: (round: Round) => number) => measured.reduce((sum, round) => sum + of(round), 0)

function rateResults(measured: readonly Round[]): Result[] {
  const rate = middle(measured, (round) => round.rate)
  const batched = middle(measured, (round) => round.batched)
  const whole = middle(measured, (round) => round.whole)
  const acknowledged = total(measured, (round) => round.acknowledged)
  const perReport = (of: (round: Round) => number) => `${((total(measured, of) * 1000) / acknowledged).toFixed(1)} µs`
  const [product, database] = [perReport((round) => round.product), perReport((round) => round.database)]
  const share = rate / batched
  return [
    {
      label: `Positions acknowledged after commit, ${count(load.terminals)} terminals on sockets that send what they stored, ${load.window} reports in a piece and the next when it is acknowledged, rules on a tenth of the vehicles, ${load.seconds} s (median of ${rounds})`,
      measured: `${count(rate)} /s`,
      budget: `≥ ${count(leastRate)} /s`,
      met: rate >= leastRate,
    },
    {
      label: `… as a share of COPY alone into the same table, a commit every ${count(batchRows)} rows, in turn with it`,
      measured: `${count(rate)} /s`,
      limit: `${count(batched)} /s COPY`,
      ratio: share,
      budget: `≥ ${leastShare.toFixed(2)}`,
      met: share >= leastShare,
    },
    {
      label: '… as a share of COPY alone in one piece, with one commit for all',
      measured: `${count(rate)} /s`,
      limit: `${count(whole)} /s COPY`,
      ratio: rate / whole,
    },
    {
      label: '… processor time for each, of the product, PostgreSQL and the terminals',
      measured: `${product}, ${database}, ${perReport((round) => round.processorMs)}`,
      limit: `${middle(measured, (round) => round.copyMicros).toFixed(1)} µs COPY`,
    },
  ]
}

function lossResults(measured: readonly Round[]): Result[] {
  const [lost, doubled] = [total(measured, (round) => round.missing), total(measured, (round) => round.doubled)]
  const [p50, p99] = [middle(measured, (round) => round.p50), middle(measured, (round) => round.p99)]
  const acknowledged = total(measured, (round) => round.acknowledged)
  return [
    {
      label: `… lost (${count(acknowledged)} acknowledged, ${count(total(measured, (round) => round.stored))} stored)`,
      measured: count(lost),
      budget: '0',
      met: lost === 0,
    },
    { label: '… doubled', measured: count(doubled), budget: '0', met: doubled === 0 },
    {
      label: '… from the terminal’s writing to its acknowledgement, as many on their way as may be',
      measured: `median ${count(p50)} ms, p99 ${count(p99)} ms`,
    },
  ]
}

/** Measures the product once, then COPY with the rows that it stored, into a table that is empty before and after. */
async function measureRound(bench: Bench, db: OwnedDatabase, product: Product, behind: number): Promise<Round> {
  const acked = join(bench.dir, 'acked.csv')
  const running = await startLoad(bench, { db, port: product.terminalPort, acked, behind, ...load })
  const processorTime = await startProcessorTimer(db, product.pid)
  const result = await running.finished
  const used = processorTime()
  const comparison = await compareWithStored(db, acked)
  return { ...result, ...used, ...comparison, ...(await measureCopy(bench, db, comparison.stored)) }
}

/** Processor time of the product and of PostgreSQL's processes for it, ms. */
type ProcessorTime = { product: number; database: number }

/** Returns a function for the processor time since now. */
async function startProcessorTimer(db: OwnedDatabase, productPid: number): Promise<() => ProcessorTime> {
  const { rows } = await db.owner.query<{ pid: number }>('select pid from pg_stat_activity where datname = current_database()')
  const runs = ({ pid }: { pid: number }) => existsSync(`/proc/${pid}/stat`)
  const before = new Map(rows.filter(runs).map(({ pid }) => [pid, processorMs(pid)]))
  const productBefore = processorMs(productPid)
  return () => ({
    product: processorMs(productPid) - productBefore,
    database: rows.filter(runs).reduce((sum, { pid }) => sum + processorMs(pid) - (before.get(pid) ?? 0), 0),
  })
}

/** `missing`: acknowledged and not stored. `doubled`: stored more than once, by terminal, device time and serial. */
export type Comparison = { stored: number; missing: number; doubled: number }

export async function compareWithStored(db: OwnedDatabase, acked: string): Promise<Comparison> {
  await db.owner.query('drop table if exists acked; create unlogged table acked (terminal_no text, second bigint, serial int)')
  await db.owner.query(`copy acked from '${acked}' csv`)
  const { rows } = await db.owner.query<Comparison>(`
    with stored as (
      select d.terminal_no, extract(epoch from p.time)::bigint as second, p.serial, count(*) as times
      from position p join device d on d.id = p.device_id group by 1, 2, 3
    )
    select (select count(*) from position) as stored,
      (select count(*) from (select * from acked except select terminal_no, second, serial from stored) lost) as missing,
      (select coalesce(sum(times - 1), 0) from stored) as doubled`)
  return rows[0]!
}

/**
 * Rows per second of COPY: `batched` with a commit (and its fsync) after as many rows as the recorder commits, `whole` with one commit.
 * `copyMicros`: processor time of `batched` for each row, µs.
 */
type CopyRates = { batched: number; whole: number; copyMicros: number }

/** Measures PostgreSQL reading the same rows from files into the emptied table, without network and rules. */
async function measureCopy(bench: Bench, db: OwnedDatabase, rows: number): Promise<CopyRates> {
  const file = join(bench.dir, 'rows.copy')
  await db.owner.query(`copy (select * from position) to '${file}'`)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const batches: string[] = []
  for (let from = 0; from < lines.length; from += batchRows) {
    const batch = `${file}.${batches.length}`
    writeFileSync(batch, `${lines.slice(from, from + batchRows).join('\n')}\n`)
    batches.push(batch)
  }
  const client = await db.owner.connect()
  const { rows: backend } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const measure = async (files: string[]) => {
    await client.query('truncate position')
    await client.query('checkpoint')
    const before = processorMs(backend[0]!.pid)
    const elapsed = await elapsedMs(async () => {
      for (const path of files) await client.query(`copy position from '${path}'`)
    })
    return { rate: (rows / elapsed) * 1000, micros: ((processorMs(backend[0]!.pid) - before) / rows) * 1000 }
  }
  const batched = await measure(batches)
  const whole = await measure([file])
  await client.query('truncate position')
  client.release()
  return { batched: batched.rate, whole: whole.rate, copyMicros: batched.micros }
}
