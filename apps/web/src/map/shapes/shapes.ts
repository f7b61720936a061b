import type { Shape } from '@huanwei/contract/areas/endpoints'
import { metresBetween, metresPerDegree } from '@huanwei/contract/geometry'
import type { Position } from '../base/coordinates.ts'

/** West, south, east, north, degrees. */
type Bounds = [west: number, south: number, east: number, north: number]

const metresPerDegreeOfLng = (lat: number) => metresPerDegree * Math.cos((lat * Math.PI) / 180)

/** A circle of `radius` metres as a closed ring of `steps` corners, counter-clockwise from the east; true to 0.1 % up to 100 km. */
export function circleRing([lng, lat]: Position, radius: number, steps = 120): Position[] {
  const ring = Array.from({ length: steps }, (_, step): Position => {
    const angle = (step / steps) * 2 * Math.PI
    const north = lat + (Math.sin(angle) * radius) / metresPerDegree
    return [lng + (Math.cos(angle) * radius) / metresPerDegreeOfLng((lat + north) / 2), north]
  })
  return ring.concat(ring.slice(0, 1))
}

/** The polygon's outline, closed. */
export const closedRing = (ring: readonly Position[]): Position[] => {
  const [first, last] = [ring.at(0), ring.at(-1)]
  if (!first || !last) return []
  return first[0] === last[0] && first[1] === last[1] ? [...ring] : [...ring, first]
}

type Plane = [x: number, y: number]

/** Half a turn of round end, or the outer side of a corner: points around `centre` from one angle to another, radians. */
function arc([x, y]: Plane, radius: number, from: number, to: number): Plane[] {
  const steps = Math.max(1, Math.ceil(Math.abs(to - from) / (Math.PI / 18)))
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + ((to - from) * step) / steps
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
  })
}

/** The right side of a line in walking direction, round on outer corners, cut on inner ones, with a round end. */
function rightSide(line: readonly Plane[], half: number): Plane[] {
  const side: Plane[] = []
  for (let index = 1; index < line.length; index++) {
    const [from, to, next] = [line[index - 1], line[index], line[index + 1]]
    if (!from || !to) continue
    const heading = Math.atan2(to[1] - from[1], to[0] - from[0])
    if (index === 1) side.push(...arc(from, half, heading - Math.PI / 2, heading - Math.PI / 2))
    if (!next) {
      side.push(...arc(to, half, heading - Math.PI / 2, heading + Math.PI / 2))
      continue
    }
    const turn = Math.atan2(next[1] - to[1], next[0] - to[0]) - heading
    const left = Math.atan2(Math.sin(turn), Math.cos(turn))
    if (left > 0) side.push(...arc(to, half, heading - Math.PI / 2, heading - Math.PI / 2 + left))
    else side.push(innerCorner(to, half, heading, left, Math.hypot(to[0] - from[0], to[1] - from[1])))
  }
  return side
}

/** Intersection of the two inner edges, moved to the corner itself when the leg is too short. */
function innerCorner([x, y]: Plane, half: number, heading: number, turn: number, leg: number): Plane {
  const reach = half / Math.cos(turn / 2)
  if (Math.abs(turn) > 2.6 || reach > Math.hypot(half, leg)) return [x, y]
  const angle = heading - Math.PI / 2 + turn / 2
  return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
}

/** A line of `width` metres as one closed ring with round ends and corners. Fewer than two different points give an empty ring. */
export function routeRing(line: readonly Position[], width: number): Position[] {
  const origin = line.at(0)
  if (!origin) return []
  const perLng = metresPerDegreeOfLng(origin[1])
  const plane = line
    .map(([lng, lat]): Plane => [(lng - origin[0]) * perLng, (lat - origin[1]) * metresPerDegree])
    .filter(([x, y], index, all) => {
      const before = all[index - 1]
      return !before || Math.hypot(x - before[0], y - before[1]) > 0.01
    })
  if (plane.length < 2) return []
  const ring = [...rightSide(plane, width / 2), ...rightSide(plane.toReversed(), width / 2)]
  return closedRing(ring.map(([x, y]) => [origin[0] + x / perLng, origin[1] + y / metresPerDegree]))
}

/** The closed outline of any shape, degrees. */
export function outlineOf(shape: Shape): Position[] {
  if (shape.kind === 'circle') return circleRing(shape.centre, shape.radius)
  if (shape.kind === 'polygon') return closedRing(shape.ring)
  return routeRing(shape.line, shape.width)
}

/** The centre of gravity of a closed ring; of one without area the middle of its box. */
export function middleOf(ring: readonly Position[]): Position {
  const [west, south, east, north] = boundsOf(ring) ?? [0, 0, 0, 0]
  let [area, x, y] = [0, 0, 0]
  for (const [index, [lng, lat]] of ring.entries()) {
    const next = ring[index + 1]
    if (!next) continue
    // From the corner of the box: the small differences of large numbers would lose their digits.
    const [x0, y0, x1, y1] = [lng - west, lat - south, next[0] - west, next[1] - south]
    const cross = x0 * y1 - x1 * y0
    area += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  }
  if (Math.abs(area) < 1e-14) return [(west + east) / 2, (south + north) / 2]
  return [west + x / (3 * area), south + y / (3 * area)]
}

/** Area within a closed ring, square metres; crossing edges are taken in their order. */
export function squareMetres(ring: readonly Position[]): number {
  const [west, south] = ring[0] ?? [0, 0]
  const perLng = metresPerDegreeOfLng(south)
  const plane = ring.map(([lng, lat]): Plane => [(lng - west) * perLng, (lat - south) * metresPerDegree])
  const crosses = plane.map(([x, y], index) => {
    const [nextX, nextY] = plane[index + 1] ?? [x, y]
    return x * nextY - nextX * y
  })
  return Math.abs(crosses.reduce((sum, cross) => sum + cross, 0)) / 2
}

/** Metres along a line. */
export const lengthOf = (line: readonly Position[]) =>
  line.reduce((sum, point, index) => sum + metresBetween(...(line[index - 1] ?? point), ...point), 0)

/** `850 m`, `1.25 km`. */
export const distanceText = (metres: number) =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(metres < 100_000 ? 2 : 0)} km`

/** The smallest box around the points; undefined without points. Shapes across the 180th meridian are not expected. */
export function boundsOf(points: Iterable<Position>): Bounds | undefined {
  let bounds: Bounds | undefined
  for (const [lng, lat] of points) {
    if (!bounds) bounds = [lng, lat, lng, lat]
    bounds = [Math.min(bounds[0], lng), Math.min(bounds[1], lat), Math.max(bounds[2], lng), Math.max(bounds[3], lat)]
  }
  return bounds
}
