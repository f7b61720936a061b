import { setTimeout as sleep } from 'node:timers/promises'
import { type ConsumerMessages, DeliverPolicy, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream'
import type { Lease } from '../../features/partitions/queries.ts'
import type { Log } from '../log.ts'
import type { Report, StreamMessage } from '../report.ts'
import { traceReports } from '../trace.ts'
import { subjects } from './partition.ts'
import { unpackReports } from './published-report.ts'

type Parts = {
  js: Pick<JetStreamClient, 'consumers'>
  jsm: Pick<JetStreamManager, 'streams'>
  lease: Lease
  /** The last message that is stored already. */
  after: StreamMessage
  /** Takes a report; resolves when there is room for the next. */
  push(report: Report): Promise<void>
  /** The stream has lost its end: what came since has numbers that were others' before. */
  hasLostEnd(): void
  log: Log
}

/** Bytes on their way to this process: a message has up to 1 MB. A server that says nothing for two heartbeats is asked anew; times in ms. */
const asking = { max_bytes: 3 * 1024 ** 2, expires: 10_000, idle_heartbeat: 1000 }
const retryMs = 500
/** Notices of a client that has begun anew. */
const beginsAnew = ['reset', 'ordered_consumer_recreated']
/** Times that heartbeats are missed after which a reader begins anew: one that waits for messages, and one that waits for room. */
const mostMissed = { idle: 3, taking: 5 }
/** A server forgets after this where a reader was that asks for no more, ms. */
const forgottenMs = 15_000
/** Time within which a worker renews its leases, ms. */
const leaseMs = 2000

/** False when a stream has another message of this number: it has lost its end, and its numbers came again. Clients round times to ms in two ways. */
export async function hasStill(jsm: Parts['jsm'], stream: string, { sequence, time }: StreamMessage): Promise<boolean> {
  if (!sequence || time === null) return true
  const message = await jsm.streams.getMessage(stream, { seq: sequence })
  return !message || Math.abs(message.time.getTime() - time) <= 1
}

/**
 * Ends messages when the server says nothing, not even that there are none: it is gone, and they are asked for anew. While a report waits for room none
 * are asked for, so that nothing is heard; what was asked for then would come all at once, so that this ends, too. `most`: times that may be missed now.
 */
async function stopWhenSilent(messages: ConsumerMessages, most: () => number) {
  for await (const status of messages.status()) {
    const isSilent = status.type === 'heartbeats_missed' && status.count >= most()
    // The client begins anew by itself, without a look at whether the stream has lost its end.
    if (isSilent || beginsAnew.includes(status.type)) messages.stop()
  }
}

export type PartitionReader = {
  /** The last message that was pushed whole, its number, and that of the last one all of whose reports are stored. */
  lastMessage(): StreamMessage
  last(): number
  stored(): number
  /** The stream has another leader: what was asked of the one before may never be answered, and is asked anew. */
  beginAnew(): void
  /** Reads nothing further; resolves when the message in hand is pushed. */
  stop(): Promise<void>
}

/**
 * Reads a partition of the stream in its order, from the first message that is not stored. After a fault it goes on where it was. A message that comes
 * too early waits for those before it, which are fetched; those that the stream does not have are told as lost. One that comes again is taken: a
 * position is stored once all the same.
 */
export function readPartition({ js, jsm, lease, after, push, hasLostEnd, log }: Parts): PartitionReader {
  const { partition, epoch } = lease
  const stream = subjects.stream(partition)
  let last = after
  let stored = after.sequence
  let isStopped = false
  let isTaking = false
  let messages: ConsumerMessages | undefined
  let begunAnew = Promise.withResolvers<void>()

  /** A consumer of what comes after the last message; none where the stream has lost its end. */
  async function findConsumer() {
    if (!(await hasStill(jsm, stream, last))) return hasLostEnd()
    const from = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: last.sequence + 1 }
    return js.consumers.get(stream, { ...from, inactive_threshold: forgottenMs })
  }

  async function read() {
    const consumer = await Promise.race([findConsumer(), begunAnew.promise])
    if (!consumer) return
    try {
      messages = await consumer.consume(asking)
      void stopWhenSilent(messages, () => (isTaking ? mostMissed.taking : mostMissed.idle))
      if (isStopped) messages.stop()
      for await (const { seq, time, data } of messages) {
        if (seq > last.sequence + 1) await fetchBefore(seq)
        if (isStopped) return
        await take({ sequence: seq, time: time.getTime() }, data)
      }
    } finally {
      consumer.delete().catch(() => undefined)
    }
  }

  async function take(message: StreamMessage, data: Uint8Array) {
    const reports = unpackReports(data)
    traceReports(log, 'read', reports)
    const settleLast = () => {
      stored = Math.max(stored, message.sequence)
    }
    isTaking = true
    for (const [i, report] of reports.entries()) {
      const isLast = i === reports.length - 1
      const place = { partition, epoch, upTo: isLast ? message : last }
      await push({ ...report, place, settle: isLast ? settleLast : () => undefined })
    }
    isTaking = false
    if (message.sequence > last.sequence) last = message
  }

  /** Takes the messages between the last one and this one. A server that has just begun to lead may not know all yet: it is asked again. */
  async function fetchBefore(sequence: number) {
    for (let hasWaited = false; last.sequence + 1 < sequence && !isStopped; hasWaited = true) {
      for (let next = await nextMessage(); next && last.sequence + 1 < sequence; next = await nextMessage())
        await take({ sequence: last.sequence + 1, time: next.time.getTime() }, next.data)
      if (last.sequence + 1 === sequence) return
      const { state } = await jsm.streams.info(stream)
      if (hasWaited && state.last_seq >= sequence && !isStopped) {
        log.error({ partition, last: last.sequence, next: sequence }, 'NATS has lost messages that it had acknowledged')
        return
      }
      // Longer than a worker needs to learn that the partition is another's now, and was stored and deleted there.
      await sleep(leaseMs)
    }
  }

  const nextMessage = () => jsm.streams.getMessage(stream, { seq: last.sequence + 1 })

  async function run() {
    while (!isStopped)
      try {
        await read()
        if (!isStopped) await sleep(retryMs)
      } catch (error) {
        if (isStopped) return
        log.warn({ partition, error }, 'a partition could not be read')
        await sleep(retryMs)
      }
  }

  function beginAnew() {
    messages?.stop()
    begunAnew.resolve()
    begunAnew = Promise.withResolvers()
  }

  const running = run()
  return {
    lastMessage: () => last,
    last: () => last.sequence,
    stored: () => stored,
    beginAnew,
    async stop() {
      isStopped = true
      beginAnew()
      await running
    },
  }
}
