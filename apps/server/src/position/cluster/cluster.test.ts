import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { ReplyResult } from '@huanwei/terminal/messages/ids'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../config.ts'
import { addressesOf } from '../../db/logins.ts'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { createTestDatabase } from '../../test-kit.ts'
import { location, newNumber } from '../ingest/gateway.test-kit.ts'
import { dial } from '../ingest/terminal.test-kit.ts'
import { type Ingest, startIngest } from '../link.ts'
import type { Update } from '../report.ts'
import { hasNoNats, startNats } from './nats.test-kit.ts'
import { partitionCount } from './partition.ts'
import { startRemoteIngest } from './remote-ingest.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'huanwei-cluster-'))
const log = pino({ level: 'silent' })
let url: string
let db: OwnedDatabase
let nats: Awaited<ReturnType<typeof startNats>>
const cleanup: (() => Promise<unknown>)[] = []

const configOf = (roles: string): Config => ({
  ...readConfig({ JT808_PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: url, NATS_URL: nats.url }),
  ROLES: roles.split(',') as Config['ROLES'],
})

/** A thread with these roles; `kill` ends it in the middle of whatever it does. */
async function start(roles: string) {
  const begun = once(process, 'worker')
  const ingest: Ingest = await startIngest({
    config: configOf(roles),
    addresses: addressesOf(url),
    log: { error: () => undefined },
    die: () => undefined,
  })
  const worker: Worker = (await begun)[0]
  let isKilled = false
  const kill = async () => {
    isKilled = true
    await worker.terminate()
  }
  cleanup.push(async () => isKilled || ingest.close())
  return { ingest, kill }
}

async function startApi() {
  const updates: Update[] = []
  const membership = { url: nats.url, process: 'test', roles: ['api' as const] }
  const api = await startRemoteIngest({ membership, log, missed: () => undefined })
  api.onUpdates((some) => updates.push(...some))
  cleanup.push(api.close)
  return { api, updates }
}

const stored = async () => {
  const { rows } = await db.owner.query<{ n: number; different: number }>(
    'select count(*)::int as n, count(distinct (device_id, time))::int as different from position',
  )
  return rows[0]!
}
const holders = async () => {
  const { rows } = await db.owner.query<{ holder: string | null; n: number }>(
    'select holder, count(*)::int as n from stream_partition where expires > now() group by 1 order by 2',
  )
  return rows.map(({ n }) => n)
}

async function outliveNats() {
  const { ingest: gateway } = await start('gateway')
  const { kill } = await start('worker')
  await expect.poll(holders).toEqual([partitionCount])
  await kill()
  const terminal = await dial(gateway.port, newNumber())
  await terminal.open()
  const time = Math.floor(Date.now() / 1000) * 1000
  expect(await terminal.ask(location(time))).toBe(ReplyResult.ok)
  await nats.kill()
  const sent = terminal.send(location(time + 1000))
  await sleep(500)
  nats.start()
  expect(await terminal.resultOf(sent)).toBe(ReplyResult.ok)
  expect(await stored()).toEqual({ n: 0, different: 0 })
  await start('worker')
  await expect.poll(stored).toEqual({ n: 2, different: 2 })
}

async function loseEnd() {
  const { ingest: gateway } = await start('gateway')
  const { kill } = await start('worker')
  const terminal = await dial(gateway.port, newNumber())
  await terminal.open()
  const time = Math.floor(Date.now() / 1000) * 1000
  expect(await terminal.ask(location(time))).toBe(ReplyResult.ok)
  await expect.poll(stored).toEqual({ n: 1, different: 1 })
  await kill()
  expect(await terminal.ask(location(time + 1000))).toBe(ReplyResult.ok)
  // As if another message had had the second number, and had been stored.
  await db.owner.query('update stream_partition set sequence = 2 where sequence = 1')
  await start('worker')
  await expect.poll(stored).toEqual({ n: 2, different: 2 })
}

describe.skipIf(hasNoNats)('several processes', () => {
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  beforeEach(async () => {
    nats = await startNats()
    url = await createTestDatabase()
    db = connectOwned(url, { system: 2, app: 1 })
  })
  afterEach(async () => {
    for (const work of cleanup.splice(0).reverse()) await work()
    await db.close()
    await nats.close()
  })

  test('gateway, worker and API find each other: positions, live updates, commands, and terminals that come and go', async () => {
    const { ingest: gateway } = await start('gateway')
    const { ingest: worker } = await start('worker')
    const { api, updates } = await startApi()
    const terminal = await dial(gateway.port, newNumber())
    await terminal.open()
    const time = Math.floor(Date.now() / 1000) * 1000
    expect(await terminal.ask(location(time))).toBe(ReplyResult.ok)
    await expect.poll(() => stored()).toEqual({ n: 1, different: 1 })
    await expect.poll(() => updates.find(({ fix }) => fix)).toMatchObject({ connected: true, fix: { time, speed: 36.5 } })
    const { deviceId } = updates[0]!

    const sending = api.send(deviceId, { kind: 'text', text: '请减速', urgent: false, display: true, speak: true })
    const { header } = await terminal.next(({ message }) => message.id === 0x8300)
    terminal.send({ id: 0x0001, replySerial: header.serial, replyId: 0x8300, result: 0 })
    expect(await sending).toEqual({ outcome: 'confirmed', result: 0 })
    const { rows: claims } = await db.owner.query(`select holder from job_claim where name = 'dataDays' and until > now()`)
    expect(claims).toHaveLength(1)
    // Both threads are of this process.
    await expect
      .poll(() => api.processes())
      .toMatchObject([
        { name: 'test', roles: ['api'], partitions: 0 },
        { roles: ['gateway', 'worker'], connections: 1, stored: 1, partitions: partitionCount },
      ])
    expect(await api.figures()).toMatchObject({ connections: 1, stored: 1 })
    // Each thread tells of its own work: the gateway what it received, the worker what it stored of that.
    const received = await gateway.figures()
    expect(received).toMatchObject({ connections: 1, stored: 0, storedAt: 0, capacity: 2000 })
    const receivedAt = received?.receivedAt
    expect(receivedAt).toBeGreaterThan(0)
    expect(await worker.figures()).toMatchObject({ connections: 0, stored: 1, capacity: 10_000, receivedAt })

    terminal.close()
    await expect.poll(() => updates.at(-1)).toMatchObject({ deviceId, connected: false })
    expect(await api.send(deviceId, { kind: 'locate' })).toEqual({ outcome: 'offline', result: null })
  })

  test('an API that starts later knows who is connected, and a gateway that dies takes its terminals with it', async () => {
    const { ingest: gateway, kill } = await start('gateway')
    await start('worker')
    const terminal = await dial(gateway.port, newNumber())
    await terminal.open()
    const { updates } = await startApi()
    await expect.poll(() => updates.at(-1)).toMatchObject({ connected: true })
    await kill()
    await expect.poll(() => updates.at(-1)).toMatchObject({ connected: false })
  })

  test('workers share the partitions; the ones of a worker that dies go to the others, and every acknowledged position is there once', async () => {
    const { ingest: gateway } = await start('gateway')
    const first = await start('worker')
    await start('worker')
    await expect.poll(holders, { timeout: 30_000 }).toEqual([partitionCount / 2, partitionCount / 2])

    const terminals = await Promise.all(Array.from({ length: 20 }, () => dial(gateway.port, newNumber())))
    for (const terminal of terminals) await terminal.open()
    const time = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
    let acknowledged = 0
    for (let round = 0; round < 60; round++) {
      if (round === 20) void first.kill()
      const results = await Promise.all(terminals.map((terminal) => terminal.ask(location(time + round * 1000))))
      acknowledged += results.filter((result) => result === ReplyResult.ok).length
      await sleep(20)
    }
    expect(acknowledged).toBe(1200)
    await expect.poll(stored).toEqual({ n: 1200, different: 1200 })
    await expect.poll(holders).toEqual([partitionCount])
  })

  test('what is acknowledged outlives NATS and every worker', outliveNats)

  test('what NATS took after it had lost its end is stored, though its numbers are those of messages that were', loseEnd)
})
