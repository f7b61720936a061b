import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import journal from '../migrations/meta/_journal.json' with { type: 'json' }
import { transact } from '../transaction.ts'
import { type FileSource, fileIn, type Manifest, manifestName, type SettingsInBackup, settingsName, tableIn } from './format.ts'

type Table = { name: string; columns: string[]; after: string[]; isPartitioned: boolean }
/** `source`: what its rows are read from; `locked`: the tables that are locked for it, in the order in which whoever drops it locks them; `statement` makes it anew. */
type Partition = { name: string; of: string; source: string; locked: string; statement: string }

/** How far a backup is: `name` is written, `done` of `all`. */
export type BackupProgress = { kind: 'tables' | 'files'; name: string; done: number; all: number }
type Options = { settings?: SettingsInBackup; progress?: (progress: BackupProgress) => unknown }

const readOnly = 'begin isolation level repeatable read read only'
/** A migration that has locked a partition waits for what a backup locks until its end: the backup gives way. */
const lockTimeout = '60s'

/**
 * Writes a backup of the database of `owner`, of its files and of `settings` into the new folder `folder`, of one moment, while the product may run;
 * `progress` is awaited after each part. Throws when there is something in the folder. Record: docs/decisions/0105.
 */
export async function writeBackup(
  owner: pg.Pool,
  store: FileSource,
  folder: string,
  { settings = {}, progress = () => undefined }: Options = {},
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length) throw new Error(`${folder} is not empty`)
  await Promise.all(['tables', 'files'].map((part) => mkdir(join(folder, part))))
  try {
    const { names, ...rows } = await transact(owner, readOnly, (client) => writeRows(client, { owner, folder, progress }))
    // A table that a migration wrote anew looks empty to an older snapshot.
    if ((await findMigration(owner)) !== rows.migration)
      throw new Error('the product was updated while its rows were copied: write the backup again')
    // No transaction is open while files are copied, which may take hours.
    const manifest: Manifest = {
      format: 1,
      ...rows,
      files: await writeFiles(names, { store, folder, progress }),
      settings: await writeSettings(settings, folder),
    }
    const place = join(folder, manifestName)
    await writeFile(`${place}.partial`, JSON.stringify(manifest, null, 1))
    await rename(`${place}.partial`, place)
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

type Place = { owner: pg.Pool; folder: string } & Required<Pick<Options, 'progress'>>

/**
 * Writes the rows of the snapshot of the client's transaction. That locks the tables without partitions until it ends, so that none is changed or
 * dropped; it locks no partition: each is copied in a transaction of its own on the same snapshot. Returns with their part of the manifest the names of the
 * files that they list.
 */
async function writeRows(client: pg.PoolClient, { owner, folder, progress }: Place) {
  const migration = await findMigration(client)
  const time = new Date().toISOString()
  const { rows: exported } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  const begin = `${readOnly}; set transaction snapshot '${exported[0]!.snapshot}'; set local lock_timeout = '${lockTimeout}'`
  // What it looks at it locks until its transaction ends, which is at once.
  const partitions = await transact(owner, begin, findPartitions)
  const parts = inOrder(await findTables(client)).flatMap((table) => partsOf(table, partitions))
  const tables: Manifest['tables'] = []
  for (const [i, part] of parts.entries()) {
    const written = part.locked ? await writePartition(owner, begin, part, folder) : await writeTable(client, part, folder)
    if (written) tables.push(written)
    await progress({ kind: 'tables', name: part.name, done: i + 1, all: parts.length })
  }
  const names = new Set(tables.map(({ name }) => name))
  return {
    time,
    migration,
    tables,
    partitions: partitions.filter(({ name }) => names.has(name)).map(({ statement }) => statement),
    sequences: await findSequences(client),
    names: await findFiles(client),
  }
}

/** The last migration that ran on the database, which may be older than this code. Throws when this code does not know it. */
async function findMigration(client: pg.PoolClient | pg.Pool): Promise<string> {
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
    select c.relname as name, c.relkind = 'p' as "isPartitioned",
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

const undefinedTable = '42P01'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
/** List of columns for COPY. */
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')

/** A table, or one of its partitions. */
type TablePart = { name: string; columns: string[]; source: string } & Partial<Pick<Partition, 'of' | 'locked'>>

/** The table, or each of its partitions. */
const partsOf = ({ name, columns, isPartitioned }: Table, partitions: readonly Partition[]): TablePart[] =>
  isPartitioned
    ? partitions.flatMap(({ statement: _, ...partition }) => (partition.of === name ? { ...partition, columns } : []))
    : [{ name, columns, source: quoted(name) }]

async function writeTable(client: pg.PoolClient, { source, locked: _, ...table }: TablePart, folder: string) {
  const rows = client.query(copyTo(`copy (select ${columnList(table.columns)} from ${source}) to stdout`))
  const part = await writePart(rows, join(folder, tableIn(table.name)), createGzip({ level: 3 }))
  return { ...table, rows: rows.rowCount, ...part }
}

/** Writes a partition; undefined when it was dropped since the snapshot. The lock comes first: what is dropped after it waits. */
async function writePartition(owner: pg.Pool, begin: string, part: TablePart, folder: string) {
  try {
    return await transact(owner, begin, async (client) => {
      await client.query(`lock table ${part.locked} in access share mode`)
      return writeTable(client, part, folder)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return undefined
    throw error
  }
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

/**
 * The partitions of the snapshot. A day of positions and what lies between partitions is read by itself, which locks nothing else. The others show their
 * rows through their table only, as `guard.sql` has it, which is locked with them.
 */
async function findPartitions(client: pg.PoolClient): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    select c.relname as name, p.relname as of,
      case when h.is_hidden then format('%I where %s', p.relname, pg_get_partition_constraintdef(c.oid)) else format('%I', c.relname) end as source,
      case when h.is_hidden then format('only %I, %I', p.relname, c.relname) else format('%I', c.relname) end as locked,
      format('create table if not exists %I partition of %I %s', c.relname, p.relname, pg_get_expr(c.relpartbound, c.oid)) as statement
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
      cross join lateral (select c.relrowsecurity and not exists (select from pg_policy where polrelid = c.oid) as is_hidden) h
    where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r' order by 1`)
  return rows
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
async function writeFiles(names: readonly string[], { store, folder, progress }: Omit<Place, 'owner'> & { store: FileSource }) {
  const files: Manifest['files'] = []
  for (const [i, name] of names.entries()) {
    if ((await store.sizeOf(name)) !== undefined)
      files.push({ name, ...(await writePart(await store.read(name), join(folder, fileIn(name)))) })
    await progress({ kind: 'files', name, done: i + 1, all: names.length })
  }
  return files
}

const writeSettings = async (settings: SettingsInBackup, folder: string) => ({
  name: settingsName,
  ...(await writePart(Readable.from([JSON.stringify(settings, null, 1)]), join(folder, settingsName))),
})
