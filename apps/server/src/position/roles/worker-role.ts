import type { Changes } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import type { Jobs } from '../../features/jobs/jobs.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import { PicturePace } from '../ingest/picture-pace.ts'
import type { Stream } from '../ingest/stream.ts'
import type { RuleCommand } from '../judge/findings.ts'
import { startRules } from '../judge/rules-in-force.ts'
import type { Ingest, SentReport } from '../link.ts'
import type { Log } from '../log.ts'
import type { Update } from '../report.ts'
import { startDataDaysJob } from '../store/day-partitions.ts'
import type { Ownership } from '../store/ownership.ts'
import { type ReadingReport, type Recorded, startReadings } from '../store/readings.ts'
import { startRecorder } from '../store/recorder.ts'

type Parts = {
  db: Database
  changes: Changes
  stream: Stream
  keepDays: number
  /** Receives what was committed. */
  publish(updates: Update[]): void
  /** Sends a command of a rule to a terminal. */
  send: Ingest['send']
  /** Notes when a device was heard over HTTP or MQTT. */
  seen(deviceId: number, time: number): void
  nameOfPlace: NameOfPlace
  jobs: Jobs
  ownership?: Ownership
  batchSize?: number
  log: Log
}

/** Stores what is in the stream, judges it, and does the jobs that would make requests wait. */
export async function startWorkerRole(parts: Parts) {
  const { db, changes, stream, keepDays, publish, seen, nameOfPlace, jobs, ownership, batchSize, log } = parts
  const stopDataDaysJob = startDataDaysJob({ db, keepDays, clock: Date.now, jobs })
  const rules = await startRules({ db, changes, send: commandsOfRules(parts), log, nameOfPlace, ownership })
  const recorder = startRecorder({ db, rules, stream, publish, log, keepDays, ownership, batchSize })
  const readings = startReadings({ db, rules, publish, log, keepDays, ownership })
  let stopJobs: Promise<(() => Promise<unknown>)[]> | undefined

  return {
    figures: () => ({ ...recorder.figures(), waiting: stream.waiting() }),
    recordReadings(report: ReadingReport): Promise<Recorded> {
      seen(report.deviceId, report.receivedAt)
      return readings.record(report)
    },
    recordPositions: (report: SentReport) =>
      new Promise<Recorded>((resolve) => {
        seen(report.deviceId, report.receivedAt)
        const settle = (committed: boolean) => resolve(committed ? 'stored' : 'failed')
        if (stream.isFull() || !stream.push({ ...report, settle })) settle(false)
      }),
    /** These terminals became this process's, or another's: what is known of them may be old. */
    async handOver(isTheirs: (deviceId: number) => boolean) {
      recorder.forget(isTheirs)
      await rules.handOver(isTheirs)
    },
    /** To be called last, as nobody waits for them. */
    startJobs() {
      stopJobs = Promise.all([
        import('../../features/history/jobs.ts').then(({ startHistoryJobs }) => startHistoryJobs(db, jobs)),
        import('../../features/attendance/jobs.ts').then(({ startAttendanceJobs }) => startAttendanceJobs(db, jobs)),
        import('../../features/work/jobs.ts').then(({ startWorkJobs }) => startWorkJobs(db, jobs)),
      ])
    },
    /** Stores what is in the stream, and stops. */
    async close() {
      await recorder.close()
      await stopDataDaysJob()
      for (const stop of (await stopJobs) ?? []) await stop()
      await readings.close()
      await rules.close()
    },
  }
}

export type WorkerRole = Awaited<ReturnType<typeof startWorkerRole>>

/** Sends what rules ask of terminals, pictures at their pace. */
function commandsOfRules({ send, log }: Pick<Parts, 'send' | 'log'>) {
  const pictures = new PicturePace()
  return ({ deviceId, command }: RuleCommand) => {
    const { kind } = command
    if (kind === 'takePhoto' && !pictures.take(deviceId, performance.now())) return
    send(deviceId, command).then(
      ({ outcome, result }) => log.debug({ deviceId, kind, outcome, result }, 'command of a rule'),
      (error: Error) => log.error({ deviceId, kind, error }, 'the command of a rule could not be sent'),
    )
  }
}
