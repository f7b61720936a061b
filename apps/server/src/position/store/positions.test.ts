import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { createTestDatabase } from '../../test-kit.ts'
import type { Report } from '../report.ts'
import { beginStoring, createPositionStore, type PositionStore } from './positions.ts'
import { place } from './recorder.test-kit.ts'

const time = Math.floor(Date.now() / 1000) * 1000
let db: OwnedDatabase
let client: pg.PoolClient
let device: number
beforeAll(async () => {
  db = connectOwned(await createTestDatabase(), { system: 2, app: 1 })
  client = await db.pool.connect()
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
  serial: Math.abs(seconds) % 65_536,
  receivedAt: time + 60_000,
  locations: [place(time + seconds * 1000)],
  settle: () => undefined,
})

/** Stores in a transaction of its own; the seconds of the fixes that were new. */
async function stored(store: PositionStore, seconds: number[], isWatched = true) {
  await client.query(beginStoring)
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
  expect(await stored(store, [3, 4, 4])).toEqual([4])
  clock += 60_000
  expect(await stored(store, [5])).toEqual([5])
  expect(await stored(store, [6], false)).toEqual([])
  expect(await stored(store, [5, 6])).toEqual([])
  expect(await all()).toEqual([1, 2, 3, 4, 5, 6].map((serial) => [1, serial]))
})

test('what terminals send again in a batch after a cut is one row for a moment, a place and an alarm', async () => {
  await db.owner.query('truncate position')
  const live = [1, 2, 3, 4].map(report)
  const again: Report = { ...report(0), messageId: 0x0704, serial: 900, locations: live.flatMap(({ locations }) => locations) }
  const elsewhere = { ...place(time + 2000), lng: place(0).lng + 0.001 }
  const alarmed = { ...place(time + 2000), alarm: 1 }
  const more: Report = { ...again, serial: 901, locations: [...again.locations, elsewhere, alarmed, place(time + 9000)] }
  const rowsAfter = async (...batches: Report[][]) => {
    const store = createPositionStore()
    let fixes = 0
    for (const batch of batches) {
      await client.query(beginStoring)
      fixes += (await store(client, batch, () => true)).get(device)?.length ?? 0
      await client.query('commit')
    }
    const { rows } = await client.query<{ count: number }>('select count(*)::int from position')
    await db.owner.query('truncate position')
    return [rows[0]?.count, fixes]
  }
  expect(await rowsAfter(live, [again])).toEqual([4, 4])
  expect(await rowsAfter([again], live)).toEqual([4, 4])
  expect(await rowsAfter([...live, again, { ...again, serial: 902 }])).toEqual([4, 4])
  expect(await rowsAfter(live, [more], [again, more])).toEqual([7, 7])
  // The same point twice in one message, and a clock that jumps ahead and repeats itself.
  expect(await rowsAfter([{ ...again, locations: [place(time), place(time), place(time + 1000)] }])).toEqual([2, 2])
  const ahead = { ...report(0), locations: [place(time + 3_600_000)] }
  expect(await rowsAfter([ahead], [{ ...ahead, messageId: 0x0704, serial: 7 }], live, [again])).toEqual([5, 4])
})

test('what another process stored is known, however a terminal brings it again', async () => {
  await db.owner.query('truncate position')
  expect(await stored(createPositionStore(), [1, 2, 3])).toEqual([1, 2, 3])
  const store = createPositionStore()
  const again: Report = {
    ...report(0),
    messageId: 0x0704,
    serial: 900,
    locations: [1, 2, 3, 4].map((seconds) => place(time + seconds * 1000)),
  }
  const timesOf = async (reports: Report[]) => {
    await client.query(beginStoring)
    const fixes = await store(client, reports, () => true)
    await client.query('commit')
    return (fixes.get(device) ?? []).map((fix) => (fix.time - time) / 1000)
  }
  expect(await timesOf([again])).toEqual([4])
  // Another one has it for a while.
  store.forget(() => true)
  expect(await stored(createPositionStore(), [5, 6])).toEqual([5, 6])
  expect(await timesOf([report(5)])).toEqual([])
  expect(await timesOf([{ ...again, serial: 901, locations: [6, 7].map((seconds) => place(time + seconds * 1000)) }])).toEqual([
    7,
  ])
  expect(await all()).toHaveLength(7)
})

test('a clock that stands costs a look at each stored position of its moment, not at all of them for each that comes', async () => {
  await db.owner.query('truncate position')
  const store = createPositionStore()
  const count = 200
  /** Stores positions of one moment, each elsewhere; the number of rows of the day that were read for it. */
  const readsOf = async (messageId: number, serial: number, from: number) => {
    const locations = Array.from({ length: count }, (_, at) => ({ ...place(time), lng: place(0).lng + (from + at) * 0.001 }))
    const read = async () =>
      (
        await client.query<{ n: number }>(
          `select sum(seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_all_tables where relname ~ '^position_([0-9]|default)'`,
        )
      ).rows[0]!.n
    await client.query(beginStoring)
    await client.query('set local enable_seqscan = off')
    const before = await read()
    const single = locations.map((location, at) => ({ ...report(0), messageId, serial: serial + at, locations: [location] }))
    await store(client, messageId === 0x0704 ? [{ ...report(0), messageId, serial, locations }] : single, () => true)
    const reads = (await read()) - before
    await client.query('commit')
    expect(reads).toBeGreaterThan(0)
    return reads
  }
  await readsOf(0x0704, 1, 0)
  expect(await readsOf(0x0704, 2, count / 2)).toBeLessThan(10 * count)
  expect(await readsOf(0x0200, 1000, count)).toBeLessThan(10 * count)
  const stored = async () => (await client.query('select from position')).rowCount
  expect(await stored()).toBe(2 * count - count / 2 + count / 2)
})

test('positions of other days and of days without a partition are stored beside those of today, each once', async () => {
  await db.owner.query('truncate position')
  const store = createPositionStore()
  const [yesterday, longAgo] = [-86_400, -400 * 86_400]
  expect(await stored(store, [10, yesterday, 11, longAgo])).toEqual([10, yesterday, 11, longAgo])
  expect(await stored(store, [12, yesterday, longAgo, yesterday + 1, 13])).toEqual([12, yesterday + 1, 13])
  const { rows } = await client.query('select count(*)::int as n from position where time < to_timestamp($1 / 1000.0)', [time])
  expect(rows).toEqual([{ n: 3 }])
})

test('rows that were written ahead are stored like others, whatever becomes of those before them', async () => {
  await db.owner.query('truncate position')
  const store = createPositionStore()
  await stored(store, [0])
  const batches = [[1, 2], [3, 4], [4, 5, -7], [6]].map((seconds) => seconds.map(report))
  const run = async (batch: Report[], end: 'commit' | 'rollback') => {
    await client.query(beginStoring)
    const fixes = await store(client, batch, () => true)
    await client.query(end)
    return (fixes.get(device) ?? []).map((fix) => (fix.time - time) / 1000)
  }
  const [first, second, third, fourth] = [batches[0]!, batches[1]!, batches[2]!, batches[3]!]
  store.writeAhead(first)
  store.writeAhead(second)
  expect(await run(first, 'rollback')).toEqual([1, 2])
  expect(await run(first, 'commit')).toEqual([1, 2])
  store.writeAhead(third)
  expect(await run(second, 'commit')).toEqual([3, 4])
  store.writeAhead(fourth)
  expect(await run(third, 'commit')).toEqual([5, -7])
  expect(await run(third, 'commit')).toEqual([])
  expect(await run(fourth, 'commit')).toEqual([6])
  const { rows } = await client.query('select tenant_id, serial from position order by time')
  expect(rows.map(({ tenant_id, serial }) => [tenant_id, serial])).toEqual([7, 0, 1, 2, 3, 4, 5, 6].map((serial) => [1, serial]))
})

test('who stores is bound by row-level security, and copies nevertheless', async () => {
  await db.owner.query('truncate position')
  const { rows } = await client.query(`select session_user as login, row_security_active('position') as bound`)
  expect(rows).toEqual([{ login: 'huanwei_system_login', bound: true }])
  const store = createPositionStore()
  const asked = vi.spyOn(client, 'query')
  const statements = async (seconds: number[]) => {
    asked.mockClear()
    expect(await stored(store, seconds)).toEqual(seconds)
    return asked.mock.calls.map(([text]) => (typeof text === 'string' ? text : ''))
  }
  // A terminal is known from its second report on.
  expect(await statements([20])).toContainEqual(expect.stringContaining('position_inbox'))
  const texts = await statements([21, 22])
  asked.mockRestore()
  expect(texts.filter((text) => /inbox|rollback/.test(text))).toEqual([])
})
