import { minuteMs } from '@huanwei/contract/time'
import type { Database } from '../../db/connect.ts'
import { tellDeadlines } from './digest/queries.ts'

/** Tells the people of every organisation whose turn it is. Of several processes each takes others. */
export async function tellAllDeadlines(db: Database) {
  while (await db.system(tellDeadlines));
}

/** Tells every minute whose turn it is. Returns the function that stops it. */
export function startDeadlineJobs(db: Database, log: { error(...what: unknown[]): void }) {
  const timer = setInterval(() => {
    tellAllDeadlines(db).catch((error: Error) => log.error('nobody was told of the deadlines of the day:', error.message))
  }, minuteMs)
  return () => clearInterval(timer)
}
