import { metresPerDegree } from '@huanwei/contract/geometry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { driftTrack, driftTracks, overlapOf, scoreOf } from './drift.test-kit.ts'
import { type Sample, StopFinder, standsAt, stopsOf, type Trail, trailMs, trailWith } from './standing.ts'

const start = Date.parse('2026-03-02T08:00:00+08:00')
/** A fix at the equator `seconds` after the start and `east` metres from it. */
const fix = (seconds: number, east: number, speed = 0): Sample => ({
  time: start + seconds * 1000,
  lng: 100 + east / metresPerDegree,
  lat: 0,
  speed,
})
/** Fixes every ten seconds. */
const stand = (from: number, count: number, east: number, speed = 0) =>
  Array.from({ length: count }, (_, i) => fix(from + i * 10, east, speed))
const drive = (from: number, count: number, east: number, metresPerSecond = 10) =>
  Array.from({ length: count }, (_, i) => fix(from + i * 10, east + i * 10 * metresPerSecond, metresPerSecond * 3.6))
/** `first..last` of each stop in seconds. */
const spansOf = (fixes: readonly Sample[]) =>
  stopsOf(fixes).map(({ from, to }) => `${(fixes[from]!.time - start) / 1000}..${(fixes[to]!.time - start) / 1000}`)

describe('a stop', () => {
  test('lasts from the first to the last fix at its place', () => {
    expect(spansOf([...drive(0, 10, 0), ...stand(100, 31, 1000), ...drive(410, 10, 1100)])).toEqual(['100..400'])
    expect(spansOf([...drive(0, 10, 0), ...stand(100, 18, 1000), ...drive(280, 10, 1100)])).toEqual([])
  })
  test('does not end with one or two fixes that are far and fast', () => {
    const [before, after] = [stand(0, 12, 0), stand(140, 12, 0)]
    expect(spansOf([...before, fix(120, 300, 90), fix(130, 10, 90), ...after])).toEqual(['0..250'])
    expect(spansOf([...before, fix(120, 300, 90), fix(130, 290, 4), ...after])).toEqual(['0..250'])
  })
  test('ends with the fix before it set off', () => {
    expect(spansOf([...stand(0, 30, 0), fix(300, 1, 36), ...drive(310, 10, 100)])).toEqual(['0..290'])
  })
  test('goes on while the reported speed is that of the drift', () => {
    const fixes = Array.from({ length: 60 }, (_, i) => fix(i * 10, (i % 2) * 30, 11))
    expect(spansOf(fixes)).toEqual(['0..590'])
  })
  test('is none where something goes up and down a street, or creeps', () => {
    for (const speed of [3, 5, 8]) {
      const sweep = Array.from({ length: 360 }, (_, i) => {
        const way = ((speed / 3.6) * i * 10) % 400
        return fix(i * 10, Math.min(way, 400 - way), speed)
      })
      expect(spansOf(sweep)).toEqual([])
    }
    expect(spansOf(Array.from({ length: 30 }, (_, i) => fix(i * 10, i * 7, 2)))).toEqual([])
  })
  test('covers a silence after which it is still there, and ends before one after which it is not', () => {
    expect(spansOf([...stand(0, 30, 0), ...stand(36_000, 30, 20)])).toEqual(['0..36290'])
    expect(spansOf([...stand(0, 30, 0), ...stand(36_000, 30, 900)])).toEqual(['0..290', '36000..36290'])
    expect(spansOf([fix(0, 0), fix(36_000, 10)])).toEqual(['0..36000'])
    expect(spansOf([fix(0, 0, 40), fix(36_000, 10, 40)])).toEqual([])
  })
  test('is found again at another place', () => {
    expect(spansOf([...stand(0, 20, 0), ...stand(200, 20, 200)])).toEqual(['0..190', '200..390'])
  })
  test('is found among few fixes, and among one a second', () => {
    expect(spansOf([...drive(0, 5, 0), ...[100, 220, 340, 460].map((at) => fix(at, 1000)), ...drive(580, 5, 1500)])).toEqual([
      '100..460',
    ])
    const everySecond = Array.from({ length: 600 }, (_, i) => fix(i, (i % 7) * 3, i % 5))
    expect(spansOf(everySecond)).toEqual(['0..597'])
  })
})

describe('stops of drifting tracks', () => {
  const scoreFor = (seed: number, count: number) =>
    scoreOf(
      driftTracks(seed, count).map(({ fixes, stops }) =>
        overlapOf(
          stopsOf(fixes).map(({ from, to }) => ({ from: fixes[from]!.time, to: fixes[to]!.time })),
          stops,
        ),
      ),
    )
  test.each([1, 2, 3, 4, 5])('nine tenths of the time are found, and nine tenths of what is found is true: seed %i', (seed) => {
    const { precision, recall } = scoreFor(seed, 60)
    expect(precision).toBeGreaterThanOrEqual(0.9)
    expect(recall).toBeGreaterThanOrEqual(0.9)
  })
  test('with any seed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 1_000_000 }), (seed) => {
        const { precision, recall } = scoreFor(seed, 60)
        expect(Math.min(precision, recall)).toBeGreaterThanOrEqual(0.9)
      }),
      { numRuns: 5 },
    )
  })
  test('are the same however the fixes are split into batches, each found before the next', () => {
    const batches = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 })
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.constantFrom('vehicle' as const, 'sweeper' as const), batches, (seed, kind, sizes) => {
        const { fixes } = driftTrack(seed, kind)
        const found: ReturnType<typeof stopsOf> = []
        const finder = new StopFinder((stop) => void found.push(stop))
        for (let at = 0, turn = 0; at < fixes.length; turn++) {
          const size = sizes[turn % sizes.length]!
          for (const one of fixes.slice(at, at + size)) finder.add(one)
          at += size
        }
        finder.end()
        expect(found).toEqual(stopsOf(fixes))
        for (const [i, { from, to }] of found.entries()) {
          expect(from).toBeGreaterThan(found[i - 1]?.to ?? -1)
          expect(fixes[to]!.time - fixes[from]!.time).toBeGreaterThanOrEqual(180_000)
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('whether it stands at a fix', () => {
  /** The trail after each fix, and the judgement. */
  const judge = (fixes: readonly Sample[]) => {
    let trail: Trail = []
    return fixes.map((one) => {
      trail = trailWith(trail, one)
      return { one, trail, stands: standsAt(trail, one) }
    })
  }
  const judgements = (fixes: readonly Sample[]) => judge(fixes).map(({ stands }) => stands)

  test('a slow fix stands; after three minutes a single fast or far one changes nothing, the second one that gets on does', () => {
    const rest = stand(0, 20, 0)
    expect(judgements([...rest, fix(200, 5, 40), fix(210, 0)])).not.toContain(false)
    expect(judgements([...rest, fix(200, 250, 40), fix(210, 0, 90), fix(220, 0)])).not.toContain(false)
    expect(judgements([...rest, ...drive(200, 4, 90)]).slice(20)).toEqual([true, false, false, false])
    expect(judgements([...drive(0, 10, 0), ...stand(100, 5, 1000), ...drive(150, 2, 1100)]).slice(9)).toEqual([
      false,
      ...Array.from({ length: 5 }, () => true),
      false,
      false,
    ])
  })
  test('depends on the fixes of the last minutes only', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.double({ min: 0.2, max: 1, noNaN: true }), (seed, part) => {
        const { fixes } = driftTrack(seed, 'vehicle')
        const until = fixes.slice(0, Math.floor(fixes.length * part))
        const now = until.at(-1)!.time
        const late = until.filter(({ time }) => time >= now - trailMs)
        expect(judge(late).at(-1)).toEqual(judge(until).at(-1))
      }),
      { numRuns: 50 },
    )
  })
  test('agrees with the stops of drifting tracks: in most of a stop it stands, in most of a street it moves', () => {
    let [stood, inStops, moved, onStreets] = [0, 0, 0, 0]
    for (const { fixes, stops } of driftTracks(7, 30))
      for (const { one, stands } of judge(fixes)) {
        const stop = stops.find(({ from, to }) => one.time >= from && one.time <= to)
        if (stop && one.time >= stop.from + 180_000) {
          inStops++
          stood += Number(stands)
        } else if (!stop) {
          onStreets++
          moved += Number(!stands)
        }
      }
    expect(stood / inStops).toBeGreaterThan(0.8)
    expect(moved / onStreets).toBeGreaterThan(0.85)
  })
})
