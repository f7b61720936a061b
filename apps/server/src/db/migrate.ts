import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { openOwner } from './connect.ts'
import { ensureLogins } from './logins.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }
import { ensurePartitions } from './partitions.ts'

export const migrationsFolder = join(import.meta.dirname, 'migrations')

/** Runs `work` with connections of the owner of the database at `url`, which end with it. */
export async function asOwner<T>(url: string, work: (owner: pg.Pool) => Promise<T>): Promise<T> {
  const owner = openOwner(url)
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Makes the database at `url` ready for the product: log-ins that own nothing, and the schema. */
export async function prepare(owner: pg.Pool, url: string, now: Date) {
  await ensureLogins(owner, url)
  await migrate(owner, now)
}

/** Brings the schema up to date, guards every table, makes the partitions of the coming days. Safe to run from several processes. */
export async function migrate(owner: pg.Pool, now: Date) {
  const client = await owner.connect()
  try {
    await client.query('select pg_advisory_lock(808)')
    await refuseOtherData(client)
    await runMigrations(drizzle({ client }), { migrationsFolder })
    await applyChanged(client, 'access.sql')
    await applyChanged(client, 'partitions.sql')
    await applyChanged(client, 'changes.sql')
    await applyChanged(client, 'triggers.sql')
    await applyChanged(client, 'outgoing.sql')
    await client.query(await readSql('guard.sql'))
    await ensurePartitions(client, now)
  } finally {
    await client.query('select pg_advisory_unlock(808)')
    client.release()
  }
}

const readSql = (name: string) => readFile(join(import.meta.dirname, name), 'utf8')

/**
 * Throws when the database was brought up to date by a later version, whose functions and triggers this one would put back to its own, and when it
 * stands between two of the 24 migrations that the baseline replaced. In the journal the baseline has the time of the last
 * of the 24, and drizzle runs only what is later than the last one applied: where all 24 ran, the baseline counts as applied.
 */
async function refuseOtherData(client: pg.PoolClient) {
  const { rows: known } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (!known[0]?.there) return
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  )
  const [baseline, newest] = [journal.entries[0], journal.entries.at(-1)]
  const last = rows[0]?.last
  if (last && newest && Number(last) > newest.when)
    throw new Error(
      'a later version of the product has brought this database up to date, and this one would spoil it; start that version, or restore a backup from before',
    )
  if (last && baseline && Number(last) < baseline.when)
    throw new Error(
      'this database was made by a development version before commit 2677c78 and cannot be migrated by this one; ' +
        'start version 0.1.0 at commit 2677c78 on it once, which brings it up to date, and then this version again',
    )
}

/** Runs a file of SQL unless the database notes that this content of it ran last. */
async function applyChanged(client: pg.PoolClient, name: string) {
  const text = await readSql(name)
  const hash = createHash('sha256').update(text).digest('hex')
  await client.query('create table if not exists drizzle.applied_file (name text primary key, hash text not null)')
  const { rowCount } = await client.query('select from drizzle.applied_file where (name, hash) = ($1, $2)', [name, hash])
  if (rowCount) return
  // Statements of one query without parameters are one transaction.
  const note = `insert into drizzle.applied_file (name, hash) values ('${name}', '${hash}') on conflict (name) do update set hash = excluded.hash`
  await client.query(`${text}\n;${note}`)
}
