import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@huanwei/server/db/connect'
import { type Bench, processorMs, timed } from './kit.ts'
import { count, type Line, median } from './lines.ts'
import { startLoad } from './load.ts'
import type { startProduct } from './product.ts'
import { addRules, addVehicles } from './seed.ts'

/**
 * More than can be reached: each terminal waits when 8 of its reports are not acknowledged, so this finds how fast these come. They send what
 * they stored during an hour without a network, a report for each second, as many in one piece as may be on their way.
 */
const load = { rate: 120_000, terminals: 2000, seconds: 12, window: 8 }
const storedSeconds = 3600
/** The machine does not always go at the same pace: the product and COPY take turns. */
const rounds = 3
const promised = 10_000
const promisedShare = 0.3

type Product = Awaited<ReturnType<typeof startProduct>>

/** Positions through the whole product, acknowledged after commit, with rules; against COPY of the same rows; and none lost or doubled. */
export async function measurePositions(bench: Bench): Promise<Line[]> {
  const { url, db } = await bench.database('positions')
  await addVehicles(db, load.terminals, 100)
  await addRules(db, load.terminals / 10)
  const product = await bench.product({ DATABASE_URL: url, DEMO: 'off' })
  const taken: Awaited<ReturnType<typeof takeTurn>>[] = []
  for (let round = 0; round < rounds; round++) {
    bench.say(`${count(load.terminals)} terminals report as fast as they are acknowledged, then COPY, ${round + 1} of ${rounds}`)
    // Each time an hour later: what comes late is another matter.
    taken.push(await takeTurn(bench, db, product, storedSeconds * (rounds - round)))
  }
  await product.stop()
  const middle = (of: (one: (typeof taken)[number]) => number) => median(taken.map(of))
  const sum = (of: (one: (typeof taken)[number]) => number) => taken.reduce((total, one) => total + of(one), 0)
  const [rate, batched, whole] = [middle((one) => one.rate), middle((one) => one.batched), middle((one) => one.whole)]
  const [acknowledged, stored] = [sum((one) => one.acknowledged), sum((one) => one.stored)]
  const [lost, doubled] = [sum((one) => one.lost), sum((one) => one.doubled)]
  const each = (ms: number) => `${((ms * 1000) / acknowledged).toFixed(1)} µs`
  const share = rate / batched
  return [
    {
      what: `Positions acknowledged after commit, ${count(load.terminals)} terminals on sockets that send what they stored, ${load.window} reports in a piece and the next when it is acknowledged, rules on a tenth of the vehicles, ${load.seconds} s (median of ${rounds})`,
      measured: `${count(rate)} /s`,
      budget: `≥ ${count(promised)} /s`,
      met: rate >= promised,
    },
    {
      what: `… as a share of COPY alone into the same table, a commit every ${count(batchRows)} rows, in turn with it`,
      measured: `${count(rate)} /s`,
      limit: `${count(batched)} /s COPY`,
      ratio: share,
      budget: '≥ 0.30',
      met: share >= promisedShare,
    },
    {
      what: '… as a share of COPY alone in one piece, with one commit for all',
      measured: `${count(rate)} /s`,
      limit: `${count(whole)} /s COPY`,
      ratio: rate / whole,
    },
    {
      what: '… processor time for each, of the product, PostgreSQL and the terminals',
      measured: `${each(sum((one) => one.product))}, ${each(sum((one) => one.database))}, ${each(sum((one) => one.processorMs))}`,
      limit: `${middle((one) => one.processor).toFixed(1)} µs COPY`,
    },
    {
      what: `… lost (${count(acknowledged)} acknowledged, ${count(stored)} stored)`,
      measured: count(lost),
      budget: '0',
      met: lost === 0,
    },
    { what: '… doubled', measured: count(doubled), budget: '0', met: doubled === 0 },
    {
      what: '… from the terminal’s writing to its acknowledgement, as many on their way as may be',
      measured: `median ${count(middle((one) => one.p50))} ms, p99 ${count(middle((one) => one.p99))} ms`,
    },
  ]
}

/** One turn of the product and one of COPY with the rows that it stored, into a table that is empty before and after. */
async function takeTurn(bench: Bench, db: Database, { terminalPort: port, pid }: Product, behind: number) {
  const acked = join(bench.dir, 'acked.csv')
  const started = await startLoad(bench, { db, port, acked, behind, ...load })
  const processorOf = await processors(db, pid)
  const result = await started.finished
  const spent = processorOf()
  const stored = await compare(db, acked)
  return { ...result, ...spent, ...stored, ...(await copyRates(bench, db, stored.stored)) }
}

/** Processor time from now on of the product and of those connections that its recorder and its other parts hold to the database, ms. */
async function processors(db: Database, pid: number) {
  const { rows } = await db.owner.query<{ pid: number }>('select pid from pg_stat_activity where datname = current_database()')
  const isThere = ({ pid }: { pid: number }) => existsSync(`/proc/${pid}/stat`)
  const before = new Map(rows.filter(isThere).map((one) => [one.pid, processorMs(one.pid)]))
  const began = processorMs(pid)
  return () => ({
    product: processorMs(pid) - began,
    database: rows.filter(isThere).reduce((sum, one) => sum + processorMs(one.pid) - (before.get(one.pid) ?? 0), 0),
  })
}

/** `lost`: acknowledged and not stored. `doubled`: stored more than once, for terminal, device time and serial. */
async function compare(db: Database, acked: string) {
  await db.owner.query('drop table if exists acked; create unlogged table acked (terminal_no text, second bigint, serial int)')
  await db.owner.query(`copy acked from '${acked}' csv`)
  const { rows } = await db.owner.query<{ stored: number; lost: number; doubled: number }>(`
    with found as (
      select d.terminal_no, extract(epoch from p.time)::bigint as second, p.serial, count(*) as times
      from position p join device d on d.id = p.device_id group by 1, 2, 3
    )
    select (select count(*) from position) as stored,
      (select count(*) from (select * from acked except select terminal_no, second, serial from found) missing) as lost,
      (select coalesce(sum(times - 1), 0) from found) as doubled`)
  return rows[0]!
}

/** As many rows as the recorder commits at once. */
const batchRows = 1000

/**
 * Rows per second when PostgreSQL reads the same rows from files into the emptied table, without network and rules: `batched` with a
 * commit (and its fsync) after as many rows as the recorder takes together, `whole` with one commit at the end. `processor`: µs that `batched`
 * takes for each.
 */
async function copyRates(bench: Bench, db: Database, rows: number) {
  const file = join(bench.dir, 'rows.copy')
  await db.owner.query(`copy (select * from position) to '${file}'`)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const files: string[] = []
  for (let from = 0; from < lines.length; from += batchRows) {
    files.push(`${file}.${files.length}`)
    writeFileSync(files.at(-1)!, `${lines.slice(from, from + batchRows).join('\n')}\n`)
  }
  const client = await db.owner.connect()
  const { rows: found } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const costOf = async (parts: string[]) => {
    await client.query('truncate position')
    await client.query('checkpoint')
    const before = processorMs(found[0]!.pid)
    const took = await timed(async () => {
      for (const part of parts) await client.query(`copy position from '${part}'`)
    })
    return { rate: (rows / took) * 1000, processor: ((processorMs(found[0]!.pid) - before) / rows) * 1000 }
  }
  const batched = await costOf(files)
  const whole = await costOf([file])
  await client.query('truncate position')
  client.release()
  return { batched: batched.rate, whole: whole.rate, processor: batched.processor }
}
