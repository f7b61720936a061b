import { hourMs, minuteMs } from '@huanwei/contract/time'
import type { Database, Tx } from '../../db/connect.ts'
import { sumPushTallies } from '../messages/sending/queries.ts'
import { removeOldMarks } from './queries.ts'

/** Removes old marks of changes every hour, and adds the tally of pushed messages up every minute. Returns the function that stops it. */
export function startTallyJobs(db: Database, log: { error(...what: unknown[]): void }) {
  const run = (work: (tx: Tx) => Promise<unknown>, failure: string) => () =>
    void db.system(work).catch((error: Error) => log.error(failure, error.message))
  const timers = [
    setInterval(run(removeOldMarks, 'old marks of changes were not removed:'), hourMs),
    setInterval(run(sumPushTallies, 'the tally of pushed messages was not added up:'), minuteMs),
  ]
  return () => timers.forEach(clearInterval)
}
