import type { Log } from './log.ts'
import type { Report } from './report.ts'

/** Where a report is: come from its terminal, in the stream of NATS, read from there, in the database, or never to be stored. */
export type Stage = 'received' | 'streamed' | 'read' | 'stored' | 'refused'

type Traced = Pick<Report, 'deviceId' | 'messageId' | 'serial' | 'receivedAt' | 'locations'>

/** Names a report in the logs of every process that it passes: terminal, message id (hex), serial number and time of receipt (epoch ms). */
export const traceOf = ({ deviceId, messageId, serial, receivedAt }: Omit<Traced, 'locations'>) =>
  `${deviceId}-${messageId.toString(16)}-${serial}-${receivedAt}`

/** Writes a line for each report at the level `debug`, with the same `trace` in every stage and process. */
export function traceReports(log: Log, stage: Stage, reports: readonly Traced[]) {
  if (!log.isLevelEnabled?.('debug')) return
  for (const report of reports) log.debug({ trace: traceOf(report), stage, locations: report.locations.length }, 'report')
}
