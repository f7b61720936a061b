import { type Area, addArea, Shape } from '@huanwei/contract/areas/endpoints'
import { shapeProblem } from '@huanwei/contract/areas/rules'
import { z } from 'zod'

type ShapeProblem = NonNullable<ReturnType<typeof shapeProblem>>

/** Something of a file that may become an area; without `shape` it cannot, for the reason in `problem`: a key of `areas:problems`, or of a check. */
export type Candidate = { name: string } & (
  | { shape: Shape }
  | { problem: 'point' | 'holes' | 'shape' | 'range' | 'name' | ShapeProblem }
)

/** Thrown for a file that is neither GeoJSON nor KML. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

const Place = z.array(z.number()).min(2)
type Geometry =
  | { type: 'Point'; coordinates: number[] }
  | { type: 'MultiPoint' | 'LineString'; coordinates: number[][] }
  | { type: 'Polygon' | 'MultiLineString'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] }
  | { type: 'GeometryCollection'; geometries: Geometry[] }
const Geometry: z.ZodType<Geometry> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: Place }),
    z.object({ type: z.enum(['MultiPoint', 'LineString']), coordinates: z.array(Place) }),
    z.object({ type: z.enum(['Polygon', 'MultiLineString']), coordinates: z.array(z.array(Place)) }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(Place))) }),
    z.object({ type: z.literal('GeometryCollection'), geometries: z.array(Geometry) }),
  ]),
)
/** `radius` of a point and `width` of a line in metres, as `areasToGeoJson` writes them. */
const Properties = z.object({
  name: z.union([z.string(), z.number().transform(String)]).catch(''),
  radius: z.number().optional().catch(undefined),
  width: z.number().optional().catch(undefined),
})
type Properties = z.infer<typeof Properties>
const Feature = z.object({
  type: z.literal('Feature'),
  properties: z.preprocess((properties) => properties ?? {}, Properties),
  geometry: Geometry.nullable(),
})
type Feature = { properties: Properties; geometry: Geometry | null }
const Document = z.union([
  z.object({ type: z.literal('FeatureCollection'), features: z.array(Feature) }).transform(({ features }) => features),
  Feature.transform((feature) => [feature]),
  Geometry.transform((geometry) => [{ properties: Properties.parse({}), geometry }]),
])

/** Areas from the features of a GeoJSON (RFC 7946) or KML 2.2 text, in its order; both are WGS-84. Throws UnreadableFile. */
export function readAreas(text: string): Candidate[] {
  const features: Feature[] = text.trimStart().startsWith('<') ? featuresOfKml(text) : featuresOfJson(text)
  return features.flatMap(({ properties, geometry }) => {
    const found = geometry ? candidates(geometry, properties) : [{ problem: 'shape' as const }]
    return found.map((one, index) => named(one, found.length > 1 ? `${properties.name} ${index + 1}` : properties.name))
  })
}

function featuresOfJson(text: string): Feature[] {
  try {
    return Document.parse(JSON.parse(text))
  } catch (cause) {
    throw new UnreadableFile(undefined, { cause })
  }
}

type Unnamed = { shape: Shape } | { problem: 'point' | 'holes' | 'shape' | 'range' | ShapeProblem }

const named = (one: Unnamed, said: string): Candidate => {
  const name = said.trim()
  return 'shape' in one && !addArea.input.shape.name.safeParse(name).success ? { name, problem: 'name' } : { name, ...one }
}

function candidates(geometry: Geometry, properties: Properties): Unnamed[] {
  switch (geometry.type) {
    case 'Point':
      if (properties.radius === undefined) return [{ problem: 'point' }]
      return [checked({ kind: 'circle', centre: flat(geometry.coordinates), radius: properties.radius })]
    case 'MultiPoint':
      return [{ problem: 'point' }]
    case 'LineString':
      return [route(geometry.coordinates, properties)]
    case 'MultiLineString':
      return geometry.coordinates.map((line) => route(line, properties))
    case 'Polygon':
      return [polygon(geometry.coordinates)]
    case 'MultiPolygon':
      return geometry.coordinates.map(polygon)
    case 'GeometryCollection':
      return geometry.geometries.flatMap((one) => candidates(one, properties))
  }
}

/** Width of a line without one, metres. */
const usualWidth = 30

const route = (line: number[][], { width = usualWidth }: Properties) => checked({ kind: 'route', line: line.map(flat), width })

function polygon([outer = [], ...holes]: number[][][]): Unnamed {
  if (holes.length) return { problem: 'holes' }
  const ring = outer.map(flat)
  const [first, last] = [ring.at(0), ring.at(-1)]
  const isClosed = ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
  return checked({ kind: 'polygon', ring: isClosed ? ring.slice(0, -1) : ring })
}

function checked(shape: object): Unnamed {
  const { data, error } = Shape.safeParse(shape)
  const problem = data && shapeProblem(data)
  if (problem) return { problem }
  if (data) return { shape: data }
  return { problem: error.issues.some(({ path }) => path.length > 2) ? 'range' : 'shape' }
}

/** Without altitude. */
const flat = ([lng, lat]: number[]) => [lng, lat]

const children = (element: Element | Document, tag: string) => [...element.getElementsByTagNameNS('*', tag)]
const textIn = (element: Element | undefined) => element?.textContent?.trim() ?? ''
const coordinatesIn = (element: Element | undefined) =>
  textIn(element && children(element, 'coordinates')[0])
    .split(/\s+/)
    .filter(Boolean)
    .map((one) => one.split(',').map(Number))

/** Source: OGC KML 2.2, sections 9.11 and 10. */
function featuresOfKml(text: string): Feature[] {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  if (document.querySelector('parsererror') || document.documentElement.localName !== 'kml') throw new UnreadableFile()
  return children(document, 'Placemark').map((placemark) => {
    const geometries: Geometry[] = [
      ...children(placemark, 'Polygon').map((one) => {
        const rings = ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((tag) => children(one, tag))
        return { type: 'Polygon' as const, coordinates: rings.map(coordinatesIn) }
      }),
      ...children(placemark, 'LineString').map((one) => ({ type: 'LineString' as const, coordinates: coordinatesIn(one) })),
      ...children(placemark, 'Point').map((one) => ({ type: 'Point' as const, coordinates: coordinatesIn(one)[0] ?? [] })),
    ]
    const name = textIn([...placemark.children].find(({ localName }) => localName === 'name'))
    return {
      properties: { name, radius: undefined, width: undefined },
      geometry: geometries.length ? { type: 'GeometryCollection', geometries } : null,
    }
  })
}

/** Areas as GeoJSON; a circle is a point with its radius, a route a line with its width. */
export const areasToGeoJson = (areas: readonly Pick<Area, 'name' | 'shape'>[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: areas.map(({ name, shape }) => ({ type: 'Feature', ...featureOf(name, shape) })),
  })

function featureOf(name: string, shape: Shape): Feature {
  const properties = { name, radius: undefined, width: undefined }
  if (shape.kind === 'circle')
    return { properties: { ...properties, radius: shape.radius }, geometry: { type: 'Point', coordinates: shape.centre } }
  if (shape.kind === 'route')
    return { properties: { ...properties, width: shape.width }, geometry: { type: 'LineString', coordinates: shape.line } }
  const [first = []] = shape.ring
  return { properties, geometry: { type: 'Polygon', coordinates: [[...shape.ring, first]] } }
}
