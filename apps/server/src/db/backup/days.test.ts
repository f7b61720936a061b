import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStore, type FileStore } from '../../features/files/file-store.ts'
import { createEmptyDatabase, createTestDatabase } from '../../test-kit.ts'
import { openOwner } from '../connect.ts'
import journal from '../migrations/meta/_journal.json' with { type: 'json' }
import { ensureDays } from '../partitions.ts'
import { contentOf } from './content.test-kit.ts'
import { type Manifest, manifestName, tableIn } from './format.ts'
import { readBackup } from './read-backup.ts'
import { type BackupProgress, writeBackup } from './write-backup.ts'

let home: string
let store: FileStore
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'huanwei-days-'))
  store = await diskStore(join(home, 'files'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const days = ['2024-05-01', '2024-05-02', '2024-05-03']
const addPosition = (pool: pg.Pool | pg.ClientBase, day: string, serial: number) =>
  pool.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
     values (1, 7, $1::timestamptz, 512, $2, $1::timestamptz, 104000000, 30600000, 300, 90, 500, 3, 0, 1)`,
    [`${day} 08:00:00+08`, serial],
  )

/** A database with two positions on each of three days; `work` gets its owner. */
async function withDays(work: (owner: pg.Pool) => Promise<void>) {
  const owner = openOwner(await createTestDatabase(), 4)
  const client = await owner.connect()
  await ensureDays(
    client,
    'position',
    days.map((day) => Date.parse(`${day}T08:00:00+08:00`)),
  )
  client.release()
  for (const day of days) for (const serial of [1, 2]) await addPosition(owner, day, serial)
  await work(owner).finally(() => owner.end())
}

/** Rows of each day of positions that is in a backup. */
const daysIn = ({ tables }: Manifest) =>
  Object.fromEntries(tables.flatMap(({ name, rows }) => (/^position_2024/.test(name) ? [[name, rows]] : [])))

/** Restores a folder into a new database; `look` gets its owner. */
async function restored<T>(folder: string, look: (owner: pg.Pool) => Promise<T>, without: string[] = []): Promise<T> {
  const url = await createEmptyDatabase()
  const owner = openOwner(url)
  try {
    await readBackup({ owner, url, store }, folder, { without })
    return await look(owner)
  } finally {
    await owner.end()
  }
}

test('a day is copied by itself: others can be made and dropped meanwhile, and the rows are those of one moment', async () => {
  await withDays(async (owner) => {
    const folder = join(home, 'one')
    // Of a day without a partition, which gets one while the others are copied.
    await addPosition(owner, '2024-05-04', 9)
    const parts: BackupProgress[] = []
    const written = await writeBackup(owner, store, folder, {
      async progress(part) {
        parts.push(part)
        if (part.name !== 'position_20240501') return
        const client = await owner.connect()
        await client.query(`set lock_timeout = '3s'`)
        await client.query(`select drop_partitions('position', '2024-05-02')`)
        await client.query('drop table position_20240503')
        await client.query(`select ensure_partition('position', '2024-05-04')`)
        await addPosition(client, '2024-05-02', 3)
        await addPosition(client, '2024-05-04', 1)
        await client.query('reset lock_timeout')
        client.release()
      },
    })
    expect(daysIn(written)).toEqual({ position_20240501: 2, position_20240502: 2 })
    expect(written.tables.find(({ name }) => name === 'position')).toBeUndefined()
    expect(written.partitions.join()).not.toMatch(/position_2024050[34]/)

    const tables = parts.filter(({ kind }) => kind === 'tables')
    expect(tables.map(({ done }) => done)).toEqual(tables.map((_, i) => i + 1))
    expect(new Set(tables.map(({ all }) => all))).toEqual(new Set([tables.length]))
    const rows = (pool: pg.Pool) => pool.query(`select extract(day from time)::int as day, serial from position order by 1, 2`)
    expect((await restored(folder, rows)).rows.map(({ day, serial }) => [day, serial])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
      [4, 9],
    ])
  })
})

test('a damaged day is one day, and nothing else can be left out', async () => {
  await withDays(async (owner) => {
    const folder = join(home, 'two')
    const before = await contentOf(owner)
    await writeBackup(owner, store, folder)
    await appendFile(join(folder, tableIn('position_20240501')), 'x')
    await rm(join(folder, tableIn('position_20240502')))
    const damaged = ['position_20240501', 'position_20240502']
    await expect(restored(folder, contentOf)).rejects.toThrow(
      /position_20240501\.copy\.gz was changed\n.*position_20240502\.copy\.gz cannot be read: ENOENT/,
    )
    await expect(restored(folder, contentOf, ['position_20240501'])).rejects.toThrow('position_20240502.copy.gz cannot be read')
    for (const name of ['sys_tenant', 'sys_log_default', 'position', 'position_20240509'])
      await expect(restored(folder, contentOf, [name])).rejects.toThrow(`${name} is no day of`)

    const { tables } = await restored(folder, contentOf, damaged)
    for (const [name, content] of Object.entries(before.tables))
      expect([name, tables[name]]).toEqual([name, damaged.includes(name) ? { ...content, rows: 0, hash: null } : content])
  })
})

test('a backup of an earlier version, with all partitions of a table in one file, is restored', async () => {
  await withDays(async (owner) => {
    const folder = join(home, 'three')
    const before = await contentOf(owner)
    await toEarlierForm(folder, await writeBackup(owner, store, folder))
    expect(await restored(folder, contentOf)).toEqual(before)
  })
})

/** Puts the partitions of each table together, and forgets the settings. */
async function toEarlierForm(folder: string, { settings: _, ...manifest }: Manifest) {
  const tables: Manifest['tables'] = []
  for (const [name, parts] of Map.groupBy(manifest.tables, (table) => table.of ?? table.name)) {
    // Pieces of gzip that follow each other are one.
    const bytes = Buffer.concat(await Promise.all(parts.map((part) => readFile(join(folder, tableIn(part.name))))))
    await writeFile(join(folder, tableIn(name)), bytes)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const rows = parts.reduce((sum, part) => sum + part.rows, 0)
    tables.push({ name, hash, bytes: bytes.length, columns: parts[0]!.columns, rows })
  }
  await writeFile(join(folder, manifestName), JSON.stringify({ ...manifest, tables }))
}

test('a backup during which the schema was brought up to date is none', async () => {
  await withDays(async (owner) => {
    const [earlier, last] = journal.entries.slice(-2)
    await owner.query('delete from drizzle.__drizzle_migrations where created_at > $1', [earlier!.when])
    const progress = async ({ name }: BackupProgress) => {
      if (name === 'position_20240501')
        await owner.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', $1)`, [last!.when])
    }
    await expect(writeBackup(owner, store, join(home, 'four'), { progress })).rejects.toThrow('the product was updated')
    expect(await readdir(home)).not.toContain('four')
  })
})
