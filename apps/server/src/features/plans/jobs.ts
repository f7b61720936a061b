import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { makeVisits } from './queries.ts'

const everyMs = 5 * minuteMs

/** Makes the visits of the day come into being, at once and every few minutes. Returns what stops it. */
export function startPlanJobs(db: Database, log: { error(...what: unknown[]): void }) {
  const run = () =>
    db.system((tx) => makeVisits(tx)).catch((error: Error) => log.error('visits could not be made:', error.message))
  void run()
  const timer = setInterval(run, everyMs)
  return () => clearInterval(timer)
}
