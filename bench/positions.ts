import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@huanwei/server/db/connect'
import { type Bench, timed } from './kit.ts'
import { count, type Line } from './lines.ts'
import { startLoad } from './load.ts'
import { addRules, addVehicles } from './seed.ts'

/** More than can be reached: each terminal waits when 8 of its reports are not acknowledged, so this finds how fast these come. */
const load = { rate: 60_000, terminals: 2000, seconds: 25, window: 8 }
const promised = 10_000
const promisedShare = 0.3

/** Positions through the whole product, acknowledged after commit, with rules; against COPY of the same rows; and none lost or doubled. */
export async function measurePositions(bench: Bench): Promise<Line[]> {
  const { url, db } = await bench.database('positions')
  await addVehicles(db, load.terminals, 100)
  await addRules(db, load.terminals / 10)
  const product = await bench.product({ DATABASE_URL: url, DEMO: 'off' })
  bench.say(`${count(load.terminals)} terminals report as fast as they are acknowledged`)
  const acked = join(bench.dir, 'acked.csv')
  const started = await startLoad(bench, { db, port: product.terminalPort, acked, ...load })
  const result = await started.finished
  await product.stop()
  bench.say('comparing what was acknowledged with what is stored')
  const { stored, lost, doubled } = await compare(db, acked)
  bench.say('COPY of the same rows')
  const { batched, whole } = await copyRates(bench, db, stored)
  const share = result.rate / batched
  const accounts = `${count(result.acknowledged)} acknowledged, ${count(stored)} stored`
  return [
    {
      what: `Positions acknowledged after commit, ${count(load.terminals)} terminals on sockets, rules on a tenth of the vehicles, ${Math.round(result.seconds)} s`,
      measured: `${count(result.rate)} /s`,
      budget: `≥ ${count(promised)} /s`,
      met: result.rate >= promised,
    },
    {
      what: `… as a share of COPY alone into the same table, a commit every ${count(batchRows)} rows`,
      measured: `${count(result.rate)} /s`,
      limit: `${count(batched)} /s COPY`,
      ratio: share,
      budget: '≥ 0.30',
      met: share >= promisedShare,
    },
    {
      what: '… as a share of COPY alone in one piece, with one commit for all',
      measured: `${count(result.rate)} /s`,
      limit: `${count(whole)} /s COPY`,
      ratio: result.rate / whole,
    },
    { what: `… lost (${accounts})`, measured: count(lost), budget: '0', met: lost === 0 },
    { what: '… doubled', measured: count(doubled), budget: '0', met: doubled === 0 },
    {
      what: '… from the terminal’s writing to its acknowledgement, all windows full',
      measured: `median ${count(result.p50)} ms, p99 ${count(result.p99)} ms`,
    },
  ]
}

/** `lost`: acknowledged and not stored. `doubled`: stored more than once, for terminal, device time and serial. */
async function compare(db: Database, acked: string) {
  await db.owner.query(`create unlogged table acked (terminal_no text, second bigint, serial int)`)
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
 * commit (and its fsync) after as many rows as the recorder takes together, `whole` with one commit at the end.
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
  const rateOf = async (parts: string[]) => {
    await db.owner.query('truncate position')
    await db.owner.query('checkpoint')
    const took = await timed(async () => {
      for (const part of parts) await db.owner.query(`copy position from '${part}'`)
    })
    return (rows / took) * 1000
  }
  return { batched: await rateOf(files), whole: await rateOf([file]) }
}
