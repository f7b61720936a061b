import type pg from 'pg'
import type { Database } from '../db/connect.ts'
import { type Daily, dropOldDays, ensureDays, ensurePartitions, said } from '../db/partitions.ts'
import { dayMs, dayStart } from '../lib/time.ts'
import type { Log } from './log.ts'
import { dropOldMessages, dropOldPhotos } from './terminal-queries.ts'
import { inTransaction } from './transaction.ts'

/** Partitions are made for three days ahead: often enough that one missed run does not matter. */
const everyMs = dayMs / 4

type Parts = { db: Database; keepDays: number; clock: () => number }

/** In one transaction of its own; one process at a time, also beside a migration. */
const alone = (db: Database, work: (client: pg.ClientBase) => Promise<unknown>) =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock(808)')
    await work(client)
  })

/** Makes the partitions of `table` that device times (epoch ms) need. What is older than kept or ahead of time goes without. */
export function daysOf(table: Daily, { db, keepDays, clock }: Parts) {
  const known = new Set<number>()

  return async (times: Iterable<number>) => {
    const now = clock()
    const missing = new Map<number, number>()
    for (const time of times)
      if (time >= now - keepDays * dayMs && time <= now + dayMs && !known.has(dayStart(time))) missing.set(dayStart(time), time)
    if (!missing.size) return
    await alone(db, (client) => ensureDays(client, table, missing.values()))
    for (const day of missing.keys()) known.add(day)
  }
}

/** Keeps partitions for coming days ahead, and nothing older than `keepDays`. Returns how to stop. */
export function keepDays({ db, keepDays, clock, log }: Parts & { log: Log }) {
  async function maintain() {
    const now = new Date(clock())
    await db.system((tx) => dropOldMessages(tx, keepDays))
    await db.system((tx) => dropOldPhotos(tx, keepDays))
    await alone(db, async (client) => {
      await ensurePartitions(client, now)
      await dropOldDays(client, now, keepDays)
      // What came too late or from a wrong clock has no day of its own.
      for (const table of said)
        await client.query(`delete from ${table}_default where received < $1::timestamptz - make_interval(days => $2)`, [
          now,
          keepDays,
        ])
    })
  }

  const run = () =>
    void maintain().catch((error: Error) => log.error({ error: error.message }, 'days of what devices said could not be kept'))
  const timer = setInterval(run, everyMs)
  run()
  return () => clearInterval(timer)
}
