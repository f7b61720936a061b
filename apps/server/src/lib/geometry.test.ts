import type { Shape } from '@huanwei/contract/areas/endpoints'
import { metresBetween } from '@huanwei/contract/geometry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inside, region } from './geometry.ts'

const hangzhou = { lng: 120.155, lat: 30.274 }
/** Metres of one degree of latitude on the sphere used. */
const degree = 111_195.08

describe('a circle', () => {
  const circle = region({ kind: 'circle', centre: [hangzhou.lng, hangzhou.lat], radius: 500 })
  const east = (metres: number) => hangzhou.lng + metres / (degree * Math.cos((hangzhou.lat * Math.PI) / 180))
  test.each([
    ['its centre', hangzhou.lng, hangzhou.lat, true],
    ['499 m north', hangzhou.lng, hangzhou.lat + 499 / degree, true],
    ['501 m north', hangzhou.lng, hangzhou.lat + 501 / degree, false],
    ['499 m west', east(-499), hangzhou.lat, true],
    ['501 m east', east(501), hangzhou.lat, false],
    ['the corner of its box', east(499), hangzhou.lat + 499 / degree, false],
  ])('%s', (_, lng, lat, expected) => {
    expect(inside(circle, lng, lat)).toBe(expected)
  })
})

describe('a polygon', () => {
  const square: Shape = {
    kind: 'polygon',
    ring: [
      [120, 30],
      [121, 30],
      [121, 31],
      [120, 31],
    ],
  }
  /** A U that opens to the north. */
  const bay: Shape = {
    kind: 'polygon',
    ring: [
      [0, 0],
      [3, 0],
      [3, 3],
      [2, 3],
      [2, 1],
      [1, 1],
      [1, 3],
      [0, 3],
    ],
  }
  test.each([
    ['in the middle', square, 120.5, 30.5, true],
    ['west of it', square, 119.999, 30.5, false],
    ['on its west edge', square, 120, 30.5, true],
    ['on its east edge', square, 121, 30.5, true],
    ['on its north edge', square, 120.5, 31, true],
    ['on a corner', square, 121, 31, true],
    ['in line with an edge, outside', square, 122, 31, false],
    ['in the bay', bay, 1.5, 2, false],
    ['in the left arm', bay, 0.5, 2, true],
    ['level with the floor of the bay', bay, 1.5, 1, true],
    ['level with a corner', bay, 0.5, 1, true],
    ['above the floor, left of the bay', bay, 0.5, 3, true],
    ['between the tops of the arms', bay, 1.5, 3, false],
  ])('%s', (_, shape, lng, lat, expected) => {
    expect(inside(region(shape), lng, lat)).toBe(expected)
    if (shape.kind !== 'polygon') return
    expect(inside(region({ kind: 'polygon', ring: shape.ring.toReversed() }), lng, lat)).toBe(expected)
  })
})

describe('a route', () => {
  const line: Extract<Shape, { kind: 'route' }> = {
    kind: 'route',
    line: [
      [120, 30],
      [120, 30.1],
      [120.1, 30.1],
    ],
    width: 100,
  }
  const east = (metres: number, lat: number) => 120 + metres / (degree * Math.cos((lat * Math.PI) / 180))
  test.each([
    ['on it', 120, 30.05, true],
    ['49 m beside it', east(49, 30.05), 30.05, true],
    ['51 m beside it', east(51, 30.05), 30.05, false],
    ['49 m behind its start', 120, 30 - 49 / degree, true],
    ['51 m behind its start', 120, 30 - 51 / degree, false],
    ['inside the bend, far from both', 120.05, 30.05, false],
    ['beyond its end', 120.102, 30.1, false],
    ['along the second leg', 120.05, 30.1 + 49 / degree, true],
  ])('%s', (_, lng, lat, expected) => {
    expect(inside(region(line), lng, lat)).toBe(expected)
  })
  test('a line of one place is a circle', () => {
    const dot = region({
      kind: 'route',
      line: [
        [120, 30],
        [120, 30],
      ],
      width: 100,
    })
    expect(inside(dot, 120, 30 + 49 / degree)).toBe(true)
    expect(inside(dot, 120, 30 + 51 / degree)).toBe(false)
  })
})

test('the box never takes away a point of a circle', () => {
  const lng = fc.double({ min: -170, max: 170, noNaN: true })
  const lat = fc.double({ min: -85, max: 85, noNaN: true })
  const turn = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
  fc.assert(
    fc.property(lng, lat, turn, fc.double({ min: 1, max: 100_000, noNaN: true }), (x, y, angle, radius) => {
      const px = x + (Math.cos(angle) * radius) / (degree * Math.cos((y * Math.PI) / 180))
      const py = y + (Math.sin(angle) * radius) / degree
      const circle = region({ kind: 'circle', centre: [x, y], radius })
      expect(inside(circle, px, py)).toBe(metresBetween(x, y, px, py) <= radius)
    }),
  )
})
