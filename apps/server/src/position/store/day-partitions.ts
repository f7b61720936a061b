import { dayMs } from '@huanwei/contract/time'
import type pg from 'pg'
import type { Database } from '../../db/connect.ts'
import { type DailyTable, dropOldDays, ensureDays, ensurePartitions } from '../../db/partitions.ts'
import type { Jobs } from '../../features/jobs/jobs.ts'
import { dayStart } from '../../lib/time.ts'
import { dropOldMessages, dropOldPhotos } from '../ingest/terminal-queries.ts'
import { inTransaction, isLockTimeout } from './transaction.ts'

/** Interval of maintenance, ms. Partitions are made for three days ahead: one missed run does not matter. */
const everyMs = dayMs / 4
/** Pause before partitions are tried again that could not be made or dropped, ms. */
const pauseMs = 5 * 60_000

type Parts = { db: Database; keepDays: number; clock: () => number }

/**
 * Runs `work` in a transaction of its own, in one process at a time and never during a migration. It gives up a lock of a table after three seconds: a
 * backup holds that of a day for as long as it copies it, and whoever stores or reads then waits for both.
 */
const inLockedTransaction = (db: Database, work: (client: pg.ClientBase) => Promise<unknown>) =>
  inTransaction(db, async (client) => {
    await client.query(`select pg_advisory_xact_lock(808); set local lock_timeout = '3s'`)
    await work(client)
  })

/**
 * Creates the partitions of `table` for device times (epoch ms). Times older than `keepDays` or in the future get none, and those of days that cannot
 * have one now get it later: the default partition takes their rows.
 */
export function createDayPartitions(table: DailyTable, { db, keepDays, clock }: Parts) {
  const known = new Set<number>()
  let pausedUntil = 0

  return async (times: Iterable<number>) => {
    const now = clock()
    const missing = new Map<number, number>()
    for (const time of times)
      if (time >= now - keepDays * dayMs && time <= now + dayMs && !known.has(dayStart(time))) missing.set(dayStart(time), time)
    if (!missing.size || performance.now() < pausedUntil) return
    try {
      await inLockedTransaction(db, (client) => ensureDays(client, table, missing.values()))
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      pausedUntil = performance.now() + pauseMs
      return
    }
    for (const day of missing.keys()) known.add(day)
  }
}

/**
 * Does the job that creates partitions ahead of time and drops data older than `keepDays`: at once and several times a day, and after a failure again in
 * `againMs`. Returns what stops it once the run under way is done.
 */
export function startDataDaysJob({ db, keepDays, clock, jobs, againMs = pauseMs }: Parts & { jobs: Jobs; againMs?: number }) {
  async function maintain() {
    const now = new Date(clock())
    await db.system((tx) => dropOldMessages(tx, keepDays))
    await db.system((tx) => dropOldPhotos(tx, keepDays))
    await inLockedTransaction(db, (client) => ensurePartitions(client, now))
    await inLockedTransaction(db, (client) => dropOldDays(client, now, keepDays))
  }

  return jobs.every('dataDays', everyMs, maintain, { isAtOnce: true, againMs })
}
