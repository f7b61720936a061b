import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../../db/connect.ts'
import { transact } from '../../db/transaction.ts'
import type { Log } from '../log.ts'

/** Runs one transaction across tenants on a plain client, for statements that would cost more to build than to run. */
export const inTransaction = <T>(db: Database, work: (client: pg.ClientBase) => Promise<T>, begin = 'begin'): Promise<T> =>
  transact(db.pool, begin, work)

/** SQLSTATE classes of transient errors: connection, serialization and deadlock, resources, locks, intervention, input and output. */
const transientClasses = new Set(['08', '40', '53', '55', '57', '58'])
/** SQLSTATE of a server that became a standby. */
const readOnly = '25006'

/** True when a retry may succeed: the connection or the server failed, not the statement. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code)) return transientClasses.has(code.slice(0, 2)) || code === readOnly
  return code.startsWith('E') || /connection|connect/i.test(error.message)
}

/** Pauses between tries while the database is unreachable, ms. */
const [firstPause, longestPause] = [50, 2000]
/** Time after which retries end, ms; the unacknowledged terminal then sends again. */
const patienceMs = 30_000

/** Retries `work` while it fails with transient errors. Returns false when `patience` ms have passed; throws any other error. */
export async function retryTransient(work: () => Promise<void>, log: Log, patience = patienceMs): Promise<boolean> {
  const began = performance.now()
  for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
    try {
      await work()
      return true
    } catch (error) {
      if (!isTransient(error)) throw error
      const waited = performance.now() - began
      log.warn({ error: errorText(error), waitedMs: Math.round(waited) }, 'database away')
      if (waited > patience) return false
      await sleep(pause)
    }
  }
}

export const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error))
