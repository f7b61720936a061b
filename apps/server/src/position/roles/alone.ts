import type { Changes } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import { createJobs } from '../../features/jobs/jobs.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import { createStream } from '../ingest/stream.ts'
import type { EndedUpload, FromIngest, Ingest, IngestFigures, IngestSettings } from '../link.ts'
import type { Log } from '../log.ts'
import type { Update } from '../report.ts'
import { UpdateBatch } from '../update-batch.ts'
import { startGatewayRole } from './gateway-role.ts'
import { startWorkerRole } from './worker-role.ts'

export type IngestParts = {
  settings: IngestSettings
  db: Database
  changes: Changes
  nameOfPlace: NameOfPlace
  log: Log
  post(message: FromIngest): void
}

/** What the ingest thread does for the other one. */
export type IngestRoles = Pick<Ingest, 'port' | 'send' | 'recordReadings' | 'recordPositions' | 'close'> & {
  figures(): IngestFigures
  /** To be called last, as nobody waits for them. */
  startJobs(): void
}

/**
 * Locations between gateway and recorder: those of one batch, which are decoded while another is stored. More wait undecoded, and then in the
 * terminals' own buffers: objects that live long are what the collection of garbage costs.
 */
export const streamCapacity = 2000
/** Interval of passing on updates, ms. */
export const postEveryMs = 100

/** Gateway and worker of the one process of an installation: a stream in memory between them. */
export async function startAlone(parts: IngestParts): Promise<IngestRoles> {
  const { settings, db, changes, nameOfPlace, log, post } = parts
  const batch = new UpdateBatch()
  const publish = (updates: Update[]) => batch.add(updates)
  const stream = createStream({ capacity: streamCapacity })
  const uploadEnded = (ended: EndedUpload) => post({ type: 'uploadEnded', ...ended })
  const gateway = await startGatewayRole({ settings, db, changes, stream, publish, uploadEnded, nameOfPlace, log })
  const { send, seen } = gateway
  const jobs = createJobs({ db, log })
  const { keepDays } = settings
  const worker = await startWorkerRole({ db, changes, stream, keepDays, publish, send, seen, nameOfPlace, jobs, log })
  await gateway.readBroker(worker.recordReadings)

  const posting = setInterval(postUpdates, postEveryMs)
  function postUpdates() {
    if (!batch.isEmpty) post({ type: 'updates', updates: batch.take(gateway.isConnected) })
  }

  return {
    port: gateway.port,
    send,
    recordReadings: worker.recordReadings,
    recordPositions: worker.recordPositions,
    figures: () => ({
      ...worker.figures(),
      connections: gateway.connections(),
      capacity: streamCapacity,
      receivedAt: stream.receivedAt(),
    }),
    startJobs: worker.startJobs,
    /** Takes nothing new, records and acknowledges what has come, and releases everything, so that the thread ends by itself. */
    async close() {
      await gateway.pause()
      await worker.close()
      await gateway.close()
      clearInterval(posting)
      postUpdates()
    },
  }
}
