import { jobNames } from '@huanwei/contract/platform/codes'
import { asc, desc, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { jobRuns } from './table.ts'

/** Notes the run of a job that ended now. */
export const noteRun = (tx: Tx, run: Omit<typeof jobRuns.$inferInsert, 'endTime'>) => {
  const ended = { ...run, endTime: sql`now()` }
  return tx.insert(jobRuns).values(ended).onConflictDoUpdate({ target: jobRuns.name, set: ended })
}

/** The last runs of the jobs that this version has: those that failed first, then by name. */
export const findJobs = (tx: Tx) =>
  tx
    .select()
    .from(jobRuns)
    .where(inArray(jobRuns.name, [...jobNames]))
    .orderBy(desc(jobRuns.failures), asc(jobRuns.name))
