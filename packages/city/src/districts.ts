import { at, inside, type LngLat, type Point, path, smooth, superellipse, toLngLat, toPlane } from './geometry.ts'

/** `code` is the GB/T 2260 code; the High-tech Zone (高新区) has none and uses 510109, which is unassigned. */
export type District = { name: string; code: string; ring: LngLat[]; label: LngLat }

/** Borders of two districts, in kilometres from the centre, from one point where three districts meet to the next. */
const qingyangWuhou = smooth(
  path('-12.5,-2.9 -10.2,-2.3 -8.0,-1.5 -6.4,-1.25 -4.7,-0.95 -3.4,-0.75 -2.6,-0.5 -2.1,-0.6 -1.5,-1.0 -0.8,-1.22 0.1,-1.2'),
  0.4,
)
const jinjiangWuhou = smooth(
  path('0.1,-1.2 0.7,-1.22 1.2,-1.45 1.7,-1.55 2.05,-1.95 2.3,-2.5 2.65,-3.1 2.95,-3.7 2.75,-4.4 2.35,-4.9'),
  0.4,
)
const qingyangJinjiang = smooth(path('0.1,-1.2 0.15,-0.3 0.6,0.3 1.05,0.9 1.75,1.4'), 0.4)
const chenghuaJinjiang = smooth(
  path('1.75,1.4 2.45,0.7 3.1,0.02 4.75,-0.3 5.5,-0.65 6.3,-0.95 6.6,-2.3 7.1,-3.5 8.4,-4.1 10.2,-4.4 12.2,-4.9'),
  0.4,
)
const qingyangChenghua = smooth(path('1.75,1.4 1.7,2.2 1.0,2.35'), 0.4)
const qingyangJinniu = smooth(
  path('-12.6,5.6 -9.6,4.3 -7.4,3.75 -5.3,3.1 -4.1,2.2 -2.6,1.8 -1.6,2.0 -0.7,2.2 -0.3,2.35 0.35,2.3 1.0,2.35'),
  0.4,
)
const chenghuaJinniu = smooth(path('1.0,2.35 1.3,3.0 1.9,4.5 2.3,5.9 3.1,8.3 4.0,10.2 4.8,12.0'), 0.4)
const wuhouHighTech = smooth(path('2.35,-4.9 1.4,-5.2 0.1,-5.3 -1.9,-5.6 -2.5,-7.9 -3.2,-10 -3.6,-12.4'), 0.4)
const jinjiangHighTech = smooth(path('2.35,-4.9 2.5,-5.7 3.4,-7.4 4.1,-9.6 4.9,-12.3'), 0.4)

/** The edge of the mapped city, counter-clockwise, a little outside the outermost ring road. */
const edge = superellipse({ east: 12.6, north: 12.3, west: 12.9, south: 12.7 }, 0, 240)

const nearestOnEdge = ([x, y]: Point): number => {
  const distances = edge.map(([ex, ey]) => Math.hypot(ex - x, ey - y))
  return distances.indexOf(Math.min(...distances))
}

/** Two borders that end at the edge of the city, joined counter-clockwise along the edge. */
const viaEdge = (outward: readonly Point[], inward: readonly Point[]): Point[] => {
  const [start, end] = [nearestOnEdge(at(outward, -1)), nearestOnEdge(at(inward, 0))]
  const count = (end - start + edge.length) % edge.length
  const between = Array.from({ length: count + 1 }, (_, n) => at(edge, (start + n) % edge.length))
  return [...outward.slice(0, -1), ...between, ...inward.slice(1)]
}

const reversed = (border: readonly Point[]): Point[] => border.toReversed()

/** A ring of borders; each starts where the previous one ends. */
const ringOf = (...pieces: Point[][]): Point[] => pieces.flatMap((piece) => piece.slice(0, -1))

const planes: readonly { name: string; code: string; label: Point; ring: Point[] }[] = [
  {
    name: '锦江区',
    code: '510104',
    label: [5.6, -5.6],
    ring: ringOf(viaEdge(jinjiangHighTech, reversed(chenghuaJinjiang)), reversed(qingyangJinjiang), jinjiangWuhou),
  },
  {
    name: '青羊区',
    code: '510105',
    label: [-6.9, 1.9],
    ring: ringOf(qingyangJinjiang, qingyangChenghua, viaEdge(reversed(qingyangJinniu), qingyangWuhou)),
  },
  { name: '金牛区', code: '510106', label: [-3.3, 6.6], ring: ringOf(viaEdge(chenghuaJinniu, qingyangJinniu)) },
  {
    name: '武侯区',
    code: '510107',
    label: [-5.2, -5.6],
    ring: ringOf(viaEdge(reversed(qingyangWuhou), reversed(wuhouHighTech)), reversed(jinjiangWuhou)),
  },
  {
    name: '成华区',
    code: '510108',
    label: [6.9, 3.0],
    ring: ringOf(viaEdge(chenghuaJinjiang, reversed(chenghuaJinniu)), reversed(qingyangChenghua)),
  },
  { name: '高新区', code: '510109', label: [0.7, -8.9], ring: ringOf(viaEdge(wuhouHighTech, reversed(jinjiangHighTech))) },
]

/** The districts that tile the mapped city; rings are counter-clockwise and not closed. */
export const districts: readonly District[] = planes.map(({ name, code, label, ring }) => ({
  name,
  code,
  ring: ring.map(toLngLat),
  label: toLngLat(label),
}))

const boxes = planes.map(({ ring }) => ({
  ring,
  west: Math.min(...ring.map(([x]) => x)),
  east: Math.max(...ring.map(([x]) => x)),
  south: Math.min(...ring.map(([, y]) => y)),
  north: Math.max(...ring.map(([, y]) => y)),
}))

/** The district of a position, WGS-84; undefined outside the mapped city. */
export const districtAt = (lng: number, lat: number): District | undefined => {
  const point = toPlane(lng, lat)
  const [x, y] = point
  const index = boxes.findIndex(
    ({ ring, west, east, south, north }) => x >= west && x <= east && y >= south && y <= north && inside(ring, point),
  )
  return districts[index]
}
