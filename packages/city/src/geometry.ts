/** Kilometres east and north of the city centre. */
export type Point = readonly [number, number]
/** WGS-84 degrees. */
export type LngLat = readonly [number, number]

/** Tianfu Square, WGS-84. */
export const centre = { lng: 104.0657, lat: 30.6571 }

const kmPerLng = 95.76
const kmPerLat = 110.86

/** Converts from the plane to WGS-84, rounded to 6 decimals (0.1 m). */
export const toLngLat = ([east, north]: Point): [number, number] => [
  Math.round((centre.lng + east / kmPerLng) * 1e6) / 1e6,
  Math.round((centre.lat + north / kmPerLat) * 1e6) / 1e6,
]

export const toPlane = (lng: number, lat: number): Point => [(lng - centre.lng) * kmPerLng, (lat - centre.lat) * kmPerLat]

/** The element at an index; a negative index counts from the end. Throws RangeError when there is none. */
export const at = <T>(list: ArrayLike<T>, index: number): T => {
  const element = list[index < 0 ? list.length + index : index]
  if (element === undefined) throw new RangeError(`no element ${index} of ${list.length}`)
  return element
}

/** Points from text: `east,north` pairs separated by spaces. */
export const path = (pairs: string): Point[] =>
  pairs.split(' ').map((pair) => {
    const [east, north] = pair.split(',').map(Number)
    return [east ?? 0, north ?? 0] as const
  })

/** Distance in kilometres. */
export const distance = (p: Point, q: Point): number => Math.hypot(q[0] - p[0], q[1] - p[1])

/** The point at share `t` of the way from p to q. */
export const along = (p: Point, q: Point, t: number): Point => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]

/** Crossing of the segments a–b and c–d as shares of each; undefined when they do not cross. */
export const crossing = (a: Point, b: Point, c: Point, d: Point): { t: number; u: number } | undefined => {
  const rx = b[0] - a[0]
  const ry = b[1] - a[1]
  const sx = d[0] - c[0]
  const sy = d[1] - c[1]
  const cross = rx * sy - ry * sx
  if (Math.abs(cross) < 1e-12) return undefined
  const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
  const u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? { t, u } : undefined
}

/** True when the point lies in the ring (closed or not), by the even-odd rule. */
export const inside = (ring: readonly Point[], [x, y]: Point): boolean => {
  let isInside = false
  let previous = at(ring, -1)
  for (const point of ring) {
    const [py, qy] = [previous[1], point[1]]
    if (py > y !== qy > y && x < ((point[0] - previous[0]) * (y - py)) / (qy - py) + previous[0]) isInside = !isInside
    previous = point
  }
  return isInside
}

/** Share of the way from a to b at which one is nearest to the point. */
export const shareAlong = (p: Point, a: Point, b: Point): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const squared = dx * dx + dy * dy
  const t = squared === 0 ? 0 : ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / squared
  return Math.min(1, Math.max(0, t))
}

/** Distance from the point to the segment a–b, kilometres. */
export const distanceToSegment = (p: Point, a: Point, b: Point): number => distance(p, along(a, b, shareAlong(p, a, b)))

/** Area in square kilometres, positive for a counter-clockwise ring. */
export const area = (ring: readonly Point[]): number => {
  let doubled = 0
  let previous = at(ring, -1)
  for (const point of ring) {
    doubled += previous[0] * point[1] - point[0] * previous[1]
    previous = point
  }
  return doubled / 2
}

const spline = (p: number, q: number, r: number, s: number, t: number): number =>
  0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t)

/** A curve through all the points (Catmull-Rom), one list of new points per leg, at most `step` kilometres apart. */
export const smoothLegs = (points: readonly Point[], step: number): Point[][] =>
  points.slice(1).map((to, index) => {
    const from = at(points, index)
    const before = points[index - 1] ?? from
    const after = points[index + 2] ?? to
    const count = Math.max(1, Math.ceil(distance(from, to) / step))
    return Array.from({ length: count }, (_, n) => {
      const t = (n + 1) / count
      return [spline(before[0], from[0], to[0], after[0], t), spline(before[1], from[1], to[1], after[1], t)] as const
    })
  })

/** The whole curve of `smoothLegs`, first point included. */
export const smooth = (points: readonly Point[], step: number): Point[] => [at(points, 0), ...smoothLegs(points, step).flat()]

export type Reach = { east: number; north: number; west: number; south: number }

/** A superellipse as a ring whose first point is not repeated; `reach` in kilometres, `tilt` in radians. */
export const superellipse = ({ east, north, west, south }: Reach, tilt: number, count: number): Point[] =>
  Array.from({ length: count }, (_, n) => {
    const angle = (n / count) * 2 * Math.PI
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const x = Math.sign(c) * Math.abs(c) ** 0.62 * (c > 0 ? east : west)
    const y = Math.sign(s) * Math.abs(s) ** 0.62 * (s > 0 ? north : south)
    return [x * Math.cos(tilt) - y * Math.sin(tilt), x * Math.sin(tilt) + y * Math.cos(tilt)] as const
  })

/** A wavy ellipse as a ring of points, for parks and lakes. */
export const oval = ([x, y]: Point, rx: number, ry: number, count = 16): Point[] =>
  Array.from({ length: count }, (_, n) => {
    const angle = (n / count) * 2 * Math.PI
    const wobble = 1 + 0.12 * Math.sin(angle * 3 + x * 5) + 0.07 * Math.cos(angle * 5 + y * 3)
    return [x + Math.cos(angle) * rx * wobble, y + Math.sin(angle) * ry * wobble] as const
  })
