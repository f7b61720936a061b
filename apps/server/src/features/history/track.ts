import { metresBetween } from '@huanwei/contract/geometry'
import { mostDrift, silenceMs } from '@huanwei/contract/history/rules'

/** A located fix. Degrees WGS-84, km/h, km; `time` in device time, epoch ms. */
export type StoredPosition = {
  time: number
  lng: number
  lat: number
  speed: number
  direction: number
  altitude: number
  status: number
  mileage: number | null
}
/** A point of a track; `isBreak` when the movement from the previous point is unknown. */
export type TrackFix = StoredPosition & { isBreak: boolean }

/** Maximum plausible speed, m/ms: 180 km/h. */
const fastest = 180 / 3600
/** This many consistent fixes are accepted even when they cannot be reached from the last ones. */
const believed = 3

export const metres = (a: StoredPosition, b: StoredPosition) => metresBetween(a.lng, a.lat, b.lng, b.lat)
const reaches = (a: StoredPosition, b: StoredPosition) => metres(a, b) <= mostDrift + fastest * (b.time - a.time)

/** Total order of fixes: of several with the same time the last is kept, independent of their arrival. */
const order = (a: StoredPosition, b: StoredPosition) =>
  a.time - b.time ||
  a.speed - b.speed ||
  a.lng - b.lng ||
  a.lat - b.lat ||
  a.direction - b.direction ||
  a.altitude - b.altitude ||
  a.status - b.status ||
  (a.mileage ?? -1) - (b.mileage ?? -1)

/**
 * The track of fixes: ordered by time, one point per moment, without fixes too far away to be reached and returned from.
 * The result does not depend on the order of the fixes or on duplicates.
 */
export function trackOf(fixes: readonly StoredPosition[]): TrackFix[] {
  const sorted = fixes.toSorted(order)
  const kept: StoredPosition[] = []
  /** Number of fixes kept since the last accepted jump. */
  let run = 0
  let doubted: StoredPosition[] = []
  for (const [i, fix] of sorted.entries()) {
    if (sorted[i + 1]?.time === fix.time) continue
    const last = kept.at(-1)
    if (!last || reaches(last, fix)) {
      kept.push(fix)
      run++
      doubted = []
      continue
    }
    const before = doubted.at(-1)
    doubted = before && reaches(before, fix) ? [...doubted, fix] : [fix]
    if (doubted.length < believed) continue
    if (run < believed) kept.length -= run
    kept.push(...doubted)
    run = doubted.length
    doubted = []
  }
  return kept.map((fix, i) => ({ ...fix, isBreak: i > 0 && !follows(kept[i - 1]!, fix) }))
}

const follows = (a: StoredPosition, b: StoredPosition) => b.time - a.time <= silenceMs && reaches(a, b)

/** Joins consecutive tracks into one. */
export const joinTracks = (tracks: readonly (readonly TrackFix[])[]) => {
  let last: TrackFix | undefined
  return tracks.flatMap((track) =>
    track.map((fix, i) => {
      const joined = i === 0 && last ? { ...fix, isBreak: !follows(last, fix) } : fix
      last = fix
      return joined
    }),
  )
}

/** Metres per degree, on a plane that touches the earth at the first fix; for tracks of some hundred kilometres. */
const perDegree = 111_195.08

/**
 * Reduces a track to at most `most` points, those with the largest weight. The weight of a point is its distance from the position that
 * a uniform motion between the kept points has at its time (Douglas-Peucker with time), limited by the weight of the point found before it.
 */
export function thin<S extends TrackFix>(track: readonly S[], most: number): S[] {
  if (track.length <= most) return [...track]
  const weights = weigh(track)
  const least = weights.toSorted()[track.length - most]!
  let spare = most - weights.reduce((count, weight) => count + Number(weight > least), 0)
  return track.filter((_, i) => weights[i]! > least || (weights[i] === least && spare-- > 0))
}

/** Weight of each point, metres; infinite at both ends of each part between breaks. */
function weigh(track: readonly TrackFix[]): Float64Array {
  const weights = new Float64Array(track.length)
  const perLng = perDegree * Math.cos((track[0]!.lat * Math.PI) / 180)
  const x = Float64Array.from(track, ({ lng }) => (lng - track[0]!.lng) * perLng)
  const y = Float64Array.from(track, ({ lat }) => (lat - track[0]!.lat) * perDegree)
  const open: [from: number, to: number, most: number][] = []
  let from = 0
  for (let i = 1; i <= track.length; i++) {
    if (i < track.length && !track[i]!.isBreak) continue
    weights[from] = weights[i - 1] = Number.POSITIVE_INFINITY
    open.push([from, i - 1, Number.POSITIVE_INFINITY])
    from = i
  }
  for (let span = open.pop(); span; span = open.pop()) {
    const [a, b, above] = span
    const duration = track[b]!.time - track[a]!.time
    let [far, at] = [0, -1]
    for (let i = a + 1; i < b; i++) {
      const part = (track[i]!.time - track[a]!.time) / duration
      const distance = Math.hypot(x[i]! - x[a]! - (x[b]! - x[a]!) * part, y[i]! - y[a]! - (y[b]! - y[a]!) * part)
      if (distance > far) [far, at] = [distance, i]
    }
    if (at < 0) continue
    const weight = Math.min(far, above)
    weights[at] = weight
    open.push([a, at, weight], [at, b, weight])
  }
  return weights
}
