import { clockToleranceMs } from '@huanwei/contract/clients/rules'
import type { Database } from '../../db/connect.ts'
import { removeOldCalls } from './queries.ts'

/** Forgets open calls that nobody could repeat any more. Returns what stops it. */
export function startClientJobs(db: Database, log: { error(what: object, text: string): void }) {
  const timer = setInterval(() => {
    db.system(removeOldCalls).catch((error: unknown) => log.error({ error }, 'old open calls could not be removed'))
  }, clockToleranceMs)
  return () => clearInterval(timer)
}
