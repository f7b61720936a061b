import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { createTestDatabase } from '../../test-kit.ts'
import { createRegistrar } from './registrar.ts'
import type { Registration } from './terminal-queries.ts'

let db: OwnedDatabase
let transactions = 0
let register: ReturnType<typeof createRegistrar>
beforeAll(async () => {
  db = connectOwned(await createTestDatabase(), { system: 3, app: 1 })
  register = createRegistrar({
    system: (work) => {
      transactions++
      return db.system(work)
    },
  })
})
afterAll(() => db.close())
beforeEach(() => {
  transactions = 0
})

const registration = (terminalNo: string, terminalId = 'A1'): Registration => ({
  terminalNo,
  protocol: '2013',
  manufacturer: '70111',
  model: 'HW-1',
  terminalId,
  plateNumber: '川A12345',
})

test('a fleet that registers at once is written in a few transactions, and each terminal keeps the code it got', async () => {
  const fleet = Array.from({ length: 120 }, (_, i) => registration(String(2000 + i)))
  const registered = await Promise.all(fleet.map((one) => register(one, Date.now())))
  expect(new Set(registered.map((terminal) => terminal?.authCode)).size).toBe(120)
  expect(transactions).toBeLessThanOrEqual(4)
  const again = await Promise.all(fleet.map((one) => register(one, Date.now())))
  expect(again).toEqual(registered)
})

test('of two terminals that say one number at once the first gets it, and the other one nothing', async () => {
  const [first, impostor, same] = await Promise.all([
    register(registration('3000'), Date.now()),
    register(registration('3000', 'B2'), Date.now()),
    register(registration('3000'), Date.now()),
  ])
  expect(first?.authCode).toHaveLength(22)
  expect([impostor, same]).toEqual([undefined, first])
})

test('what cannot be written is refused to those it was written for, and the next ones are served', async () => {
  const failing = createRegistrar({
    system: (work) => (transactions++ ? db.system(work) : Promise.reject(new Error('the database is away'))),
  })
  const lost = failing(registration('4000'), Date.now())
  const next = failing(registration('4001'), Date.now())
  await expect(lost).rejects.toThrow('away')
  expect((await next)?.terminalNo).toBe('4001')
})

test('a number that is registered again and again holds up no other', async () => {
  const repeated = Promise.allSettled(Array.from({ length: 200 }, () => register(registration('5000'), Date.now())))
  await Promise.all(Array.from({ length: 60 }, (_, i) => register(registration(String(5001 + i)), Date.now())))
  expect(transactions).toBeLessThan(10)
  const answers = Map.groupBy(await repeated, ({ status }) => status)
  // The first one is written at once, and sixteen may wait.
  expect([answers.get('fulfilled')?.length, answers.get('rejected')?.length]).toEqual([17, 183])
})

test('two processes that register the same terminals in another order do not stop each other', async () => {
  const numbers = Array.from({ length: 40 }, (_, i) => String(6000 + i))
  await Promise.all(numbers.map((number) => register(registration(number), Date.now())))
  const client = await db.owner.connect()
  await client.query('begin')
  await client.query(`select from device where terminal_no = '6000' for update`)
  // The first of each process is written alone.
  const orders = [
    ['7000', ...numbers],
    ['7001', ...numbers.toReversed()],
  ]
  const registering = orders.map((order) => {
    const process = createRegistrar(db)
    return Promise.all(order.map((number) => process(registration(number), Date.now())))
  })
  const waiting = async () => {
    const held = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await db.owner.query(held)).rowCount
  }
  await expect.poll(waiting).toBe(2)
  await client.query('rollback')
  client.release()
  expect((await Promise.all(registering)).flat().every((terminal) => terminal?.authCode)).toBe(true)
})
