import { addToList } from './add-to-list.ts'
import { chains } from './chains.ts'
import { districts } from './districts.ts'
import { at, distanceToSegment, type LngLat, type Point, toLngLat, toPlane } from './geometry.ts'
import { landmarks } from './landmarks.ts'
import { lakes, parks, rivers } from './landscape.ts'
import type { StreetClass } from './main-roads.ts'
import { type StreetEdge, streetNetwork } from './streets.ts'

type Position = [number, number]
type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'MultiLineString'; coordinates: Position[][] }
  | { type: 'Polygon'; coordinates: Position[][] }

/**
 * Properties by which a layer filters. `class` by kind: district `''`, water `river | stream | lake`, park `''`,
 * street `ring | main | secondary | local`, place `district | park | lake | landmark | station | neighbourhood`.
 */
export type BaseMapProperties = { kind: 'district' | 'water' | 'park' | 'street' | 'place'; class: string; name: string }
export type BaseMapFeature = { type: 'Feature'; properties: BaseMapProperties; geometry: Geometry }
export type BaseMap = { type: 'FeatureCollection'; features: BaseMapFeature[] }

/** Kilometres; a point this near to the line through its neighbours is left out. */
const tolerance = 0.002

const rounded = ([lng, lat]: LngLat): Position => [Math.round(lng * 1e5) / 1e5, Math.round(lat * 1e5) / 1e5]
const inDegrees = (points: readonly Point[]): Position[] => points.map((point) => rounded(toLngLat(point)))
const closedRing = (ring: readonly Position[]): Position[][] => [[...ring, at(ring, 0)]]

const feature = (kind: BaseMapProperties['kind'], kindClass: string, name: string, geometry: Geometry): BaseMapFeature => ({
  type: 'Feature',
  properties: { kind, class: kindClass, name },
  geometry,
})

/** The line without the points that do not bend it. */
const simplified = (line: readonly Point[]): Point[] => {
  const simple: Point[] = []
  let skipped: Point[] = []
  for (const [index, point] of line.entries()) {
    const last = simple.at(-1)
    const next = line[index + 1]
    skipped.push(point)
    if (last !== undefined && next !== undefined && skipped.every((p) => distanceToSegment(p, last, next) < tolerance)) continue
    simple.push(point)
    skipped = []
  }
  return simple
}

const order: readonly string[] = ['local', 'secondary', 'main', 'ring'] satisfies StreetClass[]

/** Features of the streets, one per street and class; small streets come first, so that large ones are drawn over them. */
const streets = (): BaseMapFeature[] => {
  const { nodes, edges } = streetNetwork()
  const byStreet = new Map<string, StreetEdge[]>()
  for (const edge of edges) {
    addToList(byStreet, `${edge.class} ${edge.name}`, edge)
  }
  const point = (node: number): Point => {
    const { lng, lat } = at(nodes, node)
    return toPlane(lng, lat)
  }
  const features = [...byStreet.values()].map((members) => {
    const lines = chains(members).map((chain) => inDegrees(simplified(chain.nodes.map(point))))
    const { class: kind, name } = at(members, 0)
    const [first] = lines
    return first !== undefined && lines.length === 1
      ? feature('street', kind, name, { type: 'LineString', coordinates: first })
      : feature('street', kind, name, { type: 'MultiLineString', coordinates: lines })
  })
  const rank = ({ properties }: BaseMapFeature): number => order.indexOf(properties.class)
  return features.sort((p, q) => rank(p) - rank(q))
}

/** Position of a label: the mean of the ring, as the rings are round enough for that. */
const labelOf = (ring: readonly Point[]): Geometry => {
  const sum = ring.reduce(([x, y], point): Point => [x + point[0], y + point[1]], [0, 0])
  return { type: 'Point', coordinates: rounded(toLngLat([sum[0] / ring.length, sum[1] / ring.length])) }
}

const polygon = (ring: readonly Point[]): Geometry => ({ type: 'Polygon', coordinates: closedRing(inDegrees(ring)) })

let cached: BaseMap | undefined

/** The city as GeoJSON in drawing order: districts, parks, water, streets, place labels; 5 decimals (1 m). Built once. */
export const baseMap = (): BaseMap => {
  cached ??= {
    type: 'FeatureCollection',
    features: [
      ...districts.map(({ name, ring }) =>
        feature('district', '', name, { type: 'Polygon', coordinates: closedRing(ring.map(rounded)) }),
      ),
      ...parks.map(({ name, ring }) => feature('park', '', name, polygon(ring))),
      ...rivers.map(({ name, class: kind, line }) =>
        feature('water', kind, name, { type: 'LineString', coordinates: inDegrees(simplified(line)) }),
      ),
      ...lakes.map(({ name, ring }) => feature('water', 'lake', name, polygon(ring))),
      ...streets(),
      ...districts.map(({ name, label }) => feature('place', 'district', name, { type: 'Point', coordinates: rounded(label) })),
      ...parks.map(({ name, ring }) => feature('place', 'park', name, labelOf(ring))),
      ...lakes.map(({ name, ring }) => feature('place', 'lake', name, labelOf(ring))),
      ...landmarks.map(({ name, class: kind, lng, lat }) =>
        feature('place', kind, name, { type: 'Point', coordinates: rounded([lng, lat]) }),
      ),
    ],
  }
  return cached
}
