import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type WorkProgress, workOutNewDays, workOutTouchedDays } from './work-out.ts'

const everyMs = minuteMs / 3
/** Past days that are worked out after a start, as nothing ran in between; later runs look at yesterday and today. */
const lookBack = { first: 7, usual: 1 }

/** Works out days one run after the other. Returns the function that stops them and waits for the one in progress. */
export function startAttendanceJobs(db: Database, jobs: Jobs) {
  const progress: WorkProgress = new Map()
  let isOver = false
  let isFirst = true

  async function work() {
    const run = { db, now: Date.now(), progress, isOver: () => isOver }
    await workOutTouchedDays(run)
    await workOutNewDays(run, isFirst ? lookBack.first : lookBack.usual)
    isFirst = false
  }
  const stop = jobs.every('attendance', everyMs, work, { isAtOnce: true })
  return () => {
    isOver = true
    return stop()
  }
}
