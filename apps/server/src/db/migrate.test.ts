import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../test-kit.ts'
import { migrate } from './migrate.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

const now = new Date()
let pool: pg.Pool
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await createTestDatabase(), max: 1 })
})
afterAll(() => pool.end())

test('a database that an older development version made is refused, and the message names the commit that brings it up to date', async () => {
  const applied = 'drizzle.__drizzle_migrations'
  await pool.query(`create temporary table kept as table ${applied}`)
  await pool.query(`delete from ${applied} where id > (select min(id) from ${applied})`)
  await pool.query(`update ${applied} set created_at = created_at - 1`)
  await expect(migrate(pool, now)).rejects.toThrow('start version 0.1.0 at commit 2677c78')
  await pool.query(`delete from ${applied}`)
  await pool.query(`insert into ${applied} table kept`)
  await migrate(pool, now)
  const rowsOf = async (table: string) => (await pool.query(`select * from ${table} order by id`)).rows
  expect(await rowsOf(applied)).toEqual(await rowsOf('kept'))
})

test('a database that a later version has brought up to date is refused', async () => {
  const add =
    'insert into drizzle.__drizzle_migrations (hash, created_at) select $1, max(created_at) + 1 from drizzle.__drizzle_migrations'
  await pool.query(add, ['of a later version'])
  await expect(migrate(pool, now)).rejects.toThrow('a later version of the product')
  await pool.query('delete from drizzle.__drizzle_migrations where hash = $1', ['of a later version'])
  await migrate(pool, now)
})

test('every migration is later than the one before, as drizzle runs only what is later than the last one applied', () => {
  const times = journal.entries.map(({ when }) => when)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})

test('triggers.sql is applied only when its content has changed', async () => {
  const weaken = `create or replace function event_fold() returns trigger language plpgsql as 'begin return null; end'`
  const body = async () => (await pool.query("select prosrc from pg_proc where proname = 'event_fold'")).rows[0].prosrc
  const own = await body()
  await pool.query(weaken)
  const weak = await body()
  await migrate(pool, now)
  expect(await body()).toBe(weak)
  await pool.query("update drizzle.applied_file set hash = 'of an earlier version' where name = 'triggers.sql'")
  await migrate(pool, now)
  expect(await body()).toBe(own)
})

test('changes.sql leaves its own triggers and no earlier ones', async () => {
  const triggers = async () =>
    (
      await pool.query<{ definition: string }>(
        `select pg_get_triggerdef(oid) as definition from pg_trigger where tgfoid = 'notify_change()'::regprocedure order by 1`,
      )
    ).rows
  const before = await triggers()
  expect(before.length).toBeGreaterThan(50)
  // A trigger of version 0.1.0, one on a table that only an earlier version watched, and a missing one.
  await pool.query('create trigger changed after insert on vehicle for each statement execute function notify_change()')
  await pool.query('create trigger changed after insert on sys_file for each statement execute function notify_change()')
  await pool.query('drop trigger change_updated on sys_user')
  await pool.query("update drizzle.applied_file set hash = 'of an earlier version' where name = 'changes.sql'")
  await migrate(pool, now)
  expect(await triggers()).toEqual(before)
})
