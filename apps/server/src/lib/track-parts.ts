import { stillBelow } from '@huanwei/contract/history/rules'
import { metres, type Step } from './track.ts'

/** A stop is at least so long, ms, and nowhere further from where it began, metres. */
const shortestStopMs = 3 * 60_000
const stopRadius = 50
/** Less than this is no trip, metres. */
const shortestTrip = 100
/** An odometer that stands still over such a way is none, metres. */
const deadOdometer = 1000
/** Between two readings an odometer may show so much more than the fastest drive, km. */
const odometerSlack = 1
const fastest = 180

/** Seconds from the first to the last. */
export const secondsOf = (way: readonly Step[]) => (way.length ? (way.at(-1)!.time - way[0]!.time) / 1000 : 0)
export const fastestOf = (way: readonly Step[]) => way.reduce((most, { speed }) => Math.max(most, speed), 0)
const isMoving = ({ speed }: Step) => speed >= stillBelow
const isRunning = ({ status }: Step) => (status & 1) === 1

/** Sums what `take` says of each step whose way is known. */
function sumSteps(way: readonly Step[], take: (before: Step, step: Step) => number) {
  let sum = 0
  for (let i = 1; i < way.length; i++) if (!way[i]!.isBreak) sum += take(way[i - 1]!, way[i]!)
  return sum
}

const seconds = (before: Step, step: Step) => (step.time - before.time) / 1000

/** Seconds with the ignition on. */
export const runningSeconds = (way: readonly Step[]) =>
  sumSteps(way, (before, step) => (isRunning(before) ? seconds(before, step) : 0))

/** km: by the odometer, starting again where it does, or where there is none by the way between the fixes. Source: spec 4, IV.8. */
export function mileageOf(way: readonly Step[]): { km: number; source: 'odometer' | 'distance' } {
  const driven = sumSteps(way, (before, step) => (isMoving(before) || isMoving(step) ? metres(before, step) : 0))
  const readings = way.flatMap(({ time, mileage }) => (mileage === null ? [] : { time, mileage }))
  const shown = readings.reduce((sum, { time, mileage }, i) => {
    const before = readings[i - 1]
    const more = before ? mileage - before.mileage : 0
    const most = before ? odometerSlack + (fastest * (time - before.time)) / 3_600_000 : 0
    // What went back, or too far ahead, is another odometer or one that began again.
    return more >= 0 && more <= most ? sum + more : sum
  }, 0)
  const isUsable = readings.length * 2 >= way.length && !(shown === 0 && driven > deadOdometer)
  return isUsable && way.length ? { km: round(shown), source: 'odometer' } : { km: round(driven / 1000), source: 'distance' }
}
const round = (km: number) => Math.round(km * 1000) / 1000

/** Half-open ranges of indices. */
type Range = [from: number, to: number]

function stopRanges(way: readonly Step[]): Range[] {
  const ranges: Range[] = []
  for (let from = 0; from < way.length; from++) {
    const first = way[from]!
    if (isMoving(first)) continue
    let to = from + 1
    while (to < way.length && !isMoving(way[to]!) && metres(first, way[to]!) <= stopRadius) to++
    if (way[to - 1]!.time - first.time < shortestStopMs) continue
    ranges.push([from, to])
    from = to - 1
  }
  return ranges
}

/** What a way falls into: where it stood, at least 3 minutes below 3 km/h within 50 m, and where it went in between. */
export function partsOf(way: readonly Step[]): { stops: Step[][]; trips: Step[][] } {
  const stops = stopRanges(way)
  const trips: Step[][] = []
  // A trip begins where the stop before it ends, and ends where the next begins.
  const edges = [0, ...stops.flatMap(([from, to]) => [from + 1, to - 1]), way.length]
  for (let i = 0; i < edges.length; i += 2) trips.push(...known(way.slice(edges[i], edges[i + 1])))
  return {
    stops: stops.map(([from, to]) => way.slice(from, to)),
    trips: trips.filter((trip) => sumSteps(trip, metres) >= shortestTrip),
  }
}

/** Stretches between two breaks. */
function known(way: readonly Step[]): Step[][] {
  const stretches: Step[][] = []
  for (const [i, step] of way.entries()) {
    if (i === 0 || step.isBreak) stretches.push([])
    stretches.at(-1)!.push(step)
  }
  return stretches
}

/** Stretches at more than `limit` km/h, a single fix too. */
export function overspeedsOf(way: readonly Step[], limit: number): Step[][] {
  const stretches: Step[][] = []
  for (const [i, step] of way.entries()) {
    if (step.speed <= limit) continue
    const isNew = step.isBreak || (way[i - 1]?.speed ?? 0) <= limit
    if (isNew) stretches.push([])
    stretches.at(-1)!.push(step)
  }
  return stretches
}
