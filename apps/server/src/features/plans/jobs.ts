import { dayMs, minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { dayStart } from '../../lib/time.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { makeVisits } from './queries.ts'

const everyMs = 5 * minuteMs
/** The database's clock may be that much behind. */
const afterMidnightMs = 1000

/** Time from `now` (epoch ms) to the next run, ms: a new day begins with its visits. */
export const untilNextRun = (now: number) => Math.min(everyMs, dayStart(now) + dayMs + afterMidnightMs - now)

/** Makes the visits of the day come into being: at once, every few minutes and when a day begins. Returns what stops it. */
export function startPlanJobs(db: Database, jobs: Jobs) {
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    timer = setTimeout(run, untilNextRun(Date.now()))
    void jobs.run('visits', everyMs, () => db.system((tx) => makeVisits(tx)))
  }
  run()
  return () => clearTimeout(timer)
}
