import type { NatsConnection } from '@nats-io/transport-node'
import type { Answer } from '../ingest/pending-commands.ts'
import type { Command, Ingest, SentReport } from '../link.ts'
import type { ReadingReport, Recorded } from '../store/readings.ts'
import { pack, unpack } from './nats.ts'
import { partitionOf, subjects } from './partition.ts'
import type { ReportPublisher } from './report-publisher.ts'

type Parts = {
  nats: NatsConnection
  publisher: Pick<ReportPublisher, 'push' | 'isFull'>
  gatewayOf(deviceId: number): string | undefined
}

/** A command on its way to the gateway that holds the terminal; `reqId` is of the call that ordered it. */
export type SentCommand = { deviceId: number; command: Command; reqId?: string | undefined }

/** Longer than a gateway waits for a terminal, and a worker for the database, ms. */
const [commandMs, readingMs] = [40_000, 35_000]

const offline: Answer = { outcome: 'offline', result: null }

/** The calls of a process to the gateway that holds a terminal and the worker that holds its partition. None rejects. */
export function callsOver({ nats, publisher, gatewayOf }: Parts): Pick<Ingest, 'send' | 'recordReadings' | 'recordPositions'> {
  return {
    async send(deviceId, command: Command, reqId) {
      const gateway = gatewayOf(deviceId)
      if (!gateway) return offline
      try {
        const answer = await nats.request(subjects.commands(gateway), pack({ deviceId, command, reqId } satisfies SentCommand), {
          timeout: commandMs,
        })
        return unpack<Answer>(answer.data)
      } catch {
        // That gateway is gone, and the terminal's connection with it.
        return offline
      }
    },
    async recordReadings(report: ReadingReport) {
      try {
        const subject = subjects.readings(partitionOf(report.deviceId))
        return unpack<Recorded>((await nats.request(subject, pack(report), { timeout: readingMs })).data)
      } catch {
        // Nobody holds the partition right now: the sensor sends again.
        return 'failed'
      }
    },
    recordPositions: (report: SentReport) =>
      new Promise<Recorded>((resolve) => {
        const settle = (isStored: boolean) => resolve(isStored ? 'stored' : 'failed')
        if (publisher.isFull() || !publisher.push({ ...report, settle })) settle(false)
      }),
  }
}
