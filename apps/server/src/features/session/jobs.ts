import { hourMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { removeExpired } from './queries.ts'

/** Forgets what has expired, hourly. Returns what stops it. */
export const startSessionJobs = (db: Database, jobs: Jobs) => jobs.every('oldSessions', hourMs, () => db.system(removeExpired))
