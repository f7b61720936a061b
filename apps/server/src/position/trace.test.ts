import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readPartition } from './cluster/partition-reader.ts'
import { createReportPublisher } from './cluster/report-publisher.ts'
import { place } from './store/recorder.test-kit.ts'

/** A log, and what is written to it. */
function logAt(level: 'debug' | 'info') {
  const lines: { trace: string; stage: string }[] = []
  const destination = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  return { lines, log: pino({ level }, destination) }
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
