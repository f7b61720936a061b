import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Fix, metres, thin, wayOf } from './track.ts'
import { mileageOf, overspeedsOf, partsOf, runningSeconds, secondsOf } from './track-parts.ts'

const start = Date.parse('2026-03-02T08:00:00+08:00')
/** A hundred metres of longitude at the equator, degrees. */
const hundred = 100 / 111_195.08

/** A fix `seconds` after the start and `east` metres from it. */
const fix = (seconds: number, east: number, more: Partial<Fix> = {}): Fix => ({
  ...{
    time: start + seconds * 1000,
    lng: 100 + (east / 100) * hundred,
    lat: 0,
    speed: 36,
    direction: 90,
    altitude: 0,
    status: 3,
  },
  ...{ mileage: null, ...more },
})
/** 36 km/h: a fix every ten seconds, a hundred metres on. */
const drive = (from: number, count: number, more: Partial<Fix> = {}, east = 0) =>
  Array.from({ length: count }, (_, i) => fix(from + i * 10, east + i * 100, more))
const stand = (from: number, count: number, east: number, more: Partial<Fix> = {}) =>
  Array.from({ length: count }, (_, i) => fix(from + i * 10, east + (i % 3), { speed: 0, ...more }))
const timesOf = (way: readonly Fix[]) => way.map(({ time }) => (time - start) / 1000)

describe('the way of fixes', () => {
  test('single fixes that nothing could have reached are left out, in the middle and at both ends', () => {
    const [first, ...rest] = drive(0, 6)
    const fixes = [{ ...first!, lng: 120 }, ...rest, fix(35, 90_000), fix(60, 400_000)]
    expect(timesOf(wayOf(fixes))).toEqual([10, 20, 30, 40, 50])
  })
  test('what goes on elsewhere is believed, after a break', () => {
    const way = wayOf([...drive(0, 4), ...drive(40, 4, {}, 50_000)])
    expect(way.map(({ isBreak }) => isBreak)).toEqual([false, false, false, false, true, false, false, false])
    expect(mileageOf(way)).toEqual({ km: 0.6, source: 'distance' })
  })
  test('a silence of more than ten minutes breaks it', () => {
    expect(wayOf([...drive(0, 2), ...drive(610, 1, {}, 500), ...drive(1211, 1, {}, 900)]).map(({ isBreak }) => isBreak)).toEqual([
      ...[false, false, false, true],
    ])
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
        const [way, expected] = [wayOf(arrived), wayOf(fixes)]
        expect(way).toEqual(expected)
        expect(mileageOf(way)).toEqual(mileageOf(expected))
        expect(partsOf(way)).toEqual(partsOf(expected))
      }),
    )
  })
})

describe('stops and trips', () => {
  test('three minutes below 3 km/h within 50 m are a stop; the ways before, between and after are trips', () => {
    const way = wayOf([
      ...drive(0, 10),
      ...stand(100, 19, 1000, { speed: 2.9 }),
      ...drive(290, 10, {}, 1000),
      ...stand(390, 18, 2000),
      ...drive(570, 10, {}, 2000),
    ])
    const { stops, trips } = partsOf(way)
    expect(stops.map(timesOf).map((times) => [times[0], times.at(-1)])).toEqual([[100, 280]])
    expect(trips.map(timesOf).map((times) => [times[0], times.at(-1)])).toEqual([
      [0, 100],
      [280, 660],
    ])
    expect(stops.map(secondsOf)).toEqual([180])
  })
  test('who creeps further than 50 m does not stop; a night without a word is a stop where it began', () => {
    expect(partsOf(wayOf(Array.from({ length: 30 }, (_, i) => fix(i * 10, i * 7, { speed: 2 })))).stops).toEqual([])
    const { stops } = partsOf(wayOf([fix(0, 0, { speed: 0 }), fix(36_000, 10, { speed: 0 })]))
    expect(stops.map(secondsOf)).toEqual([36_000])
  })
  test('the engine idles while the ignition is on and somebody says so', () => {
    const way = wayOf([...stand(0, 13, 0), ...stand(130, 12, 0, { status: 2 }), fix(3000, 0, { speed: 0 })])
    expect(runningSeconds(way)).toBe(130)
  })
  test('what is above the limit is an overspeed, the limit itself is not', () => {
    const way = wayOf([fix(0, 0, { speed: 60 }), fix(10, 100, { speed: 61 }), fix(20, 200, { speed: 70 }), fix(30, 300)])
    expect(overspeedsOf(way, 60).map(timesOf)).toEqual([[10, 20]])
  })
})

describe('mileage', () => {
  const read = (...readings: (number | null)[]) =>
    mileageOf(wayOf(readings.map((mileage, i) => fix(i * 60, i * 600, { mileage }))))
  test.each([
    ['by the odometer', [10, 10.5, 11], { km: 1, source: 'odometer' }],
    ['which may begin again', [10, 10.5, 0, 0.4], { km: 0.9, source: 'odometer' }],
    ['or be another one', [10, 10.5, 5000, 5000.4], { km: 0.9, source: 'odometer' }],
    ['or be read now and then', [10, null, 11, null], { km: 1, source: 'odometer' }],
    ['by the way where few fixes have one', [10, null, null, null], { km: 1.8, source: 'distance' }],
    ['or where it is dead', [0, 0, 0, 0], { km: 1.8, source: 'distance' }],
  ] as const)('%s', (_, readings, expected) => expect(read(...readings)).toEqual(expected))
  test('standing drives nothing, however the fixes swim', () => {
    expect(mileageOf(wayOf(stand(0, 100, 0)))).toEqual({ km: 0, source: 'distance' })
  })
})

describe('thinning', () => {
  const way = wayOf(Array.from({ length: 5000 }, (_, i) => fix(i * 10, i * 90, { lat: Math.sin(i / 40) * hundred })))
  test('keeps so many points, the ends among them, and stays near the way', () => {
    const few = thin(way, 400)
    expect(few).toHaveLength(400)
    expect([few[0], few.at(-1)]).toEqual([way[0], way.at(-1)])
    const offs = way.map((point) => {
      const after = few.findIndex(({ time }) => time >= point.time)
      const [a, b] = [few[Math.max(0, after - 1)]!, few[after]!]
      const part = b.time === a.time ? 0 : (point.time - a.time) / (b.time - a.time)
      return metres(point, { ...point, lng: a.lng + (b.lng - a.lng) * part, lat: a.lat + (b.lat - a.lat) * part })
    })
    expect(Math.max(...offs)).toBeLessThan(12)
  })
  test('a standstill in a straight line is kept by its times', () => {
    const straight = wayOf([...drive(0, 100), ...stand(1000, 60, 10_000), ...drive(1600, 100, {}, 10_000)])
    expect(timesOf(thin(straight, 4))).toEqual([0, 1000, 1590, 2590].map((at) => expect.closeTo(at, -2)))
  })
  test('where all is one line the first ones do', () => {
    expect(thin(wayOf(drive(0, 100)), 10)).toHaveLength(10)
  })
})
