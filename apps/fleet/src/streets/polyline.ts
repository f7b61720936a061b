import { at, distance, type Point } from '@huanwei/city/geometry'

/** A polyline in the plane through at least two points. */
export function polylineThrough(points: readonly Point[]) {
  const lengths = points.slice(1).map((point, i) => distance(at(points, i), point) * 1000)
  return {
    metres: lengths.reduce((sum, length) => sum + length, 0),
    /** The point after so many metres, the unit vector of the direction there, and the index of the segment. */
    pointAt(metres: number): { point: Point; heading: Point; segment: number } {
      let remaining = metres
      const containing = lengths.findIndex((length) => {
        if (remaining <= length) return true
        remaining -= length
        return false
      })
      const segment = containing < 0 ? lengths.length - 1 : containing
      const [from, to] = [at(points, segment), at(points, segment + 1)]
      const kilometres = Math.max(distance(from, to), 1e-6)
      const heading: Point = [(to[0] - from[0]) / kilometres, (to[1] - from[1]) / kilometres]
      const travelled = containing < 0 ? kilometres : Math.min(remaining / 1000, kilometres)
      return { point: [from[0] + heading[0] * travelled, from[1] + heading[1] * travelled], heading, segment }
    },
  }
}
export type Polyline = ReturnType<typeof polylineThrough>

export const opposite = ([x, y]: Point): Point => [-x, -y]
