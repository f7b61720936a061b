import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ensureLogins } from '../logins.ts'
import { migrationsFolder } from '../migrate.ts'
import journal from '../migrations/meta/_journal.json' with { type: 'json' }
import { type FileSink, fileIn, Manifest, manifestName, tableIn } from './format.ts'
import { columnList } from './write-backup.ts'

type Target = { owner: pg.Pool; url: string; store: FileSink }

/**
 * Puts the backup in `folder` back into an empty database and its files into `store`; the next start of the product brings the schema up to date. All rows
 * are one transaction. Throws when the database is not empty, or a part is not what was written.
 */
export async function readBackup({ owner, url, store }: Target, folder: string): Promise<Manifest> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')))
  const parts = [
    ...manifest.tables.map(({ name, hash }) => ({ path: tableIn(name), hash })),
    ...manifest.files.map(({ name, hash }) => ({ path: fileIn(name), hash })),
  ]
  for (const { path, hash } of parts) if ((await hashOf(join(folder, path))) !== hash) throw new Error(`${path} was changed`)
  await ensureLogins(owner, url)
  const client = await owner.connect()
  try {
    await mustBeEmpty(client)
    await migrateUpTo(client, manifest.migration)
    await putRows(client, manifest, folder)
  } finally {
    client.release()
  }
  for (const { name } of manifest.files) {
    const received = await store.receive(createReadStream(join(folder, fileIn(name))))
    await received.keep(name)
  }
  return manifest
}

async function mustBeEmpty(client: pg.PoolClient) {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  if (rows[0]?.n) throw new Error('the database is not empty: a backup goes into a new one only')
}

async function hashOf(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Makes the schema as it was with the migration `last`. */
async function migrateUpTo(client: pg.PoolClient, last: string) {
  const until = journal.entries.findIndex(({ tag }) => tag === last)
  if (until < 0) throw new Error(`the backup is of a later version: its migration ${last} is not known here`)
  const folder = await mkdtemp(join(tmpdir(), 'huanwei-migrations-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    await writeFile(
      join(folder, 'meta/_journal.json'),
      JSON.stringify({ ...journal, entries: journal.entries.slice(0, until + 1) }),
    )
    await runMigrations(drizzle({ client }), { migrationsFolder: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** No trigger and no row-level security is there yet: rows come back as they were. */
async function putRows(client: pg.PoolClient, { tables, partitions, sequences }: Manifest, folder: string) {
  await client.query('begin')
  try {
    for (const statement of partitions) await client.query(statement)
    // What migrations wrote themselves is among the rows.
    await client.query(`truncate ${columnList(tables.map(({ name }) => name))} cascade`)
    for (const { name, columns, rows } of tables) {
      const into = client.query(copyFrom(`copy "${name}" (${columnList(columns)}) from stdin`))
      await pipeline(createReadStream(join(folder, tableIn(name))), createGunzip(), into)
      if (into.rowCount !== rows) throw new Error(`${name} has ${into.rowCount} rows instead of ${rows}`)
    }
    for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [`public."${name}"`, last])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
