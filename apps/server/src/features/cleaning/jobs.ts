import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { remindOfOverdue } from './queries.ts'

/** Reminds people of all cleaning reports that fell overdue. Of several processes each takes others. */
export async function remindOfOverdueCleaning(db: Database) {
  while ((await db.system(remindOfOverdue)) > 0);
}

/** Reminds every minute. Returns the function that stops it. */
export const startCleaningJobs = (db: Database, jobs: Jobs) => jobs.every('cleaning', minuteMs, () => remindOfOverdueCleaning(db))
