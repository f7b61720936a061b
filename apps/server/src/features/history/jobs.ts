import { dayMs, minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { dayText } from '../../lib/time.ts'
import type { Jobs } from '../jobs/jobs.ts'
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

/** Starts one run after the other. Returns the function that stops them and waits for the day in progress. */
export function startHistoryJobs(db: Database, jobs: Jobs) {
  let isOver = false
  const stop = jobs.every('trackDays', everyMs, () => workOutDays(db, Date.now(), () => isOver))
  return () => {
    isOver = true
    return stop()
  }
}
