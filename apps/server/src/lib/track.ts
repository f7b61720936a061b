import { metresBetween } from '../live/geometry.ts'

/** Where something was. Degrees WGS-84, km/h, km; `time` in device time, epoch ms. */
export type Fix = {
  time: number
  lng: number
  lat: number
  speed: number
  direction: number
  altitude: number
  status: number
  mileage: number | null
}
/** `isBreak`: how it came here from the fix before is not known. */
export type Step = Fix & { isBreak: boolean }

/** A silence longer than this breaks a way, ms. */
export const silenceMs = 10 * 60_000
/** Nothing that is watched is faster, m/ms: 180 km/h. */
const fastest = 180 / 3600
/** A fix may be off by as much, metres. */
const slack = 100
/** So many fixes that agree with each other are believed, whatever came before them. */
const believed = 3

export const metres = (a: Fix, b: Fix) => metresBetween(a.lng, a.lat, b.lng, b.lat)
const reaches = (a: Fix, b: Fix) => metres(a, b) <= slack + fastest * (b.time - a.time)

/** Of two fixes of one moment the one that comes later here is kept, however they came. */
const order = (a: Fix, b: Fix) =>
  a.time - b.time ||
  a.speed - b.speed ||
  a.lng - b.lng ||
  a.lat - b.lat ||
  a.direction - b.direction ||
  a.altitude - b.altitude ||
  a.status - b.status ||
  (a.mileage ?? -1) - (b.mileage ?? -1)

/**
 * The way that fixes are witness of: in order, one for a moment, without those that nothing could have reached and come back from.
 * The same for the same fixes in any order and number.
 */
export function wayOf(fixes: readonly Fix[]): Step[] {
  const sorted = fixes.toSorted(order)
  const kept: Fix[] = []
  /** How many were kept since the last jump that was believed. */
  let run = 0
  let doubted: Fix[] = []
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

const follows = (a: Fix, b: Fix) => b.time - a.time <= silenceMs && reaches(a, b)

/** Ways that follow each other as one. */
export const joinWays = (ways: readonly (readonly Step[])[]) => {
  let last: Step | undefined
  return ways.flatMap((way) =>
    way.map((step, i) => {
      const joined = i === 0 && last ? { ...step, isBreak: !follows(last, step) } : step
      last = step
      return joined
    }),
  )
}

/** Metres on the plane that touches the earth at the first fix, for ways of some hundred kilometres. */
const perDegree = 111_195.08

/**
 * At most `most` of a way's points: those that say most about where it was when. What a point says is its distance from where one would
 * be at its time when moving evenly between those that are kept (Douglas and Peucker's way, with time), the larger the earlier it is found.
 */
export function thin<S extends Step>(way: readonly S[], most: number): S[] {
  if (way.length <= most) return [...way]
  const weights = weigh(way)
  const least = weights.toSorted()[way.length - most]!
  let spare = most - weights.reduce((count, weight) => count + Number(weight > least), 0)
  return way.filter((_, i) => weights[i]! > least || (weights[i] === least && spare-- > 0))
}

/** What each point says, metres; the ends of what is known without end. */
function weigh(way: readonly Step[]): Float64Array {
  const weights = new Float64Array(way.length)
  const perLng = perDegree * Math.cos((way[0]!.lat * Math.PI) / 180)
  const x = Float64Array.from(way, ({ lng }) => (lng - way[0]!.lng) * perLng)
  const y = Float64Array.from(way, ({ lat }) => (lat - way[0]!.lat) * perDegree)
  const open: [from: number, to: number, most: number][] = []
  let from = 0
  for (let i = 1; i <= way.length; i++) {
    if (i < way.length && !way[i]!.isBreak) continue
    weights[from] = weights[i - 1] = Number.POSITIVE_INFINITY
    open.push([from, i - 1, Number.POSITIVE_INFINITY])
    from = i
  }
  for (let span = open.pop(); span; span = open.pop()) {
    const [a, b, above] = span
    const duration = way[b]!.time - way[a]!.time
    let [far, at] = [0, -1]
    for (let i = a + 1; i < b; i++) {
      const part = (way[i]!.time - way[a]!.time) / duration
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
