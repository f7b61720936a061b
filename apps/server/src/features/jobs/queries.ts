import { type JobName, jobNames } from '@huanwei/contract/platform/codes'
import { asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { jobClaims, jobRuns } from './table.ts'

/** Notes the run of a job that ended now. */
export const noteRun = (tx: Tx, run: Omit<typeof jobRuns.$inferInsert, 'endTime'>) => {
  const ended = { ...run, endTime: sql`now()` }
  return tx.insert(jobRuns).values(ended).onConflictDoUpdate({ target: jobRuns.name, set: ended })
}

/** Claims a job for so many ms, or renews the claim; false where another process has it. */
export async function claimJob(tx: Tx, { name, holder, untilMs }: { name: JobName; holder: string; untilMs: number }) {
  const claim = { name, holder, until: sql`now() + make_interval(secs => ${untilMs / 1000}::float8)` }
  const claimed = await tx
    .insert(jobClaims)
    .values(claim)
    .onConflictDoUpdate({
      target: jobClaims.name,
      set: claim,
      setWhere: or(eq(jobClaims.holder, holder), lt(jobClaims.until, sql`now()`)),
    })
    .returning({ name: jobClaims.name })
  return claimed.length > 0
}

/** The last runs of the jobs that this version has: those that failed first, then by name. */
export const findJobs = (tx: Tx) =>
  tx
    .select()
    .from(jobRuns)
    .where(inArray(jobRuns.name, [...jobNames]))
    .orderBy(desc(jobRuns.failures), asc(jobRuns.name))
