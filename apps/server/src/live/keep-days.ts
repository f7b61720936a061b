import type { Database } from '../db/connect.ts'
import { dropOldDays, ensureDays, ensurePartitions } from '../db/partitions.ts'
import type { Log } from './log.ts'
import type { Report } from './report.ts'
import { dropOldMessages } from './terminal-queries.ts'
import { inTransaction } from './transaction.ts'

const dayMs = 86_400_000
/** Asia/Shanghai is UTC+8 all year. */
const dayOf = (time: number) => Math.floor((time + 8 * 3_600_000) / dayMs)
/** Partitions are made for three days ahead: often enough that one missed run does not matter. */
const everyMs = dayMs / 4

/** Keeps the partitions of positions: for late days when they come, for coming days ahead; nothing older than `keepDays`. */
export function keepDays(parts: { db: Database; keepDays: number; log: Log; clock: () => number }) {
  const { db, log, clock } = parts
  const known = new Set<number>()

  /** In one transaction of its own; one process at a time, also beside a migration. */
  async function alone(work: Parameters<typeof inTransaction>[1]) {
    await inTransaction(db, async (client) => {
      await client.query('select pg_advisory_xact_lock(808)')
      await work(client)
    })
  }

  async function ensure(reports: readonly Report[]) {
    const now = clock()
    const missing = new Map<number, number>()
    for (const { locations } of reports)
      for (const { time } of locations) if (isKept(time, now) && !known.has(dayOf(time))) missing.set(dayOf(time), time)
    if (!missing.size) return
    await alone((client) => ensureDays(client, missing.values()))
    for (const day of missing.keys()) known.add(day)
  }

  const isKept = (time: number, now: number) => time >= now - parts.keepDays * dayMs && time <= now + dayMs

  async function maintain() {
    const now = new Date(clock())
    await db.system((tx) => dropOldMessages(tx, parts.keepDays))
    await alone(async (client) => {
      await ensurePartitions(client, now)
      await dropOldDays(client, now, parts.keepDays)
      // What came too late or from a wrong clock has no day of its own.
      await client.query(`delete from position_default where received < $1::timestamptz - make_interval(days => $2)`, [
        now,
        parts.keepDays,
      ])
    })
  }

  const run = () =>
    void maintain().catch((error: Error) => log.error({ error: error.message }, 'days of positions could not be kept'))
  const timer = setInterval(run, everyMs)
  run()

  return {
    /** Makes the partitions that these reports need. What is older than kept or ahead of time goes without. */
    ensure,
    close: () => clearInterval(timer),
  }
}
