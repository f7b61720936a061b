import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type Changes, listen } from '../db/changes.ts'
import { connect, type Database } from '../db/connect.ts'
import { timeText } from '../lib/time.ts'
import { addFacility, createTestDatabase } from '../test-kit.ts'
import { startBroker } from './broker.test-kit.ts'
import { type Mqtt, startMqtt } from './mqtt.ts'
import { type Readings, startReadings } from './readings.ts'
import { type Registry, startRegistry } from './registry.ts'
import type { Update } from './report.ts'

const number = '13900000004'
let url: string
let db: Database
let changes: Changes
let registry: Registry
let readings: Readings
let broker: Awaited<ReturnType<typeof startBroker>>
let mqtt: Mqtt
let deviceId: number
const updates: Update[] = []
const warnings: unknown[] = []
const log = {
  debug: () => undefined,
  info: () => undefined,
  error: () => undefined,
  warn: (facts: object) => warnings.push(facts),
}

beforeAll(async () => {
  url = await createTestDatabase()
  db = connect(url, { owner: 3, app: 2 })
  changes = await listen(url)
  deviceId = (await addFacility(db, { terminalNo: number })).deviceId
  registry = await startRegistry({ db, changes, log })
  readings = startReadings({ db, publish: (some) => updates.push(...some), log, keepDays: 180, patienceMs: 200 })
})
afterAll(async () => {
  await registry.close()
  await changes.close()
  await db.close()
})
beforeEach(async () => {
  broker = await startBroker()
  mqtt = open()
  await expect.poll(() => broker.subscribed).toEqual(['huanwei/+/readings'])
  await db.owner.query('truncate reading, reading_latest')
  warnings.length = 0
})
afterEach(async () => {
  await mqtt.close()
  await broker.close()
})

const open = (group = '') =>
  startMqtt({ url: broker.url, group, name: 'test', registry, record: readings.record, log, firstPauseMs: 50 })
const reading = (value: number, secondsAgo = 60) => ({ metric: 'ammonia', value, time: timeText(Date.now() - secondsAgo * 1000) })
const stored = async () =>
  (await db.owner.query('select device_id, metric, value from reading order by time, value')).rows.map((row) => row.value)

test('what a sensor publishes is acknowledged once it is stored, and shown', async () => {
  await broker.publish(`00${number}`, { readings: [reading(1, 70), reading(2)] })
  await expect.poll(() => broker.seen.acknowledged).toBe(1)
  expect(await stored()).toEqual([1, 2])
  expect(updates.at(-1)).toMatchObject({ deviceId, readings: [{ metric: 'ammonia', channel: 0, value: 1 }, { value: 2 }] })
})

test('while the database is away nothing is acknowledged; it comes again and is stored once', async () => {
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  const name = new URL(url).pathname.slice(1)
  const allow = (allowed: boolean) => admin.query(`alter database ${name} with allow_connections ${allowed}`)
  await allow(false)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await broker.publish(number, { readings: [reading(7)] })
  await expect.poll(() => broker.seen.gone, { timeout: 10_000 }).toBeGreaterThan(1)
  expect(broker.seen.acknowledged).toBe(0)
  await allow(true)
  await admin.end()
  await expect.poll(() => broker.seen.acknowledged, { timeout: 10_000 }).toBe(1)
  expect(await stored()).toEqual([7])
  expect(mqtt.unusable.size).toBe(0)
})

test('what was published while nobody listened is read afterwards', async () => {
  await mqtt.close()
  await broker.publish(number, { readings: [reading(3)] })
  mqtt = open()
  await expect.poll(stored).toEqual([3])
})

test('a message that nobody can use is counted, logged once for its device, and holds nothing up', async () => {
  for (const bad of ['no JSON', { readings: [] }, { readings: [{ ...reading(1), metric: 'noise' }] }])
    await broker.publish(number, bad)
  await broker.publish('4711', { readings: [reading(1)] })
  await broker.publish(number, { readings: [reading(5)] })
  await expect.poll(stored).toEqual([5])
  expect([...mqtt.unusable]).toEqual([
    [number, 3],
    ['4711', 1],
  ])
  expect(warnings).toMatchObject([{ device: number }, { device: '4711', reason: 'no such device' }])
})

test('several processes share the messages of a subscription', async () => {
  await mqtt.close()
  mqtt = open('platform')
  await expect.poll(() => broker.subscribed.filter((topic) => topic === '$share/platform/huanwei/+/readings')).toHaveLength(8)
})
