import type { Log } from './log.ts'
import type { Report } from './report.ts'

/** Where a report is: come from its terminal, in the stream of NATS, read from there, in the database, or never to be stored. */
export type Stage = 'received' | 'streamed' | 'read' | 'stored' | 'refused'

type Traced = Pick<Report, 'deviceId' | 'messageId' | 'serial' | 'receivedAt' | 'locations'>

/** Writes a line for each report at the level `debug`, with the same `trace` in every stage and process. */
export function traceReports(log: Log, stage: Stage, reports: readonly Traced[]) {
  if (!log.isLevelEnabled?.('debug')) return
  for (const { deviceId, messageId, serial, receivedAt, locations } of reports)
    log.debug(
      { trace: `${deviceId}-${messageId.toString(16)}-${serial}-${receivedAt}`, stage, locations: locations.length },
      'report',
    )
}
