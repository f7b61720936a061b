import { expect, test } from 'vitest'
import { coordinatesOf, fromBaseMap, fromUnitSquare, type Position, toBaseMap, toUnitSquare } from './coordinates.ts'

/** WGS-84 and the same place elsewhere, from the documentation of two unrelated converters; good to a metre. */
const pairs: ['GCJ02' | 'BD09', Position, Position][] = [
  ['GCJ02', [116.404, 39.915], [116.41024449916938, 39.91640428150164]],
  ['GCJ02', [120.596931, 31.280844], [120.60109998322247, 31.278648624428175]],
  ['BD09', [116.39775550083061, 39.91359571849836], [116.41036949371029, 39.92133699351021]],
]

const near = (found: Position, expected: Position, by: number) => {
  expect(Math.abs(found[0] - expected[0])).toBeLessThan(by)
  expect(Math.abs(found[1] - expected[1])).toBeLessThan(by)
}

test.each(pairs)('a place is shown where a %s map has it, and a click there comes back', (coordinates, wgs, shown) => {
  near(toBaseMap(coordinates, wgs), shown, 0.00001)
  near(fromBaseMap(coordinates, shown), wgs, 0.00001)
  expect(toBaseMap('WGS84', wgs)).toEqual(wgs)
  expect(fromBaseMap('WGS84', shown)).toEqual(shown)
})

test('places outside China are not moved', () => {
  expect(toBaseMap('GCJ02', [2.3522, 48.8566])).toEqual([2.3522, 48.8566])
})

test('the offline map is WGS-84, tiles say what they are', () => {
  expect(coordinatesOf({ kind: 'offline', dataUrl: null })).toBe('WGS84')
  expect(coordinatesOf({ kind: 'tiles', url: '', attribution: '', coordinates: 'BD09' })).toBe('BD09')
})

test('the unit square: its corners, its middle, and back', () => {
  expect(toUnitSquare([0, 0])).toEqual({ x: 0.5, y: 0.5 })
  expect(toUnitSquare([-180, 85.051129]).y).toBeCloseTo(0, 6)
  expect(toUnitSquare([180, -85.051129]).y).toBeCloseTo(1, 6)
  const { x, y } = toUnitSquare([104.0657, 30.6571])
  near(fromUnitSquare(x, y), [104.0657, 30.6571], 1e-9)
})
