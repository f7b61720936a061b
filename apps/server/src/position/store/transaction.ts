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
/** SQLSTATEs of a server that became a standby, and of a transaction that it ended as this process paused. */
const transientCodes = new Set(['25006', '25P03'])
/** SQLSTATE classes of what a row says: data, constraints, limits of the program, triggers. */
const dataClasses = new Set(['22', '23', '54', 'P0'])

/** True when a retry may succeed: the connection or the server failed, not the statement. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = stateOf(error)
  if (state !== undefined) return transientClasses.has(state.slice(0, 2)) || transientCodes.has(state)
  return codeOf(error).startsWith('E') || /connection|connect/i.test(error.message)
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** The SQLSTATE of an error of PostgreSQL; undefined for another error. */
function stateOf(error: Error): string | undefined {
  const code = codeOf(error)
  return /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : undefined
}

/** True when a lock was not to be had within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => error instanceof Error && stateOf(error) === '55P03'

/** True when PostgreSQL refuses what a row says. */
export function isOfData(error: unknown): boolean {
  const state = error instanceof Error ? stateOf(error) : undefined
  return state !== undefined && dataClasses.has(state.slice(0, 2))
}

/** True when PostgreSQL refuses whatever is stored: a table that is not there yet, a right that is missing, a damaged index. */
export function isOfDatabase(error: unknown): boolean {
  const state = error instanceof Error ? stateOf(error) : undefined
  return state !== undefined && !isOfData(error)
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
      log.warn({ error, waitedMs: Math.round(waited) }, 'database away')
      if (waited > patience) return false
      await sleep(pause)
    }
  }
}
