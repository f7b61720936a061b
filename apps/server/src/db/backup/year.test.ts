import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { dayMs } from '@huanwei/contract/time'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadDemo } from '../../demo/load/load.ts'
import { diskStore, type FileStore } from '../../features/files/file-store.ts'
import { dayStart } from '../../lib/time.ts'
import { addRows } from '../../tenant-rows.test-kit.ts'
import { createEmptyDatabase, createTestDatabase } from '../../test-kit.ts'
import { openOwner } from '../connect.ts'
import { migrate, prepare } from '../migrate.ts'
import { connectOwned } from '../owned.ts'
import { ensureDays, ensureMonths } from '../partitions.ts'
import { contentOf } from './content.test-kit.ts'
import { readBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

/** Days of data: a few of a small installation, or with `BACKUP_DAYS=365` a year of the demo city, with 20 vehicles that drive, and its figures. */
const days = Number(process.env.BACKUP_DAYS || 40)
const isLong = process.env.BACKUP_DAYS !== undefined
const [vehicles, fixesPerDay] = isLong ? [20, 360] : [3, 24]
if (isLong) vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 3_600_000 })
/** Days before today of which the demo has positions, and of which it has violations. */
const [tracked, watched] = [8, 31]

const now = new Date()
let home: string
let owner: pg.Pool
let [from, into]: FileStore[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'huanwei-year-'))
  ;[from, into] = [await diskStore(join(home, 'from')), await diskStore(join(home, 'into'))]
  const url = isLong ? await createEmptyDatabase() : await createTestDatabase()
  owner = openOwner(url)
  if (isLong) await timed('the demo city', () => loadCity(url))
  else await addSome(url)
  await timed('the days before it', () => addDays(owner))
})
afterAll(async () => {
  await owner.end()
  await rm(home, { recursive: true, force: true })
})

async function loadCity(url: string) {
  await prepare(owner, url, now)
  await loadDemo(owner, from!, now)
}

async function addSome(url: string) {
  const db = connectOwned(url, { system: 1, app: 1 })
  await addRows(db, 1, '甲的')
  await db.close()
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  if (isLong) console.log(`· ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

/** Adds what came before the demo city: positions of each day, violations and their messages of each month, a line of the log for each hour. */
async function addDays(pool: pg.Pool) {
  const today = dayStart(now.getTime())
  const times = Array.from({ length: days }, (_, ago) => today - ago * dayMs)
  const client = await pool.connect()
  try {
    await ensureDays(client, 'position', times)
    await ensureMonths(client, [...times, today - (days + watched) * dayMs])
    await client.query(`select ensure_partition('sys_log', day) from unnest($1::date[]) day`, [
      times.map((time) => new Date(time + dayMs / 3).toISOString().slice(0, 10)),
    ])
    for (const time of times.slice(tracked))
      await client.query(
        `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
         select 1, d.id, at, 512, i, at, 104000000 + 60000 * sin(i / 200.0 + d.id), 30600000 + 60000 * cos(i / 300.0), i % 400, i % 360, 500, 3, 0, i
         from generate_series(0, $2 - 1) i cross join lateral (select to_timestamp($1 + i * 28800.0 / $2)) t (at),
           (select id from device where tenant_id = 1 and object_type = '1' order by id limit $3) d`,
        [time / 1000 + 8 * 3600, fixesPerDay, vehicles],
      )
    for (const table of ['violation_event', 'msg_push'])
      await client.query(
        `with last as (select max(id) as id from ${table})
         insert into ${table} overriding system value
         select old.* from last, ${table} v, generate_series(1, $1::int) month cross join lateral jsonb_populate_record(v, jsonb_build_object(
           'id', v.id + month * last.id, 'create_time', v.create_time - month * $2::int * interval '1 day')) old`,
        [Math.floor(days / watched), watched],
      )
    for (const table of ['violation_event', 'msg_push'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
    await client.query(
      `insert into sys_log (tenant_id, type, service_id, create_by, remote_addr, user_agent, params, title, method, request_uri, create_time)
       select 1, '0', '', 'admin', '', '', '', '新增车辆', 'POST', '/admin/vehicle', to_timestamp($1) - i * interval '1 hour' from generate_series(0, $2 * 24 - 1) i`,
      [today / 1000, days - 1],
    )
  } finally {
    client.release()
  }
}

test('days and months restored from a backup equal their source: every table, partition, sequence and file', async () => {
  const folder = join(home, 'backup')
  const before = await timed('reading the source', () => contentOf(owner))
  const written = await timed('writing', () => writeBackup(owner, from!, folder))
  const restoredUrl = await createEmptyDatabase()
  const restored = openOwner(restoredUrl)
  await timed('restoring', () => readBackup({ owner: restored, url: restoredUrl, store: into! }, folder))
  expect(await timed('reading the copy', () => contentOf(restored))).toEqual(before)
  // Triggers and row-level security.
  await timed('the next start', () => migrate(restored, now))
  expect(await contentOf(restored)).toMatchObject(before)

  const past = Object.entries(before.tables).filter(([name, { rows }]) => name.startsWith('position_2') && rows)
  expect(past.length).toBeGreaterThanOrEqual(days - tracked)
  for (const { name, hash } of written.files) expect([name, sha256(await buffer(await into!.read(name)))]).toEqual([name, hash])
  if (isLong) console.log(await figuresOf(written))
  await restored.end()
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function figuresOf({ tables, files, partitions }: Awaited<ReturnType<typeof writeBackup>>) {
  const { rows } = await owner.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) as size')
  const sum = (parts: { bytes: number }[]) => `${Math.round(parts.reduce((n, { bytes }) => n + bytes, 0) / 1e6)} MB`
  return {
    rows: tables.reduce((n, table) => n + table.rows, 0),
    tables: tables.length,
    partitions: partitions.length,
    database: rows[0]!.size,
    backup: sum(tables),
    files: `${files.length}, ${sum(files)}`,
  }
}
