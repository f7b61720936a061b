import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { remindOfOverdue } from './queries.ts'

/** Reminds people of all cleaning reports that fell overdue. Of several processes each takes others. */
export async function remindOfOverdueCleaning(db: Database) {
  while ((await db.system(remindOfOverdue)) > 0);
}

/** Reminds every minute. Returns the function that stops it. */
export function startCleaningJobs(db: Database, log: { error(...what: unknown[]): void }) {
  const timer = setInterval(() => {
    remindOfOverdueCleaning(db).catch((error: Error) => log.error('nobody was reminded of overdue cleaning:', error.message))
  }, minuteMs)
  return () => clearInterval(timer)
}
