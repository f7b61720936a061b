import { hourMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { removeExpired } from './queries.ts'

/** Forgets what has expired, hourly. Returns what stops it. */
export function startSessionJobs(db: Database, log: { error(...what: unknown[]): void }) {
  const timer = setInterval(() => {
    db.system(removeExpired).catch((error: Error) => log.error('expired sessions could not be removed:', error.message))
  }, hourMs)
  return () => clearInterval(timer)
}
