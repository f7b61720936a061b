import { hourMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { removeOldMarks } from './queries.ts'

/** Removes old marks of changes every hour. Returns the function that stops it. */
export function startTallyJobs(db: Database, log: { error(...what: unknown[]): void }) {
  const timer = setInterval(() => {
    db.system(removeOldMarks).catch((error: Error) => log.error('old marks of changes were not removed:', error.message))
  }, hourMs)
  return () => clearInterval(timer)
}
