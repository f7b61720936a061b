import { movingFrom } from '@huanwei/contract/live/rules'
import { metres, type StoredPosition } from '@huanwei/server/features/history/track'
import { type DriftTrack, driftTracks, overlapOf, scoreOf, type TimeRange } from '@huanwei/server/position/judge/drift.test-kit'
import { stopsOf } from '@huanwei/server/position/judge/standing'
import type { Bench } from '../kit/bench.ts'
import { count, type Result } from '../kit/table.ts'

const seeds = [1, 2, 3, 4, 5]
const tracksPerSeed = 60
/** Noise of a position on each axis, metres, up to which it counts as little. */
const littleNoise = 15
const least = 0.9

/** Measures by time how well stops are found on tracks that drift, beside a detector that every fast fix ends. */
export function measureStops(bench: Bench): Promise<Result[]> {
  const tracks = seeds.flatMap((seed) => driftTracks(seed, tracksPerSeed))
  bench.log(`finding stops on ${tracks.length} tracks`)
  const fixes = tracks.reduce((sum, track) => sum + track.fixes.length, 0)
  const label = `Stops on ${count(tracks.length)} drifting tracks of 4 h, ${count(fixes)} fixes, noise 5 to 30 m with jumps, speeds from the same positions`
  const [vehicles, sweepers] = [tracks.filter(isOf('vehicle')), tracks.filter(isOf('sweeper'))]
  return Promise.resolve([
    ...scoreResults(label, tracks, least),
    ...scoreResults(
      '… of vehicles, noise to 15 m',
      vehicles.filter(({ noise }) => noise <= littleNoise),
    ),
    ...scoreResults(
      '… of vehicles, noise above 15 m',
      vehicles.filter(({ noise }) => noise > littleNoise),
    ),
    ...scoreResults('… of sweepers at 3 to 8 km/h up and down a street', sweepers),
    speedResult(tracks, fixes),
  ])
}

const isOf =
  (kind: DriftTrack['kind']) =>
  (track: DriftTrack): boolean =>
    track.kind === kind

type Detector = (fixes: readonly StoredPosition[]) => TimeRange[]

const today: Detector = (fixes) => stopsOf(fixes).map(({ from, to }) => ({ from: fixes[from]!.time, to: fixes[to]!.time }))

/** The detector before this one: below 3 km/h within 50 m of the first fix. */
const before: Detector = (fixes) => {
  const found: TimeRange[] = []
  const isMoving = ({ speed }: StoredPosition) => speed >= movingFrom
  for (let from = 0; from < fixes.length; from++) {
    const first = fixes[from]!
    if (isMoving(first)) continue
    let to = from + 1
    while (to < fixes.length && !isMoving(fixes[to]!) && metres(first, fixes[to]!) <= 50) to++
    const last = fixes[to - 1]!
    if (last.time - first.time < 180_000) continue
    found.push({ from: first.time, to: last.time })
    from = to - 1
  }
  return found
}

function scoreResults(label: string, tracks: readonly DriftTrack[], budget?: number): Result[] {
  const overlaps = (detect: Detector) => tracks.map(({ fixes, stops }) => overlapOf(detect(fixes), stops))
  const [now, then] = [overlaps(today), overlaps(before)]
  const [score, old] = [scoreOf(now), scoreOf(then)]
  const hours = (key: 'found' | 'real' | 'both', some: typeof now) =>
    `${(some.reduce((sum, one) => sum + one[key], 0) / 3_600_000).toFixed(1)} h`
  const result = (name: string, ratio: number, measured: string, limit: string): Result => ({
    label: `${label}: ${name}`,
    ratio,
    measured,
    limit,
    ...(budget !== undefined && { budget: `≥ ${budget.toFixed(2)}`, met: ratio >= budget }),
  })
  return [
    result(
      'part of the found time that is true',
      score.precision,
      `${hours('both', now)} of ${hours('found', now)}`,
      `${old.precision.toFixed(2)} before`,
    ),
    result(
      'part of the true time that is found',
      score.recall,
      `${hours('both', now)} of ${hours('real', now)}`,
      `${old.recall.toFixed(2)} before`,
    ),
  ]
}

function speedResult(tracks: readonly DriftTrack[], fixes: number): Result {
  const begun = performance.now()
  for (const track of tracks) stopsOf(track.fixes)
  return { label: '… time for each fix', measured: `${((1000 * (performance.now() - begun)) / fixes).toFixed(2)} µs` }
}
