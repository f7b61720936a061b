import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { ReplyResult } from '@huanwei/terminal/messages/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { addressesOf } from '../db/logins.ts'
import { connectOwned, type OwnedDatabase } from '../db/owned.ts'
import { timeText } from '../lib/time.ts'
import { addFacility, createTestDatabase } from '../test-kit.ts'
import { startBroker } from './ingest/broker.test-kit.ts'
import { location, newNumber } from './ingest/gateway.test-kit.ts'
import { dial } from './ingest/terminal.test-kit.ts'
import { type Ingest, startIngest } from './link.ts'
import type { Update } from './report.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'huanwei-ingest-'))
let url: string
let db: OwnedDatabase
let ingest: Ingest
let worker: Worker
let updates: Update[]
let deaths: number
const errors: unknown[][] = []

const start = async (settings: Record<string, string> = {}) => {
  const thread = once(process, 'worker')
  const config = readConfig({ JT808_PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', DATA_DIR: dataDir, ...settings })
  ingest = await startIngest({
    config,
    addresses: addressesOf(url),
    log: { error: (...words) => errors.push(words) },
    die: () => {
      deaths++
    },
  })
  worker = (await thread)[0]
  ingest.onUpdates((some) => updates.push(...some))
}

beforeEach(async () => {
  url = await createTestDatabase()
  db = connectOwned(url, { system: 2, app: 1 })
  updates = []
  deaths = 0
  await start()
})
afterEach(async () => {
  await ingest.close()
  await db.close()
})

const stored = async () =>
  (await db.owner.query('select count(*)::int as n, count(distinct serial)::int as serials from position')).rows[0]

test('a report is in the database when it is acknowledged, and then on the other thread', async () => {
  const terminal = await dial(ingest.port, newNumber())
  await terminal.open()
  const time = Math.floor(Date.now() / 1000) * 1000
  expect(await terminal.ask(location(time))).toBe(ReplyResult.ok)
  expect(await stored()).toEqual({ n: 1, serials: 1 })
  await expect
    .poll(() => updates.at(-1))
    .toMatchObject({ connected: true, fix: { time, lng: 121.473701, speed: 36.5, mileage: 12.3 } })
  const { deviceId } = updates.at(-1)!

  const sending = ingest.send(deviceId, { kind: 'text', text: '请减速', urgent: false, display: true, speak: true })
  const { header, message } = await terminal.next(({ message }) => message.id === 0x8300)
  expect(message).toMatchObject({ flags: 12, text: '请减速' })
  terminal.send({ id: 0x0001, replySerial: header.serial, replyId: 0x8300, result: 0 })
  expect(await sending).toEqual({ outcome: 'confirmed', result: 0 })
  const locating = ingest.send(deviceId, { kind: 'locate' })
  const asked = await terminal.next(({ message }) => message.id === 0x8201)
  terminal.send({ id: 0x0201, replySerial: asked.header.serial, location: location(time + 1000).location })
  expect(await locating).toEqual({ outcome: 'confirmed', result: 0 })
  expect(await stored()).toEqual({ n: 2, serials: 2 })

  terminal.close()
  await expect.poll(() => updates.at(-1)).toMatchObject({ deviceId, connected: false })
  expect(await ingest.send(deviceId, { kind: 'locate' })).toEqual({ outcome: 'offline', result: null })
})

test('closing records and acknowledges the received reports, and the thread ends', async () => {
  const terminal = await dial(ingest.port, newNumber())
  await terminal.open()
  const time = Math.floor(Date.now() / 1000) * 1000
  const sent = Array.from({ length: 300 }, (_, i) => terminal.send(location(time + i * 1000)))
  await terminal.resultOf(sent[0]!)
  await ingest.close()
  await terminal.closed()
  const acknowledged = 1 + terminal.drop().filter(({ message }) => message.id === 0x8001 && message.result === 0).length
  expect((await stored()).n).toBe(acknowledged)
  expect(deaths).toBe(0)
  expect(await ingest.send(1, { kind: 'locate' })).toEqual({ outcome: 'offline', result: null })
})

test('a database that goes away for a moment costs nothing', async () => {
  const terminal = await dial(ingest.port, newNumber())
  await terminal.open()
  const time = Math.floor(Date.now() / 1000) * 1000
  let last = 0
  for (let i = 0; i < 400; i++) {
    last = terminal.send(location(time + i * 1000))
    if (i % 100 === 50)
      await db.owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect(await terminal.resultOf(last)).toBe(ReplyResult.ok)
  expect(await stored()).toEqual({ n: 400, serials: 400 })
  terminal.close()
})

test('days of data are made as soon as the thread starts, by a job', async () => {
  const runs = async () => (await db.owner.query(`select failures from job_run where name = 'dataDays'`)).rows
  await expect.poll(runs).toEqual([{ failures: 0 }])
})

test('when the thread dies the process does, and says why', async () => {
  await worker.terminate()
  await expect.poll(() => deaths).toBe(1)
  expect(errors.at(-1)).toEqual([{ code: 1 }, expect.stringContaining('the ingest thread ended')])
  await start()
})

test('readings published at the broker are in the database and on the other thread', async () => {
  const broker = await startBroker()
  const { deviceId } = await addFacility(db)
  await ingest.close()
  await start({ MQTT_URL: broker.url })
  await expect.poll(() => broker.subscribed).toEqual(['huanwei/+/readings'])
  await broker.publish('13900000004', { readings: [{ metric: 'fill', value: 80, time: timeText(Date.now()) }] })
  await expect.poll(() => updates.at(-1)).toMatchObject({ deviceId, readings: [{ metric: 'fill', value: 80 }] })
  expect((await db.owner.query('select value from reading')).rows).toEqual([{ value: 80 }])
  await broker.close()
})

test('a port in use is said at the start', async () => {
  const config = readConfig({ JT808_PORT: String(ingest.port), DEMO: 'off', LOG_LEVEL: 'error', DATA_DIR: dataDir })
  await expect(startIngest({ config, addresses: addressesOf(url), log: console })).rejects.toThrow('EADDRINUSE')
})
