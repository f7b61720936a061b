import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { movingFrom, type Situation, statusOf } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { meaningOf, readingKey } from '@huanwei/contract/readings/rules'
import type { Database } from '../../db/connect.ts'
import { findLastReadings } from '../../features/readings/queries.ts'
import { type Facts, findLastFixes } from '../../features/trees/queries.ts'
import { markSeen } from '../ingest/terminal-queries.ts'
import type { Measurement, Update } from '../report.ts'
import type { Calibration } from './calibrations.ts'
import type { Counts } from './in-force.ts'

/** Bit 0 of the status word: ignition on. Source: spec 4, IV.4. */
const accOn = 1

/** Present state of an object; `json` is `live` as JSON, written once per change for all subscribers. */
export type PresentState = Counts & {
  live: LiveObject
  /** By its last fixes; see `position/judge/standing.ts`. */
  stands: boolean
  altitude: number | null
  mileage: number | null
  json: string
  /** Its fields in trees but for the status, as JSON that is written when first requested: all before `locationData`, and the beginning of that. */
  leaf: { head: Uint8Array; location: Uint8Array } | undefined
}
export type Heard = Awaited<ReturnType<typeof findLastHeard>>

/** The last fixes and readings of these terminals. A crash may have lost when one was heard of last: then its last fix says it. */
export async function findLastHeard(db: Database, deviceIds: number[]) {
  const [fixes, readings] = await db.system(async (tx) => {
    const found = await findLastFixes(tx, deviceIds)
    const late = found.flatMap(({ isLate, deviceId, live }) => (isLate ? [[deviceId, live.seenAt!] as const] : []))
    if (late.length) await markSeen(tx, new Map(late))
    return [found, await findLastReadings(tx, deviceIds)] as const
  })
  return { fixes: new Map(fixes.map((fix) => [fix.deviceId, fix])), readings: Map.groupBy(readings, ({ deviceId }) => deviceId) }
}

/** What else decides about an object's state. */
type Sources = { heard: Heard; counts: Counts; calibrations: readonly Calibration[] }

/** State of an object with these facts; `known` is the one before. */
export function presentStateOf(
  one: Facts,
  known: (Facts & PresentState) | undefined,
  { heard, counts, calibrations }: Sources,
  now: number,
): PresentState {
  const kept = known?.deviceId === one.deviceId ? known : undefined
  const state = { ...lastHeardOf(one, kept, heard, calibrations), ...counts, json: '', leaf: undefined }
  restate(state, now)
  return state
}

/** Last report of an object's terminal: `before` when the object had this terminal before and nothing newer was read, else from the database. */
function lastHeardOf(
  one: Facts,
  before: PresentState | undefined,
  { fixes, readings }: Heard,
  calibrations: readonly Calibration[],
): Pick<PresentState, 'live' | 'stands' | 'altitude' | 'mileage'> {
  const fix = one.deviceId === null ? undefined : fixes.get(one.deviceId)
  const kept = before && (fix?.live.seenAt ?? 0) > (before.live.seenAt ?? 0) ? undefined : before
  const live = Object.assign(kept?.live ?? { ...unheard(one.id), ...fix?.live }, placeOf(one))
  if (!kept && one.deviceId !== null) measure(live, readings.get(one.deviceId), calibrations)
  const stands = kept?.stands ?? live.speed < movingFrom
  return { live, stands, altitude: kept?.altitude ?? fix?.altitude ?? null, mileage: kept?.mileage ?? fix?.mileage ?? null }
}

/** Position of an object that does not move, whatever its terminal reports. */
const placeOf = (one: Facts) =>
  one.objectType === ObjectType.facility ? { lng: one.lng, lat: one.lat, speed: 0, direction: 0 } : undefined

const unheard = (id: number): LiveObject => ({
  id,
  status: Status.offline,
  lng: null,
  lat: null,
  speed: 0,
  direction: 0,
  acc: false,
  time: null,
  seenAt: null,
})

/** Takes a report of its terminal. */
export function take(entry: Facts & PresentState, { seenAt, fix, readings }: Update, calibrations: readonly Calibration[]) {
  const { live } = entry
  if (live.seenAt === null || seenAt > live.seenAt) live.seenAt = seenAt
  if (fix && (live.time === null || fix.time >= live.time)) {
    const { lng, lat, speed, direction, time } = fix
    Object.assign(live, { lng, lat, speed, direction, time, acc: (fix.status & accOn) !== 0 }, placeOf(entry))
    entry.stands = entry.objectType === ObjectType.facility || (fix.stands ?? fix.speed < movingFrom)
    entry.altitude = fix.altitude
    entry.mileage = fix.mileage
  }
  measure(live, readings, calibrations)
}

function measure(live: LiveObject, readings: readonly Measurement[] = [], calibrations: readonly Calibration[]) {
  for (const { metric, channel, value, time } of readings) {
    live.readings ??= {}
    const key = readingKey(metric, channel)
    const before = live.readings[key]
    if (!before || time >= before.time) live.readings[key] = meant(key, value, time, calibrations)
  }
}

/** A reading by the calibration of its time; with what was measured where that is another value. */
function meant(key: string, measured: number, time: number, calibrations: readonly Calibration[]) {
  const calibration = calibrations.find((one) => one.key === key && one.start <= time)
  const value = calibration ? meaningOf(calibration.metric, measured, calibration) : measured
  return value === measured ? { value, time } : { value, time, measured }
}

/** Gives the latest readings of an object their meaning anew; false when it has none. */
export function recalibrate({ live }: PresentState, calibrations: readonly Calibration[]) {
  if (!live.readings) return false
  live.readings = Object.fromEntries(
    Object.entries(live.readings).map(([key, { value, measured = value, time }]) => [
      key,
      meant(key, measured, time, calibrations),
    ]),
  )
  return true
}

/** Applies the numbers of violations in force; false when they are unchanged. */
export function takeCounts(entry: PresentState, { alarms, warnings }: Counts) {
  if (alarms === entry.alarms && warnings === entry.warnings) return false
  Object.assign(entry, { alarms, warnings })
  return true
}

export const situationOf = ({ live, stands, alarms, warnings }: PresentState): Situation => ({
  stands: live.time === null ? undefined : stands,
  lastPacketAt: live.seenAt ?? undefined,
  alarms,
  warnings,
})

/** Recomputes status and text; true when something a viewer sees changed. */
export function restate(entry: PresentState, now: number): boolean {
  const { live } = entry
  live.status = statusOf(situationOf(entry), now)
  const json = JSON.stringify(live)
  if (json === entry.json) return false
  entry.json = json
  return true
}
