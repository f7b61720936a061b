import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { createTestDatabase } from '../../test-kit.ts'
import { startLeases } from './leases.ts'
import { partitionCount } from './partition.ts'

let owned: OwnedDatabase
beforeAll(async () => {
  owned = connectOwned(await createTestDatabase(), { system: 2, app: 1 })
})
afterAll(() => owned.close())

test('a partition whose stream does not answer holds up no other, and who does not reach the database can hold none', async () => {
  const begun: number[] = []
  const slow = Promise.withResolvers<void>()
  let isAway = false
  const leases = await startLeases({
    db: { system: (work) => (isAway ? Promise.reject(new Error('away')) : owned.system(work)) },
    holder: 'one',
    workers: () => 1,
    isUp: () => true,
    async begin({ partition }) {
      if (partition === 3) await slow.promise
      begun.push(partition)
    },
    finish: async () => undefined,
    lost: () => undefined,
    log: pino({ level: 'silent' }),
  })
  expect(leases.canHold()).toBe(false)
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(partitionCount - 1)
  expect([begun.includes(3), leases.held().size, leases.canHold()]).toEqual([false, partitionCount, true])
  slow.resolve()
  await expect.poll(() => begun.length).toBe(partitionCount)

  isAway = true
  await expect.poll(() => leases.canHold(), { timeout: 20_000 }).toBe(false)
  isAway = false
  await expect.poll(() => leases.canHold(), { timeout: 20_000 }).toBe(true)
  await leases.close()
})

test('what a process that is frozen in the middle of a COPY has locked holds nobody up for long', async () => {
  const frozen = new pg.Client({ connectionString: owned.addresses.system })
  const end = Promise.withResolvers<Error>()
  frozen.on('error', end.resolve)
  await frozen.connect()
  await frozen.query('begin; lock table only position in share row exclusive mode; create temp table inbox (n int)')
  frozen.query({
    submit: (connection: pg.Connection) => connection.query('copy inbox from stdin'),
    handleCopyInResponse: () => undefined,
    handleError: end.resolve,
  })
  const waiting = owned.system((tx) => tx.execute(sql`lock table only position in row exclusive mode`))
  const leases = await startLeases({
    db: owned,
    holder: 'two',
    workers: () => 1,
    isUp: () => true,
    begin: async () => undefined,
    finish: async () => undefined,
    lost: () => undefined,
    log: pino({ level: 'silent' }),
  })
  await waiting
  expect(await end.promise).toMatchObject({ code: '57P01' })
  await leases.close()
  await frozen.end().catch(() => undefined)
})
