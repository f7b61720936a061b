import { expect, test } from 'vitest'
import type { Position } from '../base/coordinates.ts'
import { boundsOf, circleRing, closedRing, middleOf, outlineOf, routeRing } from './shapes.ts'

/** Great-circle distance, metres. */
function metres([lng1, lat1]: Position, [lng2, lat2]: Position) {
  const rad = Math.PI / 180
  const h =
    Math.sin(((lat2 - lat1) * rad) / 2) ** 2 +
    Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * Math.sin(((lng2 - lng1) * rad) / 2) ** 2
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h))
}

/** Even-odd rule. */
function inside(ring: readonly Position[], [x, y]: Position) {
  let within = false
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within
  })
  return within
}

const centre: Position = [104.0657, 30.6571]
/** Metres east and north of the centre. */
const off = (east: number, north: number): Position => [
  centre[0] + east / (111_195.08 * Math.cos((centre[1] * Math.PI) / 180)),
  centre[1] + north / 111_195.08,
]

test.each([1, 600, 20_000, 100_000])('every corner of a circle is its radius away (%d m)', (radius) => {
  const ring = circleRing(centre, radius)
  expect(ring.at(0)).toEqual(ring.at(-1))
  for (const corner of ring) expect(Math.abs(metres(centre, corner) / radius - 1)).toBeLessThan(0.001)
})

test('a straight route is a strip of its width with round ends', () => {
  const ring = routeRing([off(0, 0), off(1000, 0)], 100)
  expect(ring.at(0)).toEqual(ring.at(-1))
  for (const place of [off(500, 0), off(500, 49), off(10, -49), off(-49, 0), off(1049, 0)]) expect(inside(ring, place)).toBe(true)
  for (const place of [off(500, 51), off(500, -51), off(-51, 0), off(1051, 0), off(-45, 45)])
    expect(inside(ring, place)).toBe(false)
})

test.each([
  ['left', 1],
  ['right', -1],
])('a route that turns %s is round outside and cut inside', (_, side) => {
  const ring = routeRing([off(0, 0), off(1000, 0), off(1000, 1000 * side)], 100)
  for (const place of [off(1000, 0), off(1030, -30 * side), off(1049, 500 * side), off(955, 45 * side)])
    expect(inside(ring, place)).toBe(true)
  for (const place of [off(1045, -45 * side), off(945, 55 * side), off(500, 500 * side)]) expect(inside(ring, place)).toBe(false)
})

test('points on top of each other do not spoil a route; one place is no route', () => {
  expect(routeRing([off(0, 0), off(0, 0), off(1000, 0), off(1000, 0)], 100)).toEqual(routeRing([off(0, 0), off(1000, 0)], 100))
  expect(routeRing([centre, centre], 100)).toEqual([])
  expect(routeRing([], 100)).toEqual([])
})

test('every kind of shape has a closed outline', () => {
  const outlines = [
    outlineOf({ kind: 'circle', centre, radius: 500 }),
    outlineOf({ kind: 'polygon', ring: [off(0, 0), off(100, 0), off(100, 100)] }),
    outlineOf({ kind: 'route', line: [off(0, 0), off(100, 0)], width: 20 }),
  ]
  for (const outline of outlines) {
    expect(outline.length).toBeGreaterThan(3)
    expect(outline.at(0)).toEqual(outline.at(-1))
  }
  const closed: Position[] = [off(0, 0), off(100, 0), off(100, 100), off(0, 0)]
  expect(closedRing(closed)).toEqual(closed)
})

test('bounds hold every point; nothing has none', () => {
  expect(boundsOf([off(0, 0), [103, 31], [105, 30]])).toEqual([103, 30, 105, 31])
  expect(boundsOf([])).toBeUndefined()
})

test('the middle of a ring is its centre of gravity, whichever way round; of a line the middle of its box', () => {
  const ell: [number, number][] = [
    [104, 30],
    [104.03, 30],
    [104.03, 30.01],
    [104.01, 30.01],
    [104.01, 30.03],
    [104, 30.03],
    [104, 30],
  ]
  for (const ring of [ell, ell.toReversed()]) {
    const [lng, lat] = middleOf(ring)
    expect(lng).toBeCloseTo(104.011, 6)
    expect(lat).toBeCloseTo(30.011, 6)
  }
  const line: [number, number][] = [
    [104, 30],
    [104.02, 30.02],
    [104, 30],
  ]
  expect(middleOf(line)[0]).toBeCloseTo(104.01, 6)
})
