import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadFile } from '@huanwei/contract/files/endpoints'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { listen } from '../db/changes.ts'
import { addressesOf } from '../db/logins.ts'
import { connectOwned, type OwnedDatabase } from '../db/owned.ts'
import { createJobs } from '../features/jobs/jobs.ts'
import { hasNoNats, startNats } from '../position/cluster/nats.test-kit.ts'
import { noFigures } from '../position/cluster/nodes.ts'
import { watchNats } from '../position/cluster/watch-nats.ts'
import { location, newNumber } from '../position/ingest/gateway.test-kit.ts'
import { dial } from '../position/ingest/terminal.test-kit.ts'
import { startLatest } from '../position/latest/latest.ts'
import { type Ingest, startIngest } from '../position/link.ts'
import { createTestDatabase } from '../test-kit.ts'
import { type Health, startHealth } from './health-server.ts'

let url: string
let db: OwnedDatabase
let ingest: Ingest
let health: Health
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  url = await createTestDatabase()
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'huanwei-health-'))
  const ports = { JT808_PORT: '0', JT1078_PORT: '0', JT808_FILES_PORT: '0', FTP_PORT: '0' }
  const config = readConfig({ ...ports, DEMO: 'off', LOG_LEVEL: 'error', DATA_DIR })
  db = connectOwned(url, { system: 2, app: 1 })
  health = await startHealth({ host: '127.0.0.1', port: 0, log: console })
  ingest = await startIngest({ config, addresses: addressesOf(url), log: console })
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await ingest.close()
  await health.close()
  await db.close()
})

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${health.port}${path}`, init)
const ready = async () => {
  const response = await ask('/health/ready')
  return [response.status, await response.json()]
}
const metrics = async () => (await ask('/metrics')).text()
/** Value of a metric without labels, or with those that stand in `name`; NaN where it is left out. */
async function metric(name: string) {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1))
}

test('it lives from the first moment, serves once all is there, and says when it stops', async () => {
  expect((await ask('/health/live')).status).toBe(200)
  expect(await ready()).toEqual([503, { status: 'starting' }])
  expect(await metrics()).not.toMatch(/^huanwei_/m)
  const end = health.ready({ db, ingest, own: ingest, sockets: () => 0, boardComputations: () => 0 })
  await expect.poll(ready).toEqual([200, { status: 'ready', checks: { database: 'ok', terminals: 'ok' } }])
  end()
  await expect.poll(ready).toEqual([503, { status: 'stopping' }])
})

test('a part that hangs or fails makes it unavailable, and the metrics come all the same', async () => {
  const hangs = { figures: () => new Promise<never>(() => undefined) }
  const failing = { figures: db.figures, system: () => Promise.reject(new Error('no database')) }
  const end = health.ready({ db: failing, ingest: hangs, own: hangs, sockets: () => 7, boardComputations: () => 12 })
  const checks = { database: 'failed', terminals: 'failed' }
  await expect.poll(ready).toEqual([503, { status: 'unavailable', checks }])
  await expect.poll(() => metric('huanwei_sockets')).toBe(7)
  expect(await metric('huanwei_board_computations_total')).toBe(12)
  expect(await metric('huanwei_ready{check="terminals"}')).toBe(0)
  end()
})

test('a process counts its own terminals alone, and leaves out what it does not do', async () => {
  const figures = { ...noFigures, connections: 7, receivedAt: Date.now(), stored: 90, storedAt: Date.now() }
  const endApi = health.ready({ db, ingest: { figures: async () => figures }, own: undefined })
  await expect.poll(() => metric('huanwei_ready{check="terminals"}')).toBe(1)
  expect(await metrics()).not.toMatch(/^huanwei_(terminal|locations|last|stored|nats|sockets|board)/m)
  endApi()
  const gateway = { figures: async () => ({ ...figures, stored: 0, storedAt: 0 }) }
  const end = health.ready({ db, ingest: gateway, own: gateway })
  await expect.poll(() => metric('huanwei_terminal_connections')).toBe(7)
  expect(await metric('huanwei_last_receipt_timestamp_seconds')).toBe(figures.receivedAt / 1000)
  expect(await metrics()).not.toMatch(/^huanwei_(last_commit|stored_after)/m)
  end()
})

test.skipIf(hasNoNats)(
  'a process that shares the work is not ready while NATS is away, and ready again when it is back',
  async () => {
    const nats = await startNats()
    closing.push(nats.close)
    const watch = await watchNats({ url: nats.url, name: 'test', log: pino({ level: 'silent' }) })
    closing.push(watch.close)
    const end = health.ready({ db, ingest, own: ingest, nats: watch.answers })
    const all = { database: 'ok', terminals: 'ok' }
    await expect.poll(ready).toEqual([200, { status: 'ready', checks: { ...all, nats: 'ok' } }])
    await expect.poll(() => metric('huanwei_nats_answers')).toBe(1)
    await nats.kill()
    await expect.poll(ready).toEqual([503, { status: 'unavailable', checks: { ...all, nats: 'failed' } }])
    await expect.poll(() => metric('huanwei_nats_answers')).toBe(0)
    nats.start()
    await expect.poll(ready).toEqual([200, { status: 'ready', checks: { ...all, nats: 'ok' } }])
    end()
  },
)

/** Checks that what the rules and the dashboard name is served, with its labels, and that they take no other product's. */
async function expectNamed(served: string) {
  for (const file of ['prometheus-rules.yml', 'grafana-dashboard.json']) {
    const written = await readFile(join(import.meta.dirname, '../../../../deploy', file), 'utf8')
    const text = written.replaceAll('\\"', '"')
    const named = new Set(text.match(/\b(?:huanwei|process|nodejs)_\w+/g))
    expect(named.size).toBeGreaterThan(5)
    for (const name of named) expect([file, served]).toEqual([file, expect.stringMatching(new RegExp(`^${name}[ {]`, 'm'))])
    expect(text).not.toMatch(/\b(?:process|nodejs)_\w+\b(?!\{job="huanwei"\})/)
    for (const [, status] of text.matchAll(/status="(\w+)"/g)) expect(status).toMatch(/^\dxx$/)
    for (const [, name, selector = ''] of text.matchAll(/\b(huanwei_\w+)\{([^}]*)\}/g))
      for (const [, label] of selector.matchAll(/(\w+)[!=~]+"/g))
        expect(served).toMatch(new RegExp(`^${name}\\{.*\\b${label}="`, 'm'))
  }
}

test('the metrics count what terminals send, the calls by their pattern, and the connections to the database', async () => {
  const end = health.ready({ db, ingest, own: ingest, nats: async () => 'here', sockets: () => 0, boardComputations: () => 0 })
  const terminal = await dial(ingest.port, newNumber())
  await terminal.open()
  await terminal.ask(location(Date.now()))
  await expect.poll(() => metric('huanwei_locations_stored_total')).toBe(1)
  expect(await metric('huanwei_terminal_connections')).toBe(1)
  expect(await metric('huanwei_locations_waiting')).toBe(0)
  expect(await metric('huanwei_locations_capacity')).toBe(2000)
  expect(await metric('huanwei_last_receipt_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 3600)
  expect(await metric('huanwei_last_commit_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 3600)
  expect(await metric('huanwei_database_connections{pool="system"}')).toBeGreaterThan(0)

  const changes = await listen(addressesOf(url).app)
  closing.push(() => changes.close())
  const latest = await startLatest({ db, changes, log: console })
  closing.push(async () => latest.close())
  const config = readConfig({
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    JT1078_PORT: '0',
    JT808_FILES_PORT: '0',
    FTP_PORT: '0',
    VIDEO_API_PORT: '0',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'huanwei-health-')),
  })
  const app = await buildApp({ db, changes, config, latest, ingest, onAnswered: health.answered })
  closing.push(() => app.close())
  await app.inject({ url: '/docs' })
  await app.inject({ method: 'POST', url: uploadFile.path })
  await app.inject({ url: '/admin/menu/home', headers: { authorization: 'Bearer nobody' } })
  const count = (labels: string) => metric(`huanwei_http_request_seconds_count{${labels}}`)
  await expect.poll(() => count('method="GET",route="/admin/menu/home",kind="call",status="4xx"')).toBe(1)
  expect(await metrics()).toMatch(/method="GET",route="\/docs[^"]*",kind="file",status="2xx"/)
  expect(await count(`method="POST",route="${uploadFile.path}",kind="file",status="4xx"`)).toBe(1)

  const jobs = createJobs({ db, log: { error: () => undefined } })
  await jobs.run('tenants', 60_000, () => Promise.reject(new Error('no space left')))
  await expect.poll(() => metric('huanwei_job_failures{name="tenants"}')).toBe(1)
  await expectNamed(await metrics())
  end()
})

test('it answers nothing else, and no other method', async () => {
  expect((await ask('/admin/user/info')).status).toBe(404)
  expect((await ask('/metrics?all')).status).toBe(404)
  expect((await ask('/health/live', { method: 'POST' })).status).toBe(405)
})
