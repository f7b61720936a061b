import { setTimeout as sleep } from 'node:timers/promises'
import { type ConsumerMessages, DeliverPolicy, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream'
import type { Lease } from '../../features/partitions/queries.ts'
import type { Log } from '../log.ts'
import type { Report } from '../report.ts'
import { errorText } from '../store/transaction.ts'
import { traceReports } from '../trace.ts'
import { subjects } from './partition.ts'
import { unpackReports } from './published-report.ts'

type Parts = {
  js: Pick<JetStreamClient, 'consumers'>
  jsm: Pick<JetStreamManager, 'streams'>
  lease: Lease
  /** Number of the last message that is stored already. */
  after: number
  /** Takes a report; resolves when there is room for the next. */
  push(report: Report): Promise<void>
  log: Log
}

/** Bytes on their way to this process: a message has up to 1 MB. A server that says nothing for two heartbeats is asked anew; times in ms. */
const asking = { max_bytes: 3 * 1024 ** 2, expires: 10_000, idle_heartbeat: 1000 }
const retryMs = 500

export type PartitionReader = {
  /** Number of the last message that was pushed whole, and of the last one all of whose reports are stored. */
  last(): number
  stored(): number
  /** Reads nothing further; resolves when the message in hand is pushed. */
  stop(): Promise<void>
}

/**
 * Reads a partition of the stream in its order, from the first message that is not stored. After a fault it goes on where it was, also where the next
 * message is not the one that comes next; one that the stream does not have any more is an error, and left out.
 */
export function readPartition({ js, jsm, lease, after, push, log }: Parts): PartitionReader {
  const { partition, epoch } = lease
  let last = after
  let stored = after
  let isStopped = false
  let messages: ConsumerMessages | undefined

  async function read() {
    const consumer = await js.consumers.get(subjects.stream(partition), {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: last + 1,
    })
    messages = await consumer.consume(asking)
    if (isStopped) messages.stop()
    for await (const message of messages) {
      if (isStopped) return
      const { seq: sequence } = message
      // Of a new stream it is not known where it begins.
      if (last > 0 && sequence !== last + 1 && !(await isNext(sequence))) return
      const reports = unpackReports(message.data)
      traceReports(log, 'read', reports)
      const settleLast = () => {
        stored = sequence
      }
      for (const [i, report] of reports.entries()) {
        const isLast = i === reports.length - 1
        await push({ ...report, place: { partition, epoch, sequence, isLast }, settle: isLast ? settleLast : () => undefined })
      }
      last = sequence
    }
  }

  /** True where a message is the next one though its number is not, as the stream has no other before it; else the partition is read again. */
  async function isNext(sequence: number) {
    messages?.stop()
    const other = sequence > last ? await jsm.streams.getMessage(subjects.stream(partition), { seq: last + 1 }) : undefined
    if (other !== null) {
      await sleep(retryMs)
      return false
    }
    log.error({ partition, last, next: sequence }, 'NATS has lost messages that it had acknowledged')
    return true
  }

  async function run() {
    while (!isStopped)
      try {
        await read()
      } catch (error) {
        if (isStopped) return
        log.warn({ partition, error: errorText(error) }, 'a partition could not be read')
        await sleep(retryMs)
      }
  }

  const running = run()
  return {
    last: () => last,
    stored: () => stored,
    async stop() {
      isStopped = true
      messages?.stop()
      await running
    },
  }
}
