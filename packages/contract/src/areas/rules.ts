import { word } from '../fields.ts'
import { metresPerDegree } from '../geometry.ts'

type Point = readonly [lng: number, lat: number]
type Outline = { kind: 'circle' } | { kind: 'polygon'; ring: readonly Point[] } | { kind: 'route'; line: readonly Point[] }

/** Smallest area of a polygon, m². */
const smallest = 1

/** Reason why nothing can be said to be inside a shape, for a form; undefined when it can. Shapes in degrees WGS-84. */
export function shapeProblem(shape: Outline) {
  if (shape.kind === 'circle') return undefined
  const points = shape.kind === 'polygon' ? shape.ring : shape.line
  const sides = sidesOf(points, shape.kind === 'polygon')
  if (sides.some(([[west], [east]]) => Math.abs(east - west) > 180)) return word('shapeCrossesDateLine')
  if (shape.kind === 'route') return undefined
  if (areaOf(shape.ring) < smallest) return word('shapeHasNoArea')
  return crossesItself(sides) ? word('shapeCrossesItself') : undefined
}

type Side = readonly [from: Point, to: Point]

/** Sides of some length, in their order. */
function sidesOf(points: readonly Point[], isClosed: boolean): Side[] {
  const sides = points.flatMap((from, i): Side[] => {
    const to = points[i + 1] ?? (isClosed ? points[0] : undefined)
    return to ? [[from, to]] : []
  })
  return sides.filter(([from, to]) => from[0] !== to[0] || from[1] !== to[1])
}

/** m², as on a plane. */
function areaOf(ring: readonly Point[]) {
  const [west, south] = ring[0] ?? [0, 0]
  let sum = 0
  for (const [[x1, y1], [x2, y2]] of sidesOf(ring, true)) sum += (x1 - west) * (y2 - south) - (x2 - west) * (y1 - south)
  return (Math.abs(sum) / 2) * metresPerDegree ** 2 * Math.cos((south * Math.PI) / 180)
}

/** True when two sides cross between their ends. Looks at each side with those that begin further east, as far as it reaches itself. */
function crossesItself(sides: readonly Side[]) {
  const byWest = sides
    .map((side) => ({ side, west: Math.min(side[0][0], side[1][0]), east: Math.max(side[0][0], side[1][0]) }))
    .sort((a, b) => a.west - b.west)
  return byWest.some(({ side, east }, i) => {
    for (const other of byWest.slice(i + 1)) {
      if (other.west > east) return false
      if (cross(side, other.side)) return true
    }
    return false
  })
}

const cross = ([a, b]: Side, [c, d]: Side) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0

/** 1 when `c` is to the left of the line from `a` to `b`, -1 to its right, 0 on it. */
const turn = (a: Point, b: Point, c: Point) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
