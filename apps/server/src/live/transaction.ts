import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../db/connect.ts'
import type { Log } from './log.ts'

/** One transaction as the owner on a plain client, for statements where building them would cost more than running them. */
export async function inTransaction<T>(db: Database, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await db.owner.connect()
  let lost: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((broken: Error) => {
      lost = broken
    })
    throw error
  } finally {
    client.release(lost)
  }
}

/** SQLSTATE classes of what passes: connection, serialization and deadlock, resources, locks, intervention, input and output. */
const passing = new Set(['08', '40', '53', '55', '57', '58'])
/** The server became a standby. */
const readOnly = '25006'

/** Whether trying the same again may work: the connection or the server failed, not the statement. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code)) return passing.has(code.slice(0, 2)) || code === readOnly
  return code.startsWith('E') || /connection|connect/i.test(error.message)
}

/** Pauses between tries while the database is away, ms. */
const [firstPause, longestPause] = [50, 2000]
/** When the database stays away longer, ms, who sent is told nothing and sends again. */
const patienceMs = 30_000

/** Runs `work` again and again while the database is away; false when it stays away. Throws what trying again does not mend. */
export async function insist(work: () => Promise<void>, log: Log, patience = patienceMs): Promise<boolean> {
  const began = performance.now()
  for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
    try {
      await work()
      return true
    } catch (error) {
      if (!isTransient(error)) throw error
      const waited = performance.now() - began
      log.warn({ error: messageOf(error), waitedMs: Math.round(waited) }, 'database away')
      if (waited > patience) return false
      await sleep(pause)
    }
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
