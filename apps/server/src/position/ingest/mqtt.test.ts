import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Changes, listen } from '../../db/changes.ts'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { timeText } from '../../lib/time.ts'
import { addFacility, createTestDatabase, noRules, whileAway } from '../../test-kit.ts'
import type { Update } from '../report.ts'
import { type Readings, startReadings } from '../store/readings.ts'
import { startBroker } from './broker.test-kit.ts'
import { type Mqtt, startMqtt } from './mqtt.ts'
import { type Registry, startRegistry } from './registry.ts'

const number = '13900000004'
let url: string
let db: OwnedDatabase
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
  db = connectOwned(url, { system: 3, app: 2 })
  changes = await listen(url)
  deviceId = (await addFacility(db, { terminalNo: number })).deviceId
  registry = await startRegistry({ db, changes, log })
  readings = startReadings({ db, rules: noRules, publish: (some) => updates.push(...some), log, keepDays: 180, patienceMs: 200 })
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

const open = (group = '', { name = 'test', record = readings.record } = {}) =>
  startMqtt({ url: broker.url, group, name, registry, record, log, firstPauseMs: 50 })
const reading = (value: number, secondsAgo = 60) => ({ metric: 'ammonia', value, time: timeText(Date.now() - secondsAgo * 1000) })
const stored = async () =>
  (await db.owner.query('select device_id, metric, value from reading order by time, value')).rows.map((row) => row.value)

test('a published reading is acknowledged once it is stored, and shown', async () => {
  await broker.publish(`00${number}`, { readings: [reading(1, 70), reading(2)] })
  await expect.poll(() => broker.seen.acknowledged).toBe(1)
  expect(await stored()).toEqual([1, 2])
  expect(updates.at(-1)).toMatchObject({ deviceId, readings: [{ metric: 'ammonia', channel: 0, value: 1 }, { value: 2 }] })
})

test('while the database is away nothing is acknowledged; it comes again and is stored once', async () => {
  await whileAway(url, async () => {
    await broker.publish(number, { readings: [reading(7)] })
    await expect.poll(() => broker.seen.gone).toBeGreaterThan(1)
    expect(broker.seen.acknowledged).toBe(0)
  })
  await expect.poll(() => broker.seen.acknowledged).toBe(1)
  expect(await stored()).toEqual([7])
  expect(mqtt.unusable.size).toBe(0)
})

test('readings published without a listener are read afterwards', async () => {
  await mqtt.close()
  await broker.publish(number, { readings: [reading(3)] })
  mqtt = open()
  await expect.poll(stored).toEqual([3])
})

test('an unusable message is counted, logged once for its device, and delays nothing', async () => {
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

test('what can never be stored is counted, and delays nothing', async () => {
  const weight = { metric: 'weight', value: 80, time: timeText(Date.now() - 60_000), facilityCode: 'a\0b' }
  await broker.publish(number, { readings: [weight] })
  await broker.publish(number, { readings: [{ ...reading(1), time: '2300-01-01 00:00:00' }, reading(6)] })
  await expect.poll(stored).toEqual([6])
  await expect.poll(() => broker.seen.acknowledged).toBe(2)
  expect(mqtt.unusable.get(number)).toBe(2)
})

test('several processes share the messages of a subscription, each to one of them; one that goes leaves them to the others', async () => {
  await mqtt.close()
  await broker.subscribers(0)
  const taken = new Map<string, number[]>()
  const process = (name: string) =>
    open('platform', {
      name,
      record: (report) => {
        taken.set(name, [...(taken.get(name) ?? []), ...report.readings.map(({ value }) => value)])
        return readings.record(report)
      },
    })
  const [one, other] = [process('one'), process('other')]
  await broker.subscribers(16)
  expect(new Set(broker.subscribed.slice(1))).toEqual(new Set(['$share/platform/huanwei/+/readings']))
  const values = Array.from({ length: 64 }, (_, i) => i)
  const publish = (some: number[]) =>
    Promise.all(some.map((value) => broker.publish(number, { readings: [reading(value, 1000 - value)] })))
  await publish(values.slice(0, 32))
  await expect.poll(stored).toEqual(values.slice(0, 32))
  expect([...taken.values()].flat().toSorted((a, b) => a - b)).toEqual(values.slice(0, 32))
  expect([...taken.values()].map((some) => some.length)).toEqual([16, 16])

  await other.close()
  await broker.subscribers(8)
  await publish(values.slice(32))
  await expect.poll(stored).toEqual(values)
  expect(taken.get('one')).toHaveLength(48)
  await one.close()
})
