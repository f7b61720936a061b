import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test-kit.ts'
import { connect, type Tx } from './connect.ts'

test('neither a request nor a job holds a statement or a transaction for ever', async () => {
  const db = connect(await createTestDatabase(), { owner: 1, app: 1 })
  const asked = sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`
  const limits = async (tx: Tx) => (await tx.execute(asked)).rows
  expect(await db.within({ tenantId: 1 }, limits)).toEqual([{ statement: '1min', idle: '1min' }])
  expect(await db.system(limits)).toEqual([{ statement: '20min', idle: '5min' }])
  await db.close()
})

test('a transaction whose connection is lost fails, and the pool goes on', async () => {
  const db = connect(await createTestDatabase(), { owner: 1, app: 1 })
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
