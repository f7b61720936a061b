import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../../db/connect.ts'
import { createTestDatabase } from '../../test-kit.ts'
import type { Report } from '../report.ts'
import { createPositionStore, type PositionStore } from './positions.ts'
import { place } from './recorder.test-kit.ts'

const time = Math.floor(Date.now() / 1000) * 1000
let db: Database
let client: pg.PoolClient
let device: number
beforeAll(async () => {
  db = connect(await createTestDatabase(), { owner: 2, app: 1 })
  client = await db.owner.connect()
  const { rows } = await client.query<{ id: number }>(`insert into device (terminal_no, tenant_id) values ('1', 1) returning id`)
  device = rows[0]!.id
})
afterAll(async () => {
  client.release()
  await db.close()
})

const report = (seconds: number): Report => ({
  deviceId: device,
  messageId: 0x0200,
  serial: seconds,
  receivedAt: time + 60_000,
  locations: [place(time + seconds * 1000)],
  settle: () => undefined,
})

/** Stores in a transaction of its own; the seconds of the fixes that were new. */
async function stored(store: PositionStore, seconds: number[], isWatched = true) {
  await client.query('begin')
  const fixes = await store(client, seconds.map(report), () => isWatched)
  await client.query('commit')
  return (fixes.get(device) ?? []).map((fix) => (fix.time - time) / 1000)
}

const all = async () => {
  const { rows } = await client.query<{ tenant_id: number; serial: number }>(
    'select tenant_id, serial from position order by serial',
  )
  return rows.map((row) => [row.tenant_id, row.serial])
}

test('a known position is neither stored nor new again, before and after a repetition was noticed', async () => {
  let clock = 0
  const store = createPositionStore(() => clock)
  expect(await stored(store, [1, 2])).toEqual([1, 2])
  expect(await stored(store, [2, 3])).toEqual([3])
  expect(await stored(store, [3, 4, 4])).toEqual([4, 4])
  clock += 60_000
  expect(await stored(store, [5])).toEqual([5])
  expect(await stored(store, [6], false)).toEqual([])
  expect(await stored(store, [5, 6])).toEqual([])
  expect(await all()).toEqual([1, 2, 3, 4, 5, 6].map((serial) => [1, serial]))
})

test('an owner that row-level security binds, who may not copy, stores as well', async () => {
  await client.query('truncate position; drop table if exists position_inbox')
  await client.query(`
    create role bound nologin nobypassrls;
    grant select, insert on position, device to bound;
    create policy bound on position to bound using (true) with check (true);
    create policy bound on device to bound using (true);
    set role bound`)
  const store = createPositionStore()
  expect(await stored(store, [1, 2])).toEqual([1, 2])
  expect(await stored(store, [2, 3])).toEqual([3])
  await client.query('reset role')
  expect(await all()).toEqual([1, 2, 3].map((serial) => [1, serial]))
  await client.query('drop owned by bound; drop role bound')
})
