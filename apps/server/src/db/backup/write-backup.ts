import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import journal from '../migrations/meta/_journal.json' with { type: 'json' }
import { transact } from '../transaction.ts'
import { type FileSource, fileIn, type Manifest, manifestName, tableIn } from './format.ts'

type Table = { name: string; columns: string[]; after: string[] }

/**
 * Writes a backup of the database of `owner` and of its files into the new folder `folder`, of one moment, while the product may run. Throws when there
 * is something in the folder.
 */
export async function writeBackup(owner: pg.Pool, store: FileSource, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length) throw new Error(`${folder} is not empty`)
  await Promise.all(['tables', 'files'].map((part) => mkdir(join(folder, part))))
  try {
    const begin = 'begin isolation level repeatable read read only'
    const { names, ...rows } = await transact(owner, begin, (client) => writeRows(client, folder))
    // No transaction is open while files are copied, which may take hours.
    const manifest: Manifest = { format: 1, ...rows, files: await writeFiles(names, store, folder) }
    const place = join(folder, manifestName)
    await writeFile(`${place}.partial`, JSON.stringify(manifest, null, 1))
    await rename(`${place}.partial`, place)
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Writes the rows of the snapshot of the client's transaction. Returns with their part of the manifest the names of the files that they list. */
async function writeRows(client: pg.PoolClient, folder: string) {
  const migration = await findMigration(client)
  const time = new Date().toISOString()
  const tables: Manifest['tables'] = []
  for (const table of inOrder(await findTables(client))) tables.push(await writeTable(client, table, folder))
  return {
    time,
    migration,
    tables,
    partitions: await findPartitions(client),
    sequences: await findSequences(client),
    names: await findFiles(client),
  }
}

/** The last migration that ran on the database, which may be older than this code. Throws when this code does not know it. */
async function findMigration(client: pg.PoolClient): Promise<string> {
  const { rows: known } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (!known[0]?.there) throw new Error('the database is empty: the product never ran on it')
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  )
  const found = journal.entries.find(({ when }) => String(when) === rows[0]?.last)
  if (!found)
    throw new Error(
      'this version does not know the schema of the database: write the backup with the version that ran on it last',
    )
  return found.tag
}

/** Every table of the product that is no partition, with the columns that are stored and the tables that it refers to. */
async function findTables(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as after
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  return rows
}

/** The tables with those that others refer to first. Throws when two refer to each other. */
function inOrder(tables: Table[]): Table[] {
  const placed = new Map<string, Table>()
  while (placed.size < tables.length) {
    const next = tables.filter(({ name, after }) => !placed.has(name) && after.every((one) => placed.has(one)))
    if (!next.length) throw new Error('tables refer to each other in a circle')
    for (const table of next) placed.set(table.name, table)
  }
  return [...placed.values()]
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
/** List of columns for COPY. */
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')

async function writeTable(client: pg.PoolClient, { name, columns }: Table, folder: string) {
  const source = client.query(copyTo(`copy (select ${columnList(columns)} from ${quoted(name)}) to stdout`))
  const part = await writePart(source, join(folder, tableIn(name)), createGzip({ level: 3 }))
  return { name, columns, rows: source.rowCount, ...part }
}

async function writePart(source: Readable, path: string, ...ways: Transform[]) {
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline([source, ...ways, count, createWriteStream(path, { flags: 'wx' })])
  return { hash: hash.digest('hex'), bytes }
}

async function findPartitions(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('create table if not exists %s partition of %s %s', c.oid::regclass, i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid)) as statement
    from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r' order by 1`)
  return rows.map(({ statement }) => statement)
}

async function findSequences(client: pg.PoolClient) {
  const { rows } = await client.query<{ name: string; last: number }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}

async function findFiles(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select distinct file_name as name from sys_file order by 1')
  return rows.map(({ name }) => name)
}

/** Copies files. One that the store lacks was deleted since the snapshot, or is missing in the product too. */
async function writeFiles(names: readonly string[], store: FileSource, folder: string) {
  const files: Manifest['files'] = []
  for (const name of names) {
    if ((await store.sizeOf(name)) === undefined) continue
    files.push({ name, ...(await writePart(await store.read(name), join(folder, fileIn(name)))) })
  }
  return files
}
