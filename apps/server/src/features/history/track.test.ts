import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metres, type StoredPosition, thin, trackOf } from './track.ts'
import { mileageOf, overspeedsOf, partsOf, runningSeconds, secondsOf, silencesOf } from './track-parts.ts'

const start = Date.parse('2026-03-02T08:00:00+08:00')
/** A hundred metres in degrees of longitude at the equator. */
const hundred = 100 / 111_195.08

/** A fix `seconds` after the start and `east` metres from it. */
const fix = (seconds: number, east: number, more: Partial<StoredPosition> = {}): StoredPosition => ({
  time: start + seconds * 1000,
  lng: 100 + (east / 100) * hundred,
  lat: 0,
  speed: 36,
  direction: 90,
  altitude: 0,
  status: 3,
  mileage: null,
  ...more,
})
/** 36 km/h: a fix every ten seconds, a hundred metres on. */
const drive = (from: number, count: number, more: Partial<StoredPosition> = {}, east = 0) =>
  Array.from({ length: count }, (_, i) => fix(from + i * 10, east + i * 100, more))
const stand = (from: number, count: number, east: number, more: Partial<StoredPosition> = {}) =>
  Array.from({ length: count }, (_, i) => fix(from + i * 10, east + (i % 3), { speed: 0, ...more }))
const timesOf = (track: readonly StoredPosition[]) => track.map(({ time }) => (time - start) / 1000)

describe('the track of fixes', () => {
  test('single unreachable fixes are left out, in the middle and at both ends', () => {
    const [first, ...rest] = drive(0, 6)
    const fixes = [{ ...first!, lng: 120 }, ...rest, fix(35, 90_000), fix(60, 400_000)]
    expect(timesOf(trackOf(fixes))).toEqual([10, 20, 30, 40, 50])
  })
  test('fixes that continue elsewhere are accepted, after a break', () => {
    const track = trackOf([...drive(0, 4), ...drive(40, 4, {}, 50_000)])
    expect(track.map(({ isBreak }) => isBreak)).toEqual([false, false, false, false, true, false, false, false])
    expect(mileageOf(track)).toEqual({ km: 0.6, source: 'distance' })
  })
  test('a silence of more than ten minutes breaks it', () => {
    expect(
      trackOf([...drive(0, 2), ...drive(610, 1, {}, 500), ...drive(1211, 1, {}, 900)]).map(({ isBreak }) => isBreak),
    ).toEqual([false, false, false, true])
  })
  test('is the same for the same fixes in any order and number', () => {
    const some = fc.array(
      fc.record({ at: fc.nat(40), east: fc.constantFrom(0, 100, 300, 5000, 90_000), speed: fc.constantFrom(0, 1, 40) }),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(some, fc.array(fc.nat()), fc.array(fc.nat()), (steps, again, order) => {
        const fixes = steps.map(({ at, east, speed }) => fix(at * 10, east, { speed, mileage: at }))
        const arrived = [...fixes, ...again.map((i) => fixes[i % fixes.length]!)]
        for (const [i, to] of order.entries()) arrived.splice(to % arrived.length, 0, ...arrived.splice(i % arrived.length, 1))
        const [track, expected] = [trackOf(arrived), trackOf(fixes)]
        expect(track).toEqual(expected)
        expect(mileageOf(track)).toEqual(mileageOf(expected))
        expect(partsOf(track)).toEqual(partsOf(expected))
      }),
    )
  })
})

describe('stops and trips', () => {
  test('three minutes at a place are a stop; the parts before, between and after are trips', () => {
    const track = trackOf([
      ...drive(0, 10),
      ...stand(100, 19, 1000, { speed: 2.9 }),
      ...drive(290, 10, {}, 1000),
      ...stand(390, 18, 2000),
      ...drive(570, 10, {}, 2000),
    ])
    const { stops, trips } = partsOf(track)
    expect(stops.map(timesOf).map((times) => [times[0], times.at(-1)])).toEqual([[100, 280]])
    expect(trips.map(timesOf).map((times) => [times[0], times.at(-1)])).toEqual([
      [0, 100],
      [280, 660],
    ])
    expect(stops.map(secondsOf)).toEqual([180])
  })
  test('creeping further than 50 m is no stop; a silent night is a stop at its first fix', () => {
    expect(partsOf(trackOf(Array.from({ length: 30 }, (_, i) => fix(i * 10, i * 7, { speed: 2 })))).stops).toEqual([])
    const { stops } = partsOf(trackOf([fix(0, 0, { speed: 0 }), fix(36_000, 10, { speed: 0 })]))
    expect(stops.map(secondsOf)).toEqual([36_000])
  })
  test('idling is counted while the ignition is on and fixes report it', () => {
    const track = trackOf([...stand(0, 13, 0), ...stand(130, 12, 0, { status: 2 }), fix(3000, 0, { speed: 0 })])
    expect(runningSeconds(track)).toBe(130)
  })
  test('a speed above the limit is an overspeed, the limit itself is not', () => {
    const track = trackOf([fix(0, 0, { speed: 60 }), fix(10, 100, { speed: 61 }), fix(20, 200, { speed: 70 }), fix(30, 300)])
    expect(overspeedsOf(track, 60).map(timesOf)).toEqual([[10, 20]])
  })
})

test('a silence is told when it was found elsewhere after it: not after ten minutes, not where it had been', () => {
  const track = trackOf([
    ...drive(0, 2),
    ...drive(610, 1, {}, 5000),
    ...drive(1211, 1, {}, 5050),
    ...drive(1900, 1, {}, 9000),
    fix(2501, 9101),
  ])
  const spans = silencesOf(track).map(({ before, after, metres: length }) => [...timesOf([before, after]), Math.round(length)])
  expect(spans).toEqual([
    [1211, 1900, 3950],
    [1900, 2501, 101],
  ])
})

describe('mileage', () => {
  const read = (...readings: (number | null)[]) =>
    mileageOf(trackOf(readings.map((mileage, i) => fix(i * 60, i * 600, { mileage }))))
  test.each([
    ['by the odometer', [10, 10.5, 11], { km: 1, source: 'odometer' }],
    ['by an odometer that is reset', [10, 10.5, 0, 0.4], { km: 0.9, source: 'odometer' }],
    ['by an odometer that is replaced', [10, 10.5, 5000, 5000.4], { km: 0.9, source: 'odometer' }],
    ['by an odometer read now and then', [10, null, 11, null], { km: 1, source: 'odometer' }],
    ['by the distances where few fixes have a reading', [10, null, null, null], { km: 1.8, source: 'distance' }],
    ['by the distances where the odometer is dead', [0, 0, 0, 0], { km: 1.8, source: 'distance' }],
  ] as const)('%s', (_, readings, expected) => expect(read(...readings)).toEqual(expected))
  test('an odometer does not count the way in a silence', () => {
    const readings = [
      { at: 0, mileage: 10 },
      { at: 60, mileage: 10.5 },
      { at: 60 + 11 * 60, mileage: 14 },
      { at: 120 + 11 * 60, mileage: 14.5 },
    ]
    const track = trackOf(readings.map(({ at, mileage }) => fix(at, at * 10, { mileage })))
    expect(mileageOf(track)).toEqual({ km: 1, source: 'odometer' })
  })
  test('a standing vehicle has no mileage, however its fixes drift', () => {
    expect(mileageOf(trackOf(stand(0, 100, 0)))).toEqual({ km: 0, source: 'distance' })
  })
})

describe('thinning', () => {
  const track = trackOf(Array.from({ length: 5000 }, (_, i) => fix(i * 10, i * 90, { lat: Math.sin(i / 40) * hundred })))
  test('keeps the requested number of points, both ends included, and stays near the track', () => {
    const few = thin(track, 400)
    expect(few).toHaveLength(400)
    expect([few[0], few.at(-1)]).toEqual([track[0], track.at(-1)])
    const offs = track.map((point) => {
      const after = few.findIndex(({ time }) => time >= point.time)
      const [a, b] = [few[Math.max(0, after - 1)]!, few[after]!]
      const part = b.time === a.time ? 0 : (point.time - a.time) / (b.time - a.time)
      return metres(point, { ...point, lng: a.lng + (b.lng - a.lng) * part, lat: a.lat + (b.lat - a.lat) * part })
    })
    expect(Math.max(...offs)).toBeLessThan(12)
  })
  test('a standstill on a straight line is kept because of its times', () => {
    const straight = trackOf([...drive(0, 100), ...stand(1000, 60, 10_000), ...drive(1600, 100, {}, 10_000)])
    expect(timesOf(thin(straight, 4))).toEqual([0, 1000, 1590, 2590].map((at) => expect.closeTo(at, -2)))
  })
  test('on a straight line at constant speed the first points are kept', () => {
    expect(thin(trackOf(drive(0, 100)), 10)).toHaveLength(10)
  })
})
