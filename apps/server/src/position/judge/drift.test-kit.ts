/** Tracks with drift whose true stops are known, for tests and measurements. The same seed always gives the same tracks. */
import { between, pick, seeded, whole } from '@huanwei/city/random'
import { metresBetween, metresPerDegree } from '@huanwei/contract/geometry'
import type { StoredPosition } from '../../features/history/track.ts'

type Random = () => number
/** Epoch ms, both ends included. */
export type TimeRange = { from: number; to: number }

/**
 * A track of some hours. `vehicle`: drives at 15 to 60 km/h, and stands at lights and at its places. `sweeper`: goes up and down one street at
 * 3 to 8 km/h, and rests. `stops`: the true ones of 3 minutes and more. `noise`: standard deviation of a position on each axis, metres.
 */
export type DriftTrack = { kind: 'vehicle' | 'sweeper'; noise: number; fixes: StoredPosition[]; stops: TimeRange[] }

/** What it does for some seconds. `speed` in m/s; `length` of the street, metres; a silence of `silent` seconds is in the middle of it. */
type Leg = { seconds: number; speed: number; length: number; silent: number }

const start = Date.parse('2026-03-02T06:00:00+08:00')
const trackSeconds = 4 * 3600
const shortestStop = 180
const [leastNoise, mostNoise] = [5, 30]
/** Seconds after which the error of a position is another one; 0: at once. */
const memories = [0, 20, 60]
/** Seconds between two fixes. */
const intervals = [5, 10, 15, 30]

const rest = (random: Random): Leg => {
  const seconds = Math.exp(between(random, Math.log(210), Math.log(2400)))
  const hasSilence = seconds > 1500 && random() < 0.5
  return { seconds, speed: 0, length: 0, silent: hasSilence ? between(random, 660, seconds - 600) : 0 }
}

function vehicleLegs(random: Random): Leg[] {
  const isSilent = random() < 0.06
  const drive: Leg = {
    seconds: between(random, 60, 700) + (isSilent ? 1000 : 0),
    speed: between(random, 15, 60) / 3.6,
    length: Number.POSITIVE_INFINITY,
    silent: isSilent ? 900 : 0,
  }
  const light: Leg = { seconds: between(random, 10, 120), speed: 0, length: 0, silent: 0 }
  return [drive, random() < 0.5 ? light : rest(random)]
}

const sweeperLegs = (random: Random): Leg[] => [
  { seconds: between(random, 600, 3000), speed: between(random, 3, 8) / 3.6, length: between(random, 150, 600), silent: 0 },
  rest(random),
]

/** A number of the normal distribution. */
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** An error of positions on one axis that changes with time, metres. */
function createDrift(random: Random, noise: number, memory: number) {
  let error = noise * normal(random)
  return (seconds: number) => {
    const kept = memory ? Math.exp(-seconds / memory) : 0
    error = kept * error + Math.sqrt(1 - kept * kept) * noise * normal(random)
    return error
  }
}

/** Now and then one or two fixes that are far from the others, metres on both axes. */
function createJumps(random: Random) {
  let [left, east, north] = [0, 0, 0]
  return () => {
    if (left === 0 && random() < 0.015) {
      const [angle, distance] = [between(random, 0, 2 * Math.PI), between(random, 60, 300)]
      left = whole(random, 1, 2)
      east = distance * Math.cos(angle)
      north = distance * Math.sin(angle)
    }
    if (left === 0) return { east: 0, north: 0 }
    left--
    return { east, north }
  }
}

/** The true place second by second, metres from the start. */
function createMotion(random: Random) {
  const at = { east: 0, north: 0 }
  let heading = between(random, 0, 2 * Math.PI)
  /** Metres to the next corner, or to the end of the street. */
  let left = 0
  const step = ({ speed, length }: Leg) => {
    left -= speed
    if (speed > 0 && left <= 0) {
      const isStreet = Number.isFinite(length)
      heading += isStreet ? Math.PI : pick(random, [-1, 0, 1]) * (Math.PI / 2)
      left = isStreet ? length : between(random, 80, 500)
    }
    at.east += speed * Math.cos(heading)
    at.north += speed * Math.sin(heading)
  }
  const begin = ({ length }: Leg) => {
    left = Number.isFinite(length) ? between(random, 0, length) : between(random, 80, 500)
  }
  return { at, step, begin }
}

/** A track of the kind that the seed is for. */
export function driftTrack(seed: number, kind: DriftTrack['kind']): DriftTrack {
  const random = seeded(seed)
  const noise = between(random, leastNoise, mostNoise)
  const memory = pick(random, memories)
  const interval = pick(random, intervals)
  const [driftEast, driftNorth] = [createDrift(random, noise, memory), createDrift(random, noise, memory)]
  const jump = createJumps(random)
  const motion = createMotion(random)
  const [lng, lat] = [between(random, 100, 120), between(random, 20, 45)]
  const perLng = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  const fixes: StoredPosition[] = []
  const stops: TimeRange[] = []

  const report = (second: number) => {
    const { east, north } = jump()
    const time = start + second * 1000
    const last = fixes.at(-1)
    const here = {
      lng: lng + (motion.at.east + east + driftEast(interval)) / perLng,
      lat: lat + (motion.at.north + north + driftNorth(interval)) / metresPerDegree,
    }
    // The terminal takes its speed from the same positions.
    const passed = last ? (time - last.time) / 1000 : 1
    const speed = last ? Math.min(90, (metresBetween(last.lng, last.lat, here.lng, here.lat) / passed) * 3.6) : 0
    fixes.push({ time, ...here, speed: Math.round(speed * 10) / 10, direction: 0, altitude: 0, status: 3, mileage: null })
  }

  let second = 0
  while (second < trackSeconds)
    for (const leg of kind === 'sweeper' ? sweeperLegs(random) : vehicleLegs(random)) {
      const end = second + Math.round(leg.seconds)
      if (leg.speed === 0 && leg.seconds >= shortestStop) stops.push({ from: start + second * 1000, to: start + end * 1000 })
      const silentFrom = (second + end - leg.silent) / 2
      const isSilent = (at: number) => at >= silentFrom && at < silentFrom + leg.silent
      motion.begin(leg)
      for (; second < end; second++) {
        if (second % interval === 0 && !isSilent(second)) report(second)
        motion.step(leg)
      }
    }
  return { kind, noise, fixes, stops: stops.map(({ from, to }) => ({ from, to: Math.min(to, fixes.at(-1)!.time) })) }
}

/** `count` tracks, every third one a sweeper's. */
export const driftTracks = (seed: number, count: number) =>
  Array.from({ length: count }, (_, i) => driftTrack(seed * 1000 + i, i % 3 === 2 ? 'sweeper' : 'vehicle'))

/** Times, ms: found, true, and both. */
type Overlap = { found: number; real: number; both: number }

/** Compares found and true stops by time. Both lists are in order and do not overlap in themselves. */
export function overlapOf(found: readonly TimeRange[], real: readonly TimeRange[]): Overlap {
  const total = (ranges: readonly TimeRange[]) => ranges.reduce((sum, { from, to }) => sum + to - from, 0)
  const both = found.reduce(
    (sum, one) =>
      sum + real.reduce((shared, other) => shared + Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from)), 0),
    0,
  )
  return { found: total(found), real: total(real), both }
}

/** Part of the found time that is true, and part of the true time that is found; 1 where there is none. */
export function scoreOf(overlaps: readonly Overlap[]) {
  const total = (key: keyof Overlap) => overlaps.reduce((sum, overlap) => sum + overlap[key], 0)
  return { precision: total('both') / (total('found') || 1), recall: total('both') / (total('real') || 1) }
}
