import { metresPerDegree } from '@huanwei/contract/geometry'
import type { Basis } from './table.ts'

/** Longest piece of a road, m. */
const longestPiece = 20
/** A road is worked from so far beside its line at least, m: lanes and receivers are not more exact. */
const leastReach = 15
/** Side of a cell of the grid, m. */
const cell = 100
const radians = Math.PI / 180

/** Metres east and north of the first place of a basis. */
export type PlanePoint = { x: number; y: number }
/** A piece of a road: its middle, its direction, its length, and how far beside it it may be worked, m. `road`: index of its road. */
type Piece = PlanePoint & { dx: number; dy: number; metres: number; reach: number; road: number }

/** The roads of a basis in pieces, and its stops, on a plane. */
export type Layout = {
  toPlane(lng: number, lat: number): PlanePoint
  pieces: readonly Piece[]
  stops: readonly PlanePoint[]
  /** Numbers of the pieces that lie within reach of a straight line from `a` to `b`, some beyond it too. */
  piecesNear(a: PlanePoint, b: PlanePoint): Iterable<number>
}

export function layoutOf({ roads, stops }: Pick<Basis, 'roads' | 'stops'>): Layout {
  const [lng0, lat0] = roads[0]?.line[0] ?? [stops[0]?.lng ?? 0, stops[0]?.lat ?? 0]
  const perLng = metresPerDegree * Math.cos(lat0 * radians)
  const toPlane = (lng: number, lat: number) => ({ x: (lng - lng0) * perLng, y: (lat - lat0) * metresPerDegree })
  const pieces = roads.flatMap(({ line, width }, road) =>
    piecesOf(line.map(([lng, lat]) => toPlane(lng, lat))).map((piece) => ({
      ...piece,
      road,
      reach: Math.max(leastReach, width / 2),
    })),
  )
  const cells = new Map<string, number[]>()
  const widest = pieces.reduce((most, { reach }) => Math.max(most, reach), 0)
  for (const [i, { x, y }] of pieces.entries()) {
    const key = `${Math.floor(x / cell)} ${Math.floor(y / cell)}`
    const list = cells.get(key)
    if (list) list.push(i)
    else cells.set(key, [i])
  }
  function* piecesNear(a: PlanePoint, b: PlanePoint) {
    const [west, east] = [Math.min(a.x, b.x) - widest, Math.max(a.x, b.x) + widest]
    const [south, north] = [Math.min(a.y, b.y) - widest, Math.max(a.y, b.y) + widest]
    for (let column = Math.floor(west / cell); column <= Math.floor(east / cell); column++)
      for (let row = Math.floor(south / cell); row <= Math.floor(north / cell); row++) yield* cells.get(`${column} ${row}`) ?? []
  }
  return { toPlane, pieces, stops: stops.map(({ lng, lat }) => toPlane(lng, lat)), piecesNear }
}

/** Cuts each side of a line into equal pieces; sides without a length have none. */
function piecesOf(points: readonly PlanePoint[]) {
  return points.slice(1).flatMap((to, i) => {
    const from = points[i]!
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const count = Math.ceil(length / longestPiece)
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
    return Array.from({ length: count }, (_, n) => {
      const along = ((n + 0.5) / count) * length
      return { x: from.x + dx * along, y: from.y + dy * along, dx, dy, metres: length / count }
    })
  })
}

type Position = [number, number]
type Line = Position[]

/** The lines of a road that are marked, and the others; consecutive pieces are one line. `marks` are those of its pieces alone. */
export function splitLine(line: readonly Position[], marks: Uint16Array): { worked: Line[]; open: Line[] } {
  const perLng = metresPerDegree * Math.cos(line[0]![1] * radians)
  const parts = { worked: [] as Line[], open: [] as Line[] }
  let last: { isWorked: boolean; line: Line } | undefined
  let at = 0
  for (const [i, to] of line.slice(1).entries()) {
    const from = line[i]!
    const length = Math.hypot((to[0] - from[0]) * perLng, (to[1] - from[1]) * metresPerDegree)
    const count = Math.ceil(length / longestPiece)
    for (let n = 0; n < count; n++, at++) {
      const isWorked = (marks[at] ?? 0) > 0
      const pointAt = (part: number): Position => [
        round(from[0] + (to[0] - from[0]) * part),
        round(from[1] + (to[1] - from[1]) * part),
      ]
      const end = pointAt((n + 1) / count)
      // A piece straight on moves the end of its line.
      if (last?.isWorked === isWorked && n > 0) last.line[last.line.length - 1] = end
      else if (last?.isWorked === isWorked) last.line.push(end)
      else {
        last = { isWorked, line: [pointAt(n / count), end] }
        parts[isWorked ? 'worked' : 'open'].push(last.line)
      }
    }
  }
  return parts
}

/** To 0.1 m. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
