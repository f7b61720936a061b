import { stillBelow, unknownMetres } from '@huanwei/contract/history/rules'
import { hourMs } from '@huanwei/contract/time'
import { stopsOf } from '../../position/judge/standing.ts'
import type { DayWork } from './table.ts'
import { metres, type TrackFix } from './track.ts'

/** Minimum length of a trip, metres. */
const shortestTrip = 100
/** An odometer that shows no change over this distance is taken as missing, metres. */
const deadOdometer = 1000
/** Tolerance of an odometer between two readings beyond the fastest drive, km; `fastest` in km/h. */
const odometerSlack = 1
const fastest = 180

/** Seconds from the first to the last point. */
export const secondsOf = (track: readonly TrackFix[]) => (track.length ? (track.at(-1)!.time - track[0]!.time) / 1000 : 0)
export const fastestOf = (track: readonly TrackFix[]) => track.reduce((most, { speed }) => Math.max(most, speed), 0)
const isMoving = ({ speed }: TrackFix) => speed >= stillBelow
const isRunning = ({ status }: TrackFix) => (status & 1) === 1

/** Sums `take` over each pair of points without a break between them. */
function sumSteps(track: readonly TrackFix[], take: (before: TrackFix, fix: TrackFix) => number) {
  let sum = 0
  for (let i = 1; i < track.length; i++) if (!track[i]!.isBreak) sum += take(track[i - 1]!, track[i]!)
  return sum
}

const seconds = (before: TrackFix, fix: TrackFix) => (fix.time - before.time) / 1000

/** Seconds with the ignition on. */
export const runningSeconds = (track: readonly TrackFix[]) =>
  sumSteps(track, (before, fix) => (isRunning(before) ? seconds(before, fix) : 0))

/**
 * Mileage in km: by the odometer, across its resets, or without one by the distances between the fixes. Neither counts the way in a silence.
 * Source: spec 3, section 8; spec 4, IV.8.
 */
export function mileageOf(track: readonly TrackFix[]): { km: number; source: 'odometer' | 'distance' } {
  const driven = sumSteps(track, (before, fix) => (isMoving(before) || isMoving(fix) ? metres(before, fix) : 0))
  const { readings, km } = shownBy(track)
  const isUsable = readings * 2 >= track.length && !(km === 0 && driven > deadOdometer)
  return isUsable && track.length ? { km: round(km), source: 'odometer' } : { km: round(driven / 1000), source: 'distance' }
}

/** Number of an odometer's readings and the km between those that no break separates. */
function shownBy(track: readonly TrackFix[]) {
  let readings = 0
  let km = 0
  let last: { time: number; mileage: number } | undefined
  for (const { time, mileage, isBreak } of track) {
    if (isBreak) last = undefined
    if (mileage === null) continue
    readings++
    const more = last ? mileage - last.mileage : 0
    const most = last ? odometerSlack + (fastest * (time - last.time)) / hourMs : 0
    // A reading that went back or too far ahead comes from another odometer or one that was reset.
    if (more >= 0 && more <= most) km += more
    last = { time, mileage }
  }
  return { readings, km }
}
const round = (km: number) => Math.round(km * 1000) / 1000

/** Splits a track into stops, at least 3 minutes within 50 m, and the trips between them. */
export function partsOf(track: readonly TrackFix[]): { stops: TrackFix[][]; trips: TrackFix[][] } {
  const stops = stopsOf(track)
  const trips: TrackFix[][] = []
  // A trip begins where the stop before it ends, and ends where the next begins.
  const edges = [0, ...stops.flatMap(({ from, to }) => [from + 1, to]), track.length]
  for (let i = 0; i < edges.length; i += 2) trips.push(...known(track.slice(edges[i], edges[i + 1])))
  return {
    stops: stops.map(({ from, to }) => track.slice(from, to + 1)),
    trips: trips.filter((trip) => sumSteps(trip, metres) >= shortestTrip),
  }
}

/** The fixes before and after a silence that is no stop, and the metres between them in a straight line. */
type TrackSilence<F> = { before: F; after: F; metres: number }

/** The silence between two consecutive fixes, if something moved in it. */
export function silenceBetween<F extends Pick<TrackFix, 'time' | 'lng' | 'lat'>>(before: F, after: F): TrackSilence<F>[] {
  const metres = Math.round(unknownMetres(after.time - before.time, before, after))
  return metres > 0 ? [{ before, after, metres }] : []
}

/** The silences of a track. */
export const silencesOf = (track: readonly TrackFix[]) =>
  track.flatMap((fix, i) => (i > 0 && fix.isBreak ? silenceBetween(track[i - 1]!, fix) : []))

/** km in all silences. */
export const unknownKmOf = (silences: readonly { metres: number }[]) =>
  silences.reduce((sum, { metres }) => sum + metres, 0) / 1000

/** Splits a track at its breaks. */
function known(track: readonly TrackFix[]): TrackFix[][] {
  const stretches: TrackFix[][] = []
  for (const [i, fix] of track.entries()) {
    if (i === 0 || fix.isBreak) stretches.push([])
    stretches.at(-1)!.push(fix)
  }
  return stretches
}

/** How long a track was driven and stood, and in how many trips. */
export function workOf(track: readonly TrackFix[]): DayWork {
  const { stops, trips } = partsOf(track)
  const total = (parts: TrackFix[][], seconds: typeof secondsOf) =>
    Math.round(parts.reduce((sum, part) => sum + seconds(part), 0))
  return {
    driving: total(trips, secondsOf),
    standing: total(stops, secondsOf),
    idle: total(stops, runningSeconds),
    trips: trips.length,
  }
}

/** Parts of a track at more than `limit` km/h, single fixes included. */
export function overspeedsOf(track: readonly TrackFix[], limit: number): TrackFix[][] {
  const stretches: TrackFix[][] = []
  for (const [i, fix] of track.entries()) {
    if (fix.speed <= limit) continue
    const isNew = fix.isBreak || (track[i - 1]?.speed ?? 0) <= limit
    if (isNew) stretches.push([])
    stretches.at(-1)!.push(fix)
  }
  return stretches
}
