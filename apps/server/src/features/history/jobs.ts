import { dayMs, minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { dayText } from '../../lib/time.ts'
import { findPendingDays } from './queries.ts'
import { finishedBefore, finishedDays } from './track-days.ts'

const everyMs = 10 * minuteMs
/** Number of past days computed in advance; an older one is computed on request. */
const lookBack = 7
const atOnce = 100

/** Computes the finished days of terminals in advance, so that no request waits for them. Stops between two days once `isOver` returns true. */
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

/** Starts one run after the other. Returns the function that stops them and waits for the day in progress. */
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
