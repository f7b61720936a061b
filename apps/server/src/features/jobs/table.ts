import type { JobName } from '@huanwei/contract/platform/codes'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'

/** The last run of each job, whichever process did it. */
export const jobRuns = pgTable('job_run', {
  name: text().$type<JobName>().primaryKey(),
  everyMs: integer().notNull(),
  endTime: instant().notNull(),
  tookMs: integer().notNull(),
  host: text().notNull(),
  /** Since the last run that did not fail. */
  failures: integer().notNull(),
  error: text().notNull(),
})

/** The process that does a job, where several could; until when the others leave it alone. */
export const jobClaims = pgTable('job_claim', {
  name: text().$type<JobName>().primaryKey(),
  holder: text().notNull(),
  until: instant().notNull(),
})
