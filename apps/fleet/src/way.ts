import { at, distance, type Point } from '@huanwei/city/geometry'

/** A way of at least two points in the plane. */
export function wayThrough(points: readonly Point[]) {
  const lengths = points.slice(1).map((point, i) => distance(at(points, i), point) * 1000)
  return {
    metres: lengths.reduce((sum, length) => sum + length, 0),
    /** Where it is after so many metres, the unit vector it leads along there, and the number of the point it comes from. */
    after(metres: number): { point: Point; heading: Point; leg: number } {
      let left = metres
      const found = lengths.findIndex((length) => {
        if (left <= length) return true
        left -= length
        return false
      })
      const leg = found < 0 ? lengths.length - 1 : found
      const [from, to] = [at(points, leg), at(points, leg + 1)]
      const kilometres = Math.max(distance(from, to), 1e-6)
      const heading: Point = [(to[0] - from[0]) / kilometres, (to[1] - from[1]) / kilometres]
      const done = found < 0 ? kilometres : Math.min(left / 1000, kilometres)
      return { point: [from[0] + heading[0] * done, from[1] + heading[1] * done], heading, leg }
    },
  }
}
export type StreetWay = ReturnType<typeof wayThrough>

export const opposite = ([x, y]: Point): Point => [-x, -y]
