import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { tellDeadlines } from './digest/queries.ts'

/** Tells the people of every organisation whose turn it is. Of several processes each takes others. */
export async function tellAllDeadlines(db: Database) {
  while (await db.system(tellDeadlines));
}

/** Tells every minute whose turn it is. Returns the function that stops it. */
export const startDeadlineJobs = (db: Database, jobs: Jobs) => jobs.every('deadlines', minuteMs, () => tellAllDeadlines(db))
