import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { createTestDatabase } from '../../test-kit.ts'
import { createDayPartitions, maintainPartitions } from './day-partitions.ts'

let url: string
let db: OwnedDatabase
beforeAll(async () => {
  url = await createTestDatabase()
  db = connectOwned(url, { system: 3, app: 1 })
})
afterAll(() => db.close())

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined }

/** Holds what a backup holds of positions while it runs, until the returned function is called. */
async function holdPositions() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table position in access share mode')
  return () => client.query('rollback')
}

/** True when positions of the day of `at`, epoch ms, have a partition of their own. */
async function hasPartition(at: number): Promise<boolean> {
  const day = new Date(at + shanghaiMs).toISOString().slice(0, 10).replaceAll('-', '')
  const { rows } = await db.owner.query('select to_regclass($1) is not null as there', [`position_${day}`])
  return rows[0].there
}

test('maintenance gives up what a backup locks, tries again soon, and says so from the second time on', async () => {
  const soon = Date.now() + 10 * dayMs
  const failures: object[] = []
  const log = { ...quiet, error: (what: object) => failures.push(what) }
  const letGo = await holdPositions()
  const stop = maintainPartitions({ db, keepDays: 180, clock: () => soon, log, againMs: 10 })
  await vi.waitFor(() => expect(failures.length).toBeGreaterThan(0))
  expect(failures[0]).toEqual({ failures: 2, error: expect.any(Error) })
  expect(await hasPartition(soon)).toBe(false)
  await letGo()
  await vi.waitFor(async () => expect(await hasPartition(soon)).toBe(true))
  await stop()
})

test('reports of a day that can have no partition now do not wait for one', async () => {
  const late = Date.now() - 20 * dayMs
  const parts = { db, keepDays: 180, clock: Date.now }
  const ensure = createDayPartitions('position', parts)
  const letGo = await holdPositions()
  await ensure([late])
  await letGo()
  // Not at once again: each try is a wait.
  await ensure([late])
  expect(await hasPartition(late)).toBe(false)
  await createDayPartitions('position', parts)([late])
  expect(await hasPartition(late)).toBe(true)
})
