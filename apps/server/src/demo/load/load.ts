import { dayMs } from '@huanwei/contract/time'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { inTx } from '../../db/connect.ts'
import { ensureDays, ensureMonths } from '../../db/partitions.ts'
import type { FileStore } from '../../features/files/file-store.ts'
import { collectionDays } from '../collections.ts'
import { daysWithTracks } from '../track-days.ts'

/** Length of the demo's history, ms. */
const past = 31 * dayMs

export const alreadyThere = 'already there'

/** Whether the demo city, or another installation, is there. */
export const hasTenants = async (client: pg.Pool | pg.PoolClient) =>
  Boolean((await client.query('select from sys_tenant where id = 1')).rowCount)

/** Loads the demo city into a database that has no tenant 1 yet, in one transaction; returns a summary text. Its photos go to `store`. Dates count from `now`. */
export async function loadDemo(owner: pg.Pool, store: FileStore, now: Date): Promise<string> {
  const began = now.getTime() - past
  const client = await owner.connect()
  try {
    await ensureMonths(client, [began, now.getTime()])
    await ensureDays(client, 'position', daysWithTracks(now.getTime()))
    await ensureDays(client, 'reading', collectionDays(now.getTime()))
  } finally {
    client.release()
  }
  const summary = await inTx(owner, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(809)`)
    if (await hasTenants(tx.$client)) return alreadyThere
    // Imported only when the city has to be created, not at every start.
    const { loadCity } = await import('../city.ts')
    return loadCity(tx, store, { began, now })
  })
  // Until the database looks at the tables by itself, in a minute, it would plan for empty ones: lists of messages take seconds then.
  if (summary !== alreadyThere) await owner.query('analyze')
  return summary
}
