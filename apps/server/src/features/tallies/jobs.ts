import { hourMs, minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { type Jobs, stopAll } from '../jobs/jobs.ts'
import { sumPushTallies } from '../messages/sending/queries.ts'
import { removeOldMarks } from './queries.ts'

/** Removes old marks of changes every hour, and adds the tally of pushed messages up every minute. Returns the function that stops it. */
export function startTallyJobs(db: Database, jobs: Jobs) {
  return stopAll(
    jobs.every('oldMarks', hourMs, () => db.system(removeOldMarks)),
    jobs.every('pushTallies', minuteMs, () => db.system(sumPushTallies)),
  )
}
