import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { JetStreamClient } from '@nats-io/jetstream'
import { createFullness, type StreamInput, weightOf } from '../ingest/stream.ts'
import type { Log } from '../log.ts'
import type { Report } from '../report.ts'
import { serialCount } from '../store/position-rows.ts'
import { traceReports } from '../trace.ts'
import { partitionOf, subjects } from './partition.ts'
import { packReports } from './published-report.ts'

/** Reports of one message, and its bytes: NATS takes up to 1 MB. */
const mostReports = 500
const mostLocations = 2000
const mostBytes = 900_000
/** Time for which a message that is not stored is tried again, ms: longer than a stream needs for another leader. */
const patienceMs = 15_000
const [answerMs, pauseMs] = [3000, 200]
/** Reports that are settled in one turn of the event loop. */
const settledAtOnce = 50

/** Both halves of reports, or of the locations of a single one; none of one location. */
function halvesOf(reports: readonly Report[]): Report[][] {
  const cut = <T>(all: readonly T[]) => [all.slice(0, all.length >> 1), all.slice(all.length >> 1)] as const
  if (reports.length > 1) return cut(reports).map((half) => [...half])
  const [report] = reports
  if (!report || report.locations.length < 2) return []
  const [first, second] = cut(report.locations)
  // The second half goes on where the first ends: locations of one moment have different serials. See `eachLocation`.
  const serial = report.serial + first.length * serialCount
  return [[{ ...report, locations: first }], [{ ...report, serial, locations: second }]]
}

type Parts = {
  js: Pick<JetStreamClient, 'publish'>
  /** Locations that wait; see `Stream`. */
  capacity: number
  log: Log
  patience?: number
}

export type ReportPublisher = StreamInput & {
  /** Resolves when everything pushed is settled. */
  close(): Promise<void>
}

/**
 * Publishes reports to the partitions of the stream. A report is settled with true once NATS has stored it. Each partition has one message under way,
 * so that its reports stay in order; those that come meanwhile go into the next. One that is sent again may be in the stream twice: a position is stored
 * once all the same. Ids of messages do not help: NATS 2.9 answers that it has a message whose storing failed.
 */
export function createReportPublisher({ js, capacity, log, patience = patienceMs }: Parts): ReportPublisher {
  const waiting = new Map<number, Report[]>()
  const working = new Map<number, Promise<void>>()
  const fullness = createFullness(capacity)
  let isClosed = false
  let receivedAt = 0

  async function publish(partition: number, reports: readonly Report[]): Promise<boolean> {
    const [data, until] = [packReports(reports), performance.now() + patience]
    const [first, second] = data.length > mostBytes ? halvesOf(reports) : []
    if (first && second) return (await publish(partition, first)) && publish(partition, second)
    for (;;) {
      try {
        await js.publish(subjects.reports(partition), data, { timeout: answerMs })
        traceReports(log, 'streamed', reports)
        return true
      } catch (error) {
        if (performance.now() > until) {
          log.error({ partition, error }, 'reports could not be published')
          return false
        }
        await sleep(pauseMs)
      }
    }
  }

  async function work(partition: number) {
    // Those that came in this turn of the event loop go together.
    await nextTurn()
    for (let reports = next(partition); reports.length; reports = next(partition)) {
      const isStored = await publish(partition, reports)
      for (let start = 0; start < reports.length; start += settledAtOnce) {
        if (start) await nextTurn()
        for (const report of reports.slice(start, start + settledAtOnce)) {
          fullness.add(-weightOf(report))
          report.settle(isStored)
        }
      }
    }
    working.delete(partition)
  }

  /** Takes the reports of the next message. */
  function next(partition: number): Report[] {
    const reports = waiting.get(partition) ?? []
    let [count, locations] = [0, 0]
    while (count < Math.min(reports.length, mostReports)) {
      locations += weightOf(reports[count]!)
      if (count && locations > mostLocations) break
      count++
    }
    return reports.splice(0, count)
  }

  return {
    push(report) {
      if (isClosed) return false
      const partition = partitionOf(report.deviceId)
      const reports = waiting.get(partition)
      if (reports) reports.push(report)
      else waiting.set(partition, [report])
      fullness.add(weightOf(report))
      receivedAt = report.receivedAt
      if (!working.has(partition)) working.set(partition, work(partition))
      return true
    },
    isFull: fullness.isFull,
    onFree: fullness.onFree,
    waiting: fullness.weight,
    receivedAt: () => receivedAt,
    async close() {
      isClosed = true
      await Promise.all(working.values())
    },
  }
}
