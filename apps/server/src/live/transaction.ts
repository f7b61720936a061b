import type pg from 'pg'
import type { Database } from '../db/connect.ts'

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
