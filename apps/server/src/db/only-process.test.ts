import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../test-kit.ts'
import { claimDatabase } from './only-process.ts'

let url: string
let admin: pg.Client
beforeAll(async () => {
  url = await createTestDatabase()
  admin = new pg.Client({ connectionString: url })
  await admin.connect()
})
afterAll(() => admin.end())

const holders = async () => {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = 807001 and granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ pid }) => pid)
}
const onTaken = vi.fn()
const patient = { onTaken }
const impatient = { onTaken, waitMs: 50 }

test('a second process is refused until the first has left; one that waits a moment gets the database', async () => {
  const release = await claimDatabase(url, patient)
  await expect(claimDatabase(url, impatient)).rejects.toThrow('the database is in use by another process of the product')
  const next = claimDatabase(url, patient)
  await release()
  await (await next)()
  expect(await holders()).toEqual([])
})

test('processes of one version share the database, and one of another version is refused until all of them have left', async () => {
  const shared = { ...impatient, isShared: true }
  const releases = [await claimDatabase(url, shared), await claimDatabase(url, shared)]
  const refused = 'the database is in use by processes of another version'
  await expect(claimDatabase(url, { ...shared, version: 'huanwei next' })).rejects.toThrow(refused)
  for (const release of releases) await release()
  await (await claimDatabase(url, { ...shared, version: 'huanwei next' }))()
  expect(await holders()).toEqual([])
})

test('a lost connection claims the database again, or says that it was taken meanwhile', async () => {
  const release = await claimDatabase(url, impatient)
  const [first] = await holders()
  await admin.query('select pg_terminate_backend($1)', [first])
  await expect.poll(async () => (await holders()).filter((pid) => pid !== first).length).toBe(1)
  expect(onTaken).not.toHaveBeenCalled()

  const [second] = await holders()
  const other = claimDatabase(url, patient)
  await expect
    .poll(async () => (await admin.query(`select from pg_stat_activity where wait_event = 'advisory'`)).rowCount)
    .toBeGreaterThan(0)
  await admin.query('select pg_terminate_backend($1)', [second])
  const releaseOther = await other
  await expect.poll(() => onTaken.mock.calls.length).toBe(1)
  await release()
  await releaseOther()
  expect(await holders()).toEqual([])
})
