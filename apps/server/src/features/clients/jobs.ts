import { clockToleranceMs } from '@huanwei/contract/clients/rules'
import type { Database } from '../../db/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { removeOldCalls } from './queries.ts'

/** Forgets open calls that nobody could repeat any more. Returns what stops it. */
export const startClientJobs = (db: Database, jobs: Jobs) =>
  jobs.every('oldCalls', clockToleranceMs, () => db.system(removeOldCalls))
