import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { movingFrom, type Situation, statusOf } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { readingKey } from '@huanwei/contract/readings/rules'
import type { Database } from '../../db/connect.ts'
import { findLastReadings } from '../../features/readings/queries.ts'
import { type Facts, findLastFixes } from '../../features/trees/queries.ts'
import type { Measurement, Update } from '../report.ts'
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

/** The last fixes and readings of these terminals. */
export async function findLastHeard(db: Database, deviceIds: number[]) {
  const [fixes, readings] = await db.system(
    async (tx) => [await findLastFixes(tx, deviceIds), await findLastReadings(tx, deviceIds)] as const,
  )
  return { fixes: new Map(fixes.map((fix) => [fix.deviceId, fix])), readings: Map.groupBy(readings, ({ deviceId }) => deviceId) }
}

/** State of an object with these facts; `known` is the one before. */
export function presentStateOf(
  one: Facts,
  known: (Facts & PresentState) | undefined,
  heard: Heard,
  counts: Counts,
  now: number,
): PresentState {
  const kept = known?.deviceId === one.deviceId ? known : undefined
  const state = { ...lastHeardOf(one, kept, heard), ...counts, json: '', leaf: undefined }
  restate(state, now)
  return state
}

/** Last report of an object's terminal: `kept` when the object had this terminal before, else from the database. */
function lastHeardOf(
  one: Facts,
  kept: PresentState | undefined,
  { fixes, readings }: Heard,
): Pick<PresentState, 'live' | 'stands' | 'altitude' | 'mileage'> {
  const fix = one.deviceId === null ? undefined : fixes.get(one.deviceId)
  const live = Object.assign(kept?.live ?? { ...unheard(one.id), ...fix?.live }, placeOf(one))
  if (!kept && one.deviceId !== null) measure(live, readings.get(one.deviceId))
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
export function take(entry: Facts & PresentState, { seenAt, fix, readings }: Update) {
  const { live } = entry
  if (live.seenAt === null || seenAt > live.seenAt) live.seenAt = seenAt
  if (fix && (live.time === null || fix.time >= live.time)) {
    const { lng, lat, speed, direction, time } = fix
    Object.assign(live, { lng, lat, speed, direction, time, acc: (fix.status & accOn) !== 0 }, placeOf(entry))
    entry.stands = entry.objectType === ObjectType.facility || (fix.stands ?? fix.speed < movingFrom)
    entry.altitude = fix.altitude
    entry.mileage = fix.mileage
  }
  measure(live, readings)
}

function measure(live: LiveObject, readings: readonly Measurement[] = []) {
  for (const { metric, channel, value, time } of readings) {
    live.readings ??= {}
    const key = readingKey(metric, channel)
    const before = live.readings[key]
    if (!before || time >= before.time) live.readings[key] = { value, time }
  }
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
