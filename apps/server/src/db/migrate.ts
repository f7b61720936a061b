import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { ensurePartitions } from './partitions.ts'

/** Brings the schema up to date, guards every table, makes the partitions of the coming days. Safe to run from several processes. */
export async function migrate(owner: pg.Pool, now: Date) {
  const client = await owner.connect()
  try {
    await client.query('select pg_advisory_lock(808)')
    await runMigrations(drizzle({ client }), { migrationsFolder: join(import.meta.dirname, 'migrations') })
    await client.query(await readFile(join(import.meta.dirname, 'guard.sql'), 'utf8'))
    await ensurePartitions(client, now)
  } finally {
    await client.query('select pg_advisory_unlock(808)')
    client.release()
  }
}
