import { minuteMs } from '../time.ts'
import { Status } from './codes.ts'

/** No packet for this long means offline, ms. Source: spec 3, section 8 (online-time interval 6). */
export const offlineAfterMs = 6 * minuteMs
/** From this speed on a single fix counts as moving, km/h; whether something stands is said by its last fixes together. Source: spec 3, section 8. */
export const movingFrom = 3

export type Situation = {
  /** Whether it stands, by the last valid fix and those before it; undefined before the first. */
  stands: boolean | undefined
  /** Time of the last packet of any kind, epoch ms; undefined before the first. */
  lastPacketAt: number | undefined
  /** Violations in force, by severity. */
  alarms: number
  warnings: number
}

/** The location status now. Pure; every place that shows a status asks this one. Source: spec 3, section 8. */
export function statusOf({ stands, lastPacketAt, alarms, warnings }: Situation, now: number): Status {
  if (lastPacketAt === undefined || now - lastPacketAt >= offlineAfterMs) return Status.offline
  if (alarms > 0) return Status.alert
  if (warnings > 0) return Status.warning
  return stands === false ? Status.moving : Status.stationary
}

/** Online is stationary or moving, and whatever of the two an alarm hides. Source: spec 1, section 4. */
export const isOnline = (status: Status | null | undefined) =>
  status !== null && status !== undefined && status !== Status.offline

/** An alarm or a warning is in force. */
export const isWrong = (status: Status) => status === Status.alert || status === Status.warning

export type StatusCounts = { total: number; online: number; stationary: number; moving: number; alert: number; offline: number }

/**
 * Counts by status. An object without a location is offline; 0 or 10 with a location is stationary by the specification's rule.
 * Source: spec 1, section 4 (statistics rule).
 */
export function countStatuses(locations: Iterable<{ status: Status | undefined } | null>): StatusCounts {
  const counts: StatusCounts = { total: 0, online: 0, stationary: 0, moving: 0, alert: 0, offline: 0 }
  for (const location of locations) {
    counts.total++
    if (location === null) counts.offline++
    else if (location.status === Status.moving) counts.moving++
    else if (location.status === Status.alert || location.status === Status.warning) counts.alert++
    else counts.stationary++
  }
  counts.online = counts.total - counts.offline
  return counts
}
