import type { Shape } from '@huanwei/contract/areas/endpoints'
import { metresBetween, metresPerDegree } from '@huanwei/contract/geometry'

const radians = Math.PI / 180

type Box = { west: number; south: number; east: number; north: number }
/** A shape prepared for tests: coordinates in one array (lng, lat, lng, lat …) and a bounding box. */
export type Region =
  | { kind: 'circle'; box: Box; lng: number; lat: number; radius: number }
  | { kind: 'polygon'; box: Box; ring: Float64Array }
  | { kind: 'route'; box: Box; line: Float64Array; reach: number }

/** Prepares a shape of the contract. Shapes do not cross the date line. */
export function region(shape: Shape): Region {
  if (shape.kind === 'circle') {
    const [lng, lat] = shape.centre
    return { kind: 'circle', box: boxOf([shape.centre], shape.radius), lng, lat, radius: shape.radius }
  }
  if (shape.kind === 'polygon') return { kind: 'polygon', box: boxOf(shape.ring, 0), ring: Float64Array.from(shape.ring.flat()) }
  const reach = shape.width / 2
  return { kind: 'route', box: boxOf(shape.line, reach), line: Float64Array.from(shape.line.flat()), reach }
}

/** True when the point (degrees WGS-84) lies in the region or on its edge. */
export function inside(region: Region, lng: number, lat: number): boolean {
  const { west, south, east, north } = region.box
  if (lng < west || lng > east || lat < south || lat > north) return false
  if (region.kind === 'circle') return metresBetween(lng, lat, region.lng, region.lat) <= region.radius
  if (region.kind === 'polygon') return inRing(region.ring, lng, lat)
  return nearLine(region.line, lng, lat, region.reach)
}

/** Ray casting; the last corner is joined to the first. A point on an edge is inside. */
function inRing(ring: Float64Array, lng: number, lat: number): boolean {
  let odd = false
  let x1 = ring[ring.length - 2]!
  let y1 = ring[ring.length - 1]!
  for (let i = 0; i < ring.length; i += 2) {
    const x2 = ring[i]!
    const y2 = ring[i + 1]!
    const cross = (x2 - x1) * (lat - y1) - (y2 - y1) * (lng - x1)
    const between = lng >= Math.min(x1, x2) && lng <= Math.max(x1, x2) && lat >= Math.min(y1, y2) && lat <= Math.max(y1, y2)
    if (cross === 0 && between) return true
    if (y1 > lat !== y2 > lat && cross > 0 === y2 > y1) odd = !odd
    x1 = x2
    y1 = y2
  }
  return odd
}

/** True when a part of the line is within `reach` metres of the point, in the plane tangent to the earth there. */
function nearLine(line: Float64Array, lng: number, lat: number, reach: number): boolean {
  const perLng = metresPerDegree * Math.cos(lat * radians)
  const most = reach * reach
  let x1 = (line[0]! - lng) * perLng
  let y1 = (line[1]! - lat) * metresPerDegree
  for (let i = 2; i < line.length; i += 2) {
    const x2 = (line[i]! - lng) * perLng
    const y2 = (line[i + 1]! - lat) * metresPerDegree
    if (!sameSide(x1, x2, reach) && !sameSide(y1, y2, reach) && squareToSegment(x1, y1, x2, y2) <= most) return true
    x1 = x2
    y1 = y2
  }
  return false
}

const sameSide = (a: number, b: number, reach: number) => (a > reach && b > reach) || (a < -reach && b < -reach)

/** Square of the distance from the origin to a segment. */
function squareToSegment(x1: number, y1: number, x2: number, y2: number): number {
  const dx = x2 - x1
  const dy = y2 - y1
  const length = dx * dx + dy * dy
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length))
  const x = x1 + part * dx
  const y = y1 + part * dy
  return x * x + y * y
}

/** A box around points with `margin` metres on every side, a little too large rather than too small. */
function boxOf(points: readonly (readonly [number, number])[], margin: number): Box {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [lng, lat] of points) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  const up = (margin / metresPerDegree) * 1.01
  const widest = Math.cos(Math.min(90, Math.max(Math.abs(south), Math.abs(north)) + up) * radians)
  const across = margin === 0 ? 0 : Math.min(360, (up * 1.01) / Math.max(widest, 1e-6))
  return { west: west - across, south: south - up, east: east + across, north: north + up }
}
