import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStore, type FileStore } from '../../features/files/file-store.ts'
import { addRows } from '../../tenant-rows.test-kit.ts'
import { createEmptyDatabase, createTestDatabase, startTestServer } from '../../test-kit.ts'
import { openOwner, openUnlimited } from '../connect.ts'
import { migrate } from '../migrate.ts'
import journal from '../migrations/meta/_journal.json' with { type: 'json' }
import { contentOf } from './content.test-kit.ts'
import { type Manifest, manifestName, tableIn } from './format.ts'
import { readBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

let url: string
/** The source. No server runs on it, so that nothing changes between its content and its backup. */
let source: ReturnType<typeof openOwner>
let home: string
let [from, into]: FileStore[] = []
const name = `${'b'.repeat(30)}01.pdf`

beforeAll(async () => {
  const server = await startTestServer()
  await addRows(server.db, 1, '甲的')
  await server.close()
  url = server.url
  source = openOwner(url)
  home = await mkdtemp(join(tmpdir(), 'huanwei-backup-'))
  ;[from, into] = [await diskStore(join(home, 'from')), await diskStore(join(home, 'into'))]
  await (await from.receive(Readable.from(['a document']))).keep(name)
  await source.query(
    `insert into sys_file (tenant_id, bucket_name, file_name, original, type, file_size, create_user, is_confirmed)
     values (1, 'files', $1, '一.pdf', 'pdf', 10, 'admin', true)`,
    [name],
  )
  // A partition of an old month, which no start makes anew.
  await source.query(`create table violation_event_2019_01 partition of violation_event
    for values from ('2019-01-01 00:00+08') to ('2019-02-01 00:00+08')`)
  await source.query(`insert into violation_event overriding system value select (jsonb_populate_record(v,
    jsonb_build_object('id', 900001, 'create_time', '2019-01-05 08:00+08'))).* from violation_event v limit 1`)
})
afterAll(async () => {
  await source.end()
  await rm(home, { recursive: true, force: true })
})

test('what is restored equals its source, table by table and file by file, and the product starts on it', async () => {
  const folder = join(home, 'one')
  const before = await contentOf(source)
  const written = await writeBackup(source, from!, folder)
  expect(written.tables.filter(({ rows }) => rows).length).toBeGreaterThan(40)
  expect(written.files).toMatchObject([{ name, bytes: 10 }])

  const target = await createEmptyDatabase()
  const owner = openOwner(target)
  await readBackup({ owner, url: target, store: into! }, folder)
  expect(await contentOf(owner)).toEqual(before)
  expect(await text(await into!.read(name))).toBe('a document')
  // Triggers and row-level security come with the next start, which leaves the rows as they are.
  await migrate(owner, new Date())
  expect(await contentOf(owner)).toMatchObject(before)
  const { rows } = await owner.query(`select count(*)::int as n from violation_event_2019_01`)
  expect(rows[0].n).toBe(1)
  await owner.end()

  const restored = await startTestServer({}, target)
  const admin = await restored.login('admin')
  expect((await admin.call('GET', '/admin/vehicle/page')).data.total).toBe(1)
  const added = await admin.call('POST', '/admin/shift', { name: '新班', start: '06:00', end: '12:00', weekdays: [1] })
  expect([added.status, added.msg]).toEqual([200, null])
  await restored.close()
})

test('a backup goes into an empty folder, and back into an empty database, only if it is whole and known', async () => {
  const folder = join(home, 'two')
  await writeBackup(source, from!, folder)
  await expect(writeBackup(source, from!, folder)).rejects.toThrow('is not empty')
  await expect(readBackup({ owner: source, url, store: into! }, folder)).rejects.toThrow('the database is not empty')

  const target = await createEmptyDatabase()
  const owner = openOwner(target)
  const manifest = await readFile(join(folder, manifestName), 'utf8')
  await writeFile(join(folder, manifestName), manifest.replace(/"migration": "[^"]+"/, '"migration": "9999_later"'))
  await expect(readBackup({ owner, url: target, store: into! }, folder)).rejects.toThrow('of a later version')
  await writeFile(join(folder, manifestName), manifest)
  await appendFile(join(folder, tableIn('vehicle')), 'x')
  await expect(readBackup({ owner, url: target, store: into! }, folder)).rejects.toThrow('vehicle.copy.gz was changed')
  await rm(join(folder, manifestName))
  await expect(readBackup({ owner, url: target, store: into! }, folder)).rejects.toThrow('ENOENT')
  await owner.end()
})

test('a backup has no timeouts, and no transaction while it copies files', async () => {
  const pool = openUnlimited(url)
  const { rows: limits } = await pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  expect(limits).toEqual([{ statement: '0', idle: '0' }])
  const idle: number[] = []
  const read = async (file: string) => {
    const { rows } = await source.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    idle.push(rows[0].n)
    return from!.read(file)
  }
  await writeBackup(pool, { sizeOf: from!.sizeOf, read }, join(home, 'three'))
  expect(idle).toEqual([0])
  await pool.end()
})

test('a backup names the migration that ran on the data last, and is refused where this version does not know it', async () => {
  const owner = openOwner(await createTestDatabase())
  const earlier = journal.entries.at(-2)!
  await owner.query('delete from drizzle.__drizzle_migrations where created_at > $1', [earlier.when])
  expect((await writeBackup(owner, from!, join(home, 'four'))).migration).toBe(earlier.tag)
  await owner.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9999999999999)`)
  await expect(writeBackup(owner, from!, join(home, 'five'))).rejects.toThrow('does not know the schema')
  expect(await readdir(home)).not.toContain('five')
  await owner.end()

  const empty = openOwner(await createEmptyDatabase())
  await expect(writeBackup(empty, from!, join(home, 'five'))).rejects.toThrow('the database is empty')
  await empty.end()
})

test('a restore that failed, of files or of rows, is repeated', async () => {
  const folder = join(home, 'six')
  const { tables, ...rest } = await writeBackup(source, from!, folder)
  const target = await createEmptyDatabase()
  const owner = openOwner(target)
  const store = await diskStore(join(home, 'again'))
  const restore = (into: Pick<FileStore, 'receive'>) => readBackup({ owner, url: target, store: into }, folder)
  await expect(restore({ receive: () => Promise.reject(new Error('the disk is full')) })).rejects.toThrow('the disk is full')

  const write = (manifest: Manifest) => writeFile(join(folder, manifestName), JSON.stringify(manifest))
  await write({ ...rest, tables: tables.map((table) => (table.name === 'vehicle' ? { ...table, rows: 7 } : table)) })
  await expect(restore(store)).rejects.toThrow('vehicle has 1 rows instead of 7')
  expect(await text(await store.read(name))).toBe('a document')

  await write({ ...rest, tables })
  await restore(store)
  expect(await contentOf(owner)).toEqual(await contentOf(source))
  await owner.end()
})
