import type { Database } from '../../db/connect.ts'
import { dayMs, dayText } from '../../lib/time.ts'
import { finishedBefore, finishedDays } from '../../lib/track-days.ts'
import { findPendingDays } from './queries.ts'

const everyMs = 10 * 60_000
/** Days that are looked after: what is stored of an older one is worked out when somebody asks. */
const lookBack = 7
const atOnce = 100

/** Works out what terminals' finished days come to, so that nobody waits for it. Stops between two days when `isOver`. */
export async function workOutDays(db: Database, now: number, isOver = () => false) {
  for (let ago = 1; ago <= lookBack; ago++) {
    const to = finishedBefore(now) - (ago - 1) * dayMs
    const from = to - dayMs
    for (let isMore = true; isMore; ) {
      const pending = await db.system((tx) => findPendingDays(tx, dayText(from), atOnce))
      for (const { tenantId, deviceId } of pending) {
        if (isOver()) return
        await finishedDays(db, tenantId, deviceId, [{ from, to }])
      }
      isMore = pending.length === atOnce
    }
  }
}

type Log = { error(what: object, text: string): void }

/** One run after the other. Returns what stops it and waits for the day at hand. */
export function startHistoryJobs(db: Database, log: Log) {
  let isOver = false
  let running: Promise<void> | undefined
  const run = () => {
    running ??= workOutDays(db, Date.now(), () => isOver)
      .catch((error: Error) => log.error({ error: error.message }, 'days could not be worked out'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, everyMs)
  return async () => {
    isOver = true
    clearInterval(timer)
    await running
  }
}
