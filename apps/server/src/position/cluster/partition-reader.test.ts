import { expect, test, vi } from 'vitest'
import type { Report } from '../report.ts'
import { readPartition } from './partition-reader.ts'
import { packReports } from './published-report.ts'

/** A message with one report, whose serial is its number. */
const messageOf = (seq: number) => ({
  seq,
  time: new Date(seq * 1000),
  data: packReports([{ deviceId: 1, messageId: 0x200, serial: seq, receivedAt: 0, locations: [] }]),
})

/** Reads a stream that has these messages; each time it is asked it brings the next of `deliveries`, the last one for ever. */
function start({
  has,
  deliveries,
  after = 0,
  afterTime = null,
  missed = 0,
  unanswered = 0,
}: {
  has: number[]
  deliveries: number[][]
  after?: number
  afterTime?: number | null
  missed?: number
  unanswered?: number
}) {
  const [asked, pushed, ends, errors]: [number[], number[], number[], object[]] = [[], [], [], []]
  const consume = async () => {
    const numbers = (deliveries.length > 1 ? deliveries.shift() : deliveries[0]) ?? []
    let stop: () => void
    const stopped = new Promise<void>((resolve) => {
      stop = resolve
    })
    return {
      stop: () => stop(),
      async *status() {
        if (missed-- > 0) yield { type: 'heartbeats_missed', count: 3 }
      },
      async *[Symbol.asyncIterator]() {
        for (const seq of numbers) yield messageOf(seq)
        await stopped
      },
    }
  }
  const consumers = {
    async get(_stream: string, { opt_start_seq }: { opt_start_seq: number }) {
      asked.push(opt_start_seq)
      if (unanswered-- > 0) await new Promise(() => undefined)
      return { consume, delete: async () => true }
    },
  }
  const streams = {
    getMessage: async (_stream: string, { seq }: { seq: number }) => (has.includes(seq) ? messageOf(seq) : null),
    info: async () => ({ state: { last_seq: Math.max(...has) } }),
  }
  const log = { warn: () => undefined, error: (fields: object) => errors.push(fields), isLevelEnabled: () => false }
  const reader = readPartition({
    js: { consumers } as never,
    jsm: { streams } as never,
    lease: { partition: 3, epoch: 1 },
    after: { sequence: after, time: afterTime },
    push: async ({ serial }: Report) => void pushed.push(serial),
    hasLostEnd: () => void ends.push(reader.last()),
    log: log as never,
  })
  return { reader, asked, pushed, ends, errors }
}

test('a message that comes too early waits for those before it, and one that comes again is taken again', async () => {
  const { reader, asked, pushed, errors } = start({ has: [1, 2, 3, 4, 5, 6], deliveries: [[1, 2, 5, 1, 6]] })
  await vi.waitFor(() => expect(reader.last()).toBe(6), { timeout: 10_000 })
  await reader.stop()
  expect([pushed, asked, errors]).toEqual([[1, 2, 3, 4, 5, 1, 6], [1], []])
})

test('a server that says nothing any more is left, and messages are asked for anew where they ended', async () => {
  const { reader, asked, pushed } = start({
    has: [1, 2, 3, 4],
    deliveries: [
      [1, 2],
      [3, 4],
    ],
    missed: 1,
  })
  await vi.waitFor(() => expect(reader.last()).toBe(4), { timeout: 10_000 })
  await reader.stop()
  expect([asked, pushed]).toEqual([
    [1, 3],
    [1, 2, 3, 4],
  ])
})

test('a stream that has another leader is asked anew, also where the one before never answered', async () => {
  const { reader, asked, pushed } = start({
    has: [1, 2, 3, 4],
    deliveries: [
      [1, 2],
      [3, 4],
    ],
    unanswered: 1,
  })
  await vi.waitFor(() => expect(asked).toEqual([1]), { timeout: 10_000 })
  reader.beginAnew()
  await vi.waitFor(() => expect(reader.last()).toBe(2), { timeout: 10_000 })
  reader.beginAnew()
  await vi.waitFor(() => expect(reader.last()).toBe(4), { timeout: 10_000 })
  await reader.stop()
  expect([asked, pushed]).toEqual([
    [1, 1, 3],
    [1, 2, 3, 4],
  ])
})

test('messages that the stream does not have are told as lost, and what is left is read', async () => {
  const { reader, pushed, errors } = start({ has: [10, 14, 15], deliveries: [[14, 15]], after: 10 })
  await vi.waitFor(() => expect(reader.last()).toBe(15), { timeout: 10_000 })
  await reader.stop()
  expect([pushed, errors]).toEqual([[14, 15], [{ partition: 3, last: 10, next: 14 }]])
})

test('a server that does not have the message yet that another one brought is asked until it has', async () => {
  const has = [1]
  const { reader, pushed, errors } = start({ has, deliveries: [[1, 3]] })
  await vi.waitFor(() => expect(reader.last()).toBe(1), { timeout: 10_000 })
  has.push(2, 3)
  await vi.waitFor(() => expect(reader.last()).toBe(3), { timeout: 10_000 })
  await reader.stop()
  expect([pushed, errors]).toEqual([[1, 2, 3], []])
})

test('a message that has the number of the last stored one and another time is not passed over: the stream has lost its end', async () => {
  const deliveries = [[10, 11]]
  const other = start({ has: [8, 9, 10, 11], deliveries, after: 9, afterTime: 8_500 })
  await vi.waitFor(() => expect(other.ends).toContain(9), { timeout: 10_000 })
  await other.reader.stop()
  const same = start({ has: [8, 9, 10, 11], deliveries, after: 9, afterTime: 9_001 })
  await vi.waitFor(() => expect(same.reader.last()).toBe(11), { timeout: 10_000 })
  await same.reader.stop()
  expect([other.pushed, same.pushed, same.ends]).toEqual([[], [10, 11], []])
})
