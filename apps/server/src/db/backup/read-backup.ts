import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ensureLogins } from '../logins.ts'
import { migrationsFolder } from '../migrate.ts'
import journal from '../migrations/meta/_journal.json' with { type: 'json' }
import { dailyTables } from '../partitions.ts'
import { transact } from '../transaction.ts'
import { type FileSink, fileIn, Manifest, manifestName, SettingsInBackup, settingsName, tableIn } from './format.ts'
import { columnList } from './write-backup.ts'

type Target = { owner: pg.Pool; url: string; store: FileSink }
/** `without`: names of damaged days that are left out. */
type Options = { without?: readonly string[] }

/**
 * Puts the backup in `folder` back into an empty database and its files into `store`; the next start of the product brings the schema up to date. The
 * schema and all rows are one transaction, which comes last: what failed can be repeated. Throws when the database is not empty, or a part is not what
 * was written. Returns the manifest of what was put back.
 */
export async function readBackup(
  { owner, url, store }: Target,
  folder: string,
  { without = [] }: Options = {},
): Promise<Manifest> {
  const manifest = leaveOut(await readManifest(folder), without)
  await mustBeWhole(manifest, folder)
  const migrations = migrationsUpTo(manifest.migration)
  await mustBeEmpty(owner)
  await ensureLogins(owner, url)
  for (const { name } of manifest.files) {
    const received = await store.receive(createReadStream(join(folder, fileIn(name))))
    await received.keep(name)
  }
  await transact(owner, 'begin', async (client) => {
    await runMigrations(client, migrations)
    await putRows(client, manifest, folder)
  })
  return manifest
}

/** The settings that were set where the backup was written; undefined in one of an earlier version. */
export async function readSettings(folder: string): Promise<SettingsInBackup | undefined> {
  const { settings } = await readManifest(folder)
  return settings && SettingsInBackup.parse(JSON.parse(await readFile(join(folder, settingsName), 'utf8')))
}

const readManifest = async (folder: string) => Manifest.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')))

/** The manifest without these days, whose partitions stay empty. Months hold events and logs, which are added up elsewhere. */
function leaveOut(manifest: Manifest, names: readonly string[]): Manifest {
  for (const name of names)
    if (!manifest.tables.some((table) => table.name === name && dailyTables.some((daily) => daily === table.of)))
      throw new Error(`${name} is no day of ${dailyTables.join(', ')} in this backup: nothing else can be left out`)
  return { ...manifest, tables: manifest.tables.filter(({ name }) => !names.includes(name)) }
}

/** Throws with every part that is not what was written. */
async function mustBeWhole({ tables, files, settings }: Manifest, folder: string) {
  const parts = [
    ...tables.map(({ name, hash }) => ({ path: tableIn(name), hash })),
    ...files.map(({ name, hash }) => ({ path: fileIn(name), hash })),
    ...(settings ? [{ path: settingsName, hash: settings.hash }] : []),
  ]
  const faults: string[] = []
  for (const { path, hash } of parts) {
    const found = await hashOf(join(folder, path)).catch((error: Error) => error)
    if (found instanceof Error) faults.push(`${path} cannot be read: ${found.message}`)
    else if (found !== hash) faults.push(`${path} was changed`)
  }
  if (faults.length) throw new Error(`the backup is damaged:\n${faults.join('\n')}`)
}

async function mustBeEmpty(owner: pg.Pool) {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  if (rows[0]?.n) throw new Error('the database is not empty: a backup goes into a new one only')
}

async function hashOf(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The migrations that had run with `last`. */
function migrationsUpTo(last: string): MigrationMeta[] {
  const until = journal.entries.findIndex(({ tag }) => tag === last)
  if (until < 0) throw new Error(`the backup is of a later version: its migration ${last} is not known here`)
  return readMigrationFiles({ migrationsFolder }).slice(0, until + 1)
}

/** Runs migrations and notes them as drizzle does, which would commit them by themselves. */
async function runMigrations(client: pg.PoolClient, migrations: readonly MigrationMeta[]) {
  await client.query(`create schema if not exists drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
  }
}

/** No trigger and no row-level security is there yet: rows come back as they were. */
async function putRows(client: pg.PoolClient, { tables, partitions, sequences }: Manifest, folder: string) {
  for (const statement of partitions) await client.query(statement)
  // What migrations wrote themselves is among the rows.
  await client.query(`truncate ${columnList(tables.map(({ name }) => name))} cascade`)
  for (const { name, columns, rows } of tables) {
    const into = client.query(copyFrom(`copy "${name}" (${columnList(columns)}) from stdin`))
    await pipeline(createReadStream(join(folder, tableIn(name))), createGunzip(), into)
    if (into.rowCount !== rows) throw new Error(`${name} has ${into.rowCount} rows instead of ${rows}`)
  }
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [`public."${name}"`, last])
}
