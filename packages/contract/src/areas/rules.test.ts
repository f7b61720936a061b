import { expect, test } from 'vitest'
import { shapeProblem } from './rules.ts'

type Point = [number, number]
const polygon = (...ring: Point[]) => shapeProblem({ kind: 'polygon', ring })
const square: Point[] = [
  [104, 30],
  [104.01, 30],
  [104.01, 30.01],
  [104, 30.01],
]

test('a polygon in either direction, closed or with a point twice, is one', () => {
  expect(polygon(...square)).toBeUndefined()
  expect(polygon(...square.toReversed())).toBeUndefined()
  expect(polygon(...square, [104, 30])).toBeUndefined()
  expect(polygon([104, 30], ...square)).toBeUndefined()
  // Touches itself in a point, as one around a hole does.
  expect(polygon([104, 30], [104.02, 30], [104.01, 30.01], [104.02, 30.02], [104, 30.02], [104.01, 30.01])).toBeUndefined()
})

test('a polygon that crosses itself, has no area or crosses the date line is refused', () => {
  expect(polygon([104, 30], [104.01, 30.01], [104.01, 30], [104, 30.02])).toBe('checks:shapeCrossesItself')
  const star = [0, 2, 4, 1, 3].map(
    (n): Point => [104 + Math.sin(n * 0.4 * Math.PI) / 100, 30 + Math.cos(n * 0.4 * Math.PI) / 100],
  )
  expect(polygon(...star)).toBe('checks:shapeCrossesItself')
  expect(polygon([104, 30], [104.01, 30.01], [104.02, 30.02])).toBe('checks:shapeHasNoArea')
  expect(polygon([104, 30], [104, 30], [104, 30])).toBe('checks:shapeHasNoArea')
  expect(polygon([104, 30], [104.01, 30], [104, 30], [104.01, 30])).toBe('checks:shapeHasNoArea')
  expect(polygon([179.9, 30], [-179.9, 30], [-179.9, 30.1], [179.9, 30.1])).toBe('checks:shapeCrossesDateLine')
})

test('a route may cross itself, but not the date line', () => {
  const route = (...line: Point[]) => shapeProblem({ kind: 'route', line })
  expect(route([104, 30], [104.01, 30.01], [104.01, 30], [104, 30.02])).toBeUndefined()
  expect(route([179.9, 30], [-179.9, 30])).toBe('checks:shapeCrossesDateLine')
})

test('the largest polygon is allowed', () => {
  const ring = Array.from({ length: 2000 }, (_, n): Point => {
    const [angle, radius] = [(n * Math.PI) / 1000, n % 2 ? 0.01 : 0.001]
    return [104 + Math.cos(angle) * radius, 30 + Math.sin(angle) * radius]
  })
  expect(shapeProblem({ kind: 'polygon', ring })).toBeUndefined()
})
