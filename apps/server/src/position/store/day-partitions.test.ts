import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { createJobs } from '../../features/jobs/jobs.ts'
import { findJobs } from '../../features/jobs/queries.ts'
import { createTestDatabase } from '../../test-kit.ts'
import { createDayPartitions, startDataDaysJob } from './day-partitions.ts'

let url: string
let db: OwnedDatabase
beforeAll(async () => {
  url = await createTestDatabase()
  db = connectOwned(url, { system: 3, app: 1 })
})
afterAll(() => db.close())

/** Holds what a reader of all positions holds, until the returned function is called. */
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

test('the job gives up what somebody locks, is noted as failed, and tries again soon', async () => {
  const soon = Date.now() + 10 * dayMs
  const jobs = createJobs({ db, log: { error: () => undefined } })
  const noted = async () => (await db.system(findJobs)).find(({ name }) => name === 'dataDays')
  const letGo = await holdPositions()
  const stop = startDataDaysJob({ db, keepDays: 180, clock: () => soon, jobs, againMs: 10 })
  await expect.poll(async () => (await noted())?.failures ?? 0).toBeGreaterThan(1)
  expect(await noted()).toMatchObject({ error: expect.stringContaining('lock timeout') })
  expect(await hasPartition(soon)).toBe(false)
  await letGo()
  await expect.poll(async () => (await noted())?.failures).toBe(0)
  expect(await hasPartition(soon)).toBe(true)
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
