import { dayMs } from '@huanwei/contract/time'
import type pg from 'pg'
import type { Database } from '../../db/connect.ts'
import { type DailyTable, dropOldDays, ensureDays, ensurePartitions } from '../../db/partitions.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'
import { dayStart } from '../../lib/time.ts'
import { dropOldMessages, dropOldPhotos } from '../ingest/terminal-queries.ts'
import type { Log } from '../log.ts'
import { inTransaction } from './transaction.ts'

/** Partitions are made for three days ahead: often enough that one missed run does not matter. */
const everyMs = dayMs / 4

type Parts = { db: Database; keepDays: number; clock: () => number }

/** Runs `work` in a transaction of its own, in one process at a time and never during a migration. */
const inLockedTransaction = (db: Database, work: (client: pg.ClientBase) => Promise<unknown>) =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock(808)')
    await work(client)
  })

/** Creates the partitions of `table` for device times (epoch ms). Times older than `keepDays` or in the future get none. */
export function createDayPartitions(table: DailyTable, { db, keepDays, clock }: Parts) {
  const known = new Set<number>()

  return async (times: Iterable<number>) => {
    const now = clock()
    const missing = new Map<number, number>()
    for (const time of times)
      if (time >= now - keepDays * dayMs && time <= now + dayMs && !known.has(dayStart(time))) missing.set(dayStart(time), time)
    if (!missing.size) return
    await inLockedTransaction(db, (client) => ensureDays(client, table, missing.values()))
    for (const day of missing.keys()) known.add(day)
  }
}

/** Creates partitions ahead of time and drops data older than `keepDays`, several times a day. Returns a function that stops it, and resolves when nothing goes on. */
export function maintainPartitions({ db, keepDays, clock, log }: Parts & { log: Log }) {
  async function maintain() {
    const now = new Date(clock())
    await db.system((tx) => dropOldMessages(tx, keepDays))
    await db.system((tx) => dropOldPhotos(tx, keepDays))
    await inLockedTransaction(db, async (client) => {
      await ensurePartitions(client, now)
      await dropOldDays(client, now, keepDays)
    })
  }

  const run = oneAtATime(() =>
    maintain().catch((error: Error) => log.error({ error: error.message }, 'daily partitions could not be maintained')),
  )
  let running = run()
  const timer = setInterval(() => {
    running = run()
  }, everyMs)
  return () => {
    clearInterval(timer)
    return running
  }
}
