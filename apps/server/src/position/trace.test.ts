import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { ProcessRole } from '@huanwei/contract/platform/codes'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { listen } from '../db/changes.ts'
import { connectOwned, type OwnedDatabase } from '../db/owned.ts'
import { createLog } from '../lib/log.ts'
import { createTestDatabase } from '../test-kit.ts'
import { startMember } from './cluster/member.ts'
import { hasNoNats, startNats } from './cluster/nats.test-kit.ts'
import { readPartition } from './cluster/partition-reader.ts'
import { createReportPublisher } from './cluster/report-publisher.ts'
import { location, newNumber } from './ingest/gateway.test-kit.ts'
import { dial } from './ingest/terminal.test-kit.ts'
import type { Log } from './log.ts'
import { type IngestParts, startAlone } from './roles/alone.ts'
import { place } from './store/recorder.test-kit.ts'

/** A log, and what is written to it. */
function logAt(level: 'debug' | 'info') {
  const lines: { trace?: string; stage?: string; msg?: string; reqId?: string }[] = []
  const destination = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  return { lines, log: createLog(level, 'test', destination) }
}

/** Publishes two reports and reads them again, as a gateway and a worker do. */
async function passThroughStream(level: 'debug' | 'info') {
  const [gateway, worker] = [logAt(level), logAt(level)]
  const messages: { data: Uint8Array; seq: number; time: Date }[] = []
  const publish = async (_: string, data: Uint8Array) => ({
    seq: messages.push({ data, seq: messages.length + 1, time: new Date(0) }),
  })
  const publisher = createReportPublisher({ js: { publish } as never, capacity: 10, log: gateway.log })
  const at = 1_764_460_800_000
  for (const [serial, messageId] of [0x0200, 0x0704].entries())
    publisher.push({ deviceId: 7, messageId, serial, receivedAt: at + serial, locations: [place(at)], settle: () => undefined })
  await publisher.close()
  const consume = async () =>
    Object.assign(messages.values(), { stop: () => undefined, status: () => new ReadableStream({ start: (own) => own.close() }) })
  const consumers = { get: async () => ({ consume, delete: async () => true }) }
  let count = 0
  const read = Promise.withResolvers<void>()
  const reader = readPartition({
    js: { consumers } as never,
    jsm: {} as never,
    lease: { partition: 7, epoch: 1 } as never,
    after: { sequence: 0, time: null },
    async push() {
      if (++count === 2) read.resolve()
    },
    hasLostEnd: () => undefined,
    log: worker.log,
  })
  await read.promise
  await reader.stop()
  return { gateway: gateway.lines, worker: worker.lines }
}

test('a report has one trace in the logs of all who pass it on', async () => {
  const { gateway, worker } = await passThroughStream('debug')
  const traces = ['7-200-0-1764460800000', '7-704-1-1764460800001']
  expect(gateway.map(({ stage, trace }) => [stage, trace])).toEqual(traces.map((trace) => ['streamed', trace]))
  expect(worker.slice(0, 2).map(({ stage, trace }) => [stage, trace])).toEqual(traces.map((trace) => ['read', trace]))
})

test('nothing is written of it at other levels', async () => {
  const { gateway, worker } = await passThroughStream('info')
  expect([gateway, worker]).toEqual([[], []])
})

/** Parts of one ingest thread on a database; whatever is started ends with the test. */
async function partsOn(db: OwnedDatabase, log: Log): Promise<IngestParts> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'huanwei-trace-'))
  const changes = await listen(db.addresses.app)
  onTestFinished(async () => {
    await changes.close()
    rmSync(DATA_DIR, { recursive: true })
  })
  const settings = {
    host: '127.0.0.1',
    port: 0,
    addresses: db.addresses,
    keepDays: 180,
    demo: false,
    logLevel: 'debug' as const,
    mqtt: { url: undefined, group: '' },
    files: readConfig({ DATA_DIR }),
  }
  return { settings, db, changes, log, nameOfPlace: () => '', post: () => undefined }
}

async function openDatabase() {
  const db = connectOwned(await createTestDatabase(), { system: 8, app: 1 })
  onTestFinished(() => db.close())
  return db
}

/** A frame with a position from a terminal of its own; resolves with the terminal once it is acknowledged. */
async function sendFrame(port: number) {
  const terminal = await dial(port, newNumber())
  onTestFinished(() => void terminal.close())
  await terminal.open()
  expect(await terminal.ask(location())).toBe(ReplyResult.ok)
  return terminal
}

/** Stages in the order of the lines, and their different traces. */
const stagesOf = (lines: ReturnType<typeof logAt>['lines']) => lines.flatMap(({ stage }) => stage ?? [])
const tracesOf = (lines: ReturnType<typeof logAt>['lines']) => [...new Set(lines.flatMap(({ trace }) => trace ?? []))]

test('a frame has one trace from the gateway to the worker of one process', async () => {
  const { lines, log } = logAt('debug')
  const db = await openDatabase()
  const alone = await startAlone(await partsOn(db, log))
  onTestFinished(() => alone.close())
  await sendFrame(alone.port)
  await expect.poll(() => stagesOf(lines)).toEqual(['received', 'stored'])
  expect(tracesOf(lines)).toEqual([expect.stringMatching(/^\d+-200-\d+-\d{13}$/)])
})

test.skipIf(hasNoNats)(
  'a frame has one trace from the gateway over NATS to the worker, each with a log of its own, and a command the id of its call',
  async () => {
    const nats = await startNats()
    onTestFinished(() => nats.close())
    const db = await openDatabase()
    const start = async (role: ProcessRole) => {
      const { lines, log } = logAt('debug')
      const one = await startMember(await partsOn(db, log), { url: nats.url, process: role, roles: [role] })
      onTestFinished(() => one.close())
      return { ...one, lines }
    }
    const worker = await start('worker')
    const gateway = await start('gateway')
    const terminal = await sendFrame(gateway.port)
    await expect.poll(() => stagesOf(worker.lines)).toEqual(['read', 'stored'])
    expect(stagesOf(gateway.lines)).toEqual(['received', 'streamed'])
    const [trace] = tracesOf(gateway.lines)
    expect(trace).toMatch(/^\d+-200-\d+-\d{13}$/)
    expect([tracesOf(gateway.lines), tracesOf(worker.lines)]).toEqual([[trace], [trace]])

    const deviceId = Number(trace?.split('-')[0])
    const sending = worker.send(deviceId, { kind: 'locate' }, 'cafe0001')
    const { header } = await terminal.next(({ message }) => message.id === MessageId.queryLocation)
    terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: MessageId.queryLocation, result: 1 })
    expect(await sending).toMatchObject({ outcome: 'refused' })
    expect(gateway.lines.filter(({ msg }) => msg === 'command')).toMatchObject([
      { deviceId, kind: 'locate', reqId: 'cafe0001', outcome: 'refused' },
    ])
  },
)
