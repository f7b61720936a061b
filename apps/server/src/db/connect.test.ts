import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isStoreUnavailable } from '../http/refuse.ts'
import { inTransaction } from '../position/store/transaction.ts'
import { createTestDatabase } from '../test-kit.ts'
import { connect, openOwner, type Tx } from './connect.ts'
import { addressesOf } from './logins.ts'
import { connectOwned } from './owned.ts'

test('neither a request nor a job holds a statement or a transaction for ever', async () => {
  const db = connectOwned(await createTestDatabase(), { system: 1, app: 1 })
  const asked = sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`
  const limits = async (tx: Tx) => (await tx.execute(asked)).rows
  expect(await db.within({ tenantId: 1 }, limits)).toEqual([{ statement: '1min', idle: '1min' }])
  expect(await db.system(limits)).toEqual([{ statement: '20min', idle: '5min' }])
  await db.close()
})

const [system, app] = ['huanwei_system_login', 'huanwei_app_login']
/** Statements that neither log-in may run. */
const never = [
  'set role huanwei',
  'set session authorization huanwei',
  'create role more',
  'create table more (n int)',
  'alter table sys_dept disable row level security',
  'create policy more on sys_dept using (true)',
  'drop table sys_log',
  'truncate sys_log',
  'table position_default',
  'table pg_authid',
  "select pg_read_file('PG_VERSION')",
  "copy (select 1) to program 'true'",
  "select ensure_partition('sys_dept', '2026-01-01')",
]
/** Further statements that requests may not run. */
const notForRequests = [
  'set role huanwei_system',
  `set role ${system}`,
  'table secret',
  'set row_security = off; table sys_dept',
  "select ensure_partition('position', '2026-01-01')",
  "select drop_partitions('position', '2026-01-01')",
]

test.each([
  [system, never],
  [app, [...never, ...notForRequests]],
])('%s gives up its role or takes another one, and may do nothing more', async (login, refused) => {
  const db = connectOwned(await createTestDatabase(), { system: 1, app: 1 })
  const client = new pg.Client({ connectionString: login === app ? db.addresses.app : db.addresses.system })
  await client.connect()
  await client.query('reset role; reset session authorization')
  expect((await client.query('select current_user as role, session_user as login')).rows).toEqual([{ role: login, login }])
  for (const text of refused) await expect(client.query(text), text).rejects.toThrow(/permission|must be|policy|partitions/)
  await client.query('reset all')
  expect((await client.query('select count(*)::int > 0 as sees from sys_dept')).rows).toEqual([{ sees: login === system }])
  await client.end()
  await db.close()
})

test('a transaction with a lost connection fails, and the pool continues', async () => {
  const db = connectOwned(await createTestDatabase(), { system: 1, app: 1 })
  const lost = db.within({ tenantId: 1 }, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await db.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await tx.execute(sql`select 1`)
  })
  await expect(lost).rejects.toThrow()
  expect(
    await db.within({ tenantId: 7 }, async (tx) => (await tx.execute(sql`select current_setting('huanwei.tenant') as id`)).rows),
  ).toEqual([{ id: '7' }])
  await db.close()
})

test('a request gives up a statement that the server does not answer, and its connection with it', async () => {
  const db = connectOwned(await createTestDatabase(), { system: 1, app: 1 })
  const asked = sql`select pg_backend_pid() as pid`
  const pidOf = async (tx: Tx) => Number((await tx.execute(asked)).rows[0]?.pid)
  let silent = 0
  const request = db.within({ tenantId: 1 }, async (tx) => {
    silent = await pidOf(tx)
    // As a machine that is off.
    process.kill(silent, 'SIGSTOP')
    onTestFinished(() => void process.kill(silent, 'SIGCONT'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await Promise.all([pidOf(tx), vi.advanceTimersByTimeAsync(70_000)]).finally(() => vi.useRealTimers())
  })
  const failed = await request.catch((error: unknown) => error)
  expect(isStoreUnavailable(failed)).toBe(true)
  expect(await db.within({ tenantId: 1 }, pidOf)).not.toBe(silent)
  await db.close()
})

test('a transaction in which a failed statement was swallowed fails instead of losing its writes silently', async () => {
  const db = connectOwned(await createTestDatabase(), { system: 1, app: 1 })
  const write = sql`update sys_dept set sort = 77 where tenant_id = 1`
  const swallow = async (tx: Tx) => {
    await tx.execute(write)
    await tx.execute(sql`select 1 / 0`).catch(() => undefined)
  }
  await expect(db.within({ tenantId: 1 }, swallow)).rejects.toThrow('rolled back')
  await expect(db.system(swallow)).rejects.toThrow('rolled back')
  const plain = inTransaction(db, async (client) => {
    await client.query('update sys_dept set sort = 77 where tenant_id = 1')
    await client.query('select 1 / 0').catch(() => undefined)
  })
  await expect(plain).rejects.toThrow('rolled back')
  const changed = async () => (await db.owner.query('select from sys_dept where sort = 77')).rowCount
  expect(await changed()).toBe(0)
  await db.within({ tenantId: 1 }, (tx) => tx.execute(write))
  expect(await changed()).toBeGreaterThan(0)
  await db.close()
})

test('a connection that is lost while nothing uses it is told to the log, and another one takes its place', async () => {
  const url = await createTestDatabase()
  const told: [object, string][] = []
  const log = { error: (what: object, text: string) => void told.push([what, text]) }
  const db = connect(addressesOf(url), { log, size: { system: 1, app: 1 } })
  const pidOf = (tx: Tx) => tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`).then(({ rows }) => rows[0]?.pid)
  const pid = await db.system(pidOf)
  const owner = openOwner(url, 1)
  await owner.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(() => told).toEqual([[{ error: expect.any(Error) }, 'a connection to the database was lost']])
  expect(await db.system(pidOf)).not.toBe(pid)
  await owner.end()
  await db.close()
})
