import { MsgType } from '@huanwei/contract/messages/codes'
import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { takeExpiredClaims } from '../presence/queries.ts'
import { remindOfLeft } from './queries.ts'

/** Reminds the people whose claims have run out of what they left. Of several processes one does it. */
export const remindOfLeftClaims = (db: Database) =>
  db.system(async (tx) => remindOfLeft(tx, await takeExpiredClaims(tx, MsgType.violation)))

/** Reminds every minute. Returns the function that stops it. */
export function startViolationJobs(db: Database, log: { error(...what: unknown[]): void }) {
  const timer = setInterval(() => {
    remindOfLeftClaims(db).catch((error: Error) => log.error('nobody was reminded of claims:', error.message))
  }, minuteMs)
  return () => clearInterval(timer)
}
