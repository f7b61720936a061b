import { MsgType } from '@huanwei/contract/messages/codes'
import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { takeExpiredClaims } from '../presence/queries.ts'
import { remindOfLeft } from './queries.ts'

/** Reminds the people whose claims have run out of what they left. Of several processes one does it. */
export const remindOfLeftClaims = (db: Database) =>
  db.system(async (tx) => remindOfLeft(tx, await takeExpiredClaims(tx, MsgType.violation)))

/** Reminds every minute. Returns the function that stops it. */
export const startViolationJobs = (db: Database, jobs: Jobs) => jobs.every('claims', minuteMs, () => remindOfLeftClaims(db))
