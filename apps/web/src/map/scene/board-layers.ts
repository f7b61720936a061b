import { Status } from '@huanwei/contract/live/codes'
import type { ExpressionSpecification, FilterSpecification, GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import { type Coordinates, type Position, toBaseMap } from '../base/coordinates.ts'
import { fonts, type Land } from '../base/palette.ts'
import type { ShownArea } from '../shapes/area-layers.ts'
import { middleOf, outlineOf } from '../shapes/shapes.ts'
import type { StateColours } from './state-colours.ts'

export const pointSource = 'board-points'
export const ringSource = 'board-ring'
const [trackSource, areaSource] = ['board-tracks', 'board-areas']

const empty = { type: 'FeatureCollection', features: [] } as const
const colourIn = (colours: StateColours, status: Status) => colours.find(([one]) => one === status)?.[1] ?? ''

/** The points, not yet drawn. */
export const addPointSource = (map: MapLibreMap) => void map.addSource(pointSource, { type: 'geojson', data: empty })

/** A layer for each state: a glow and a core. */
export function addPoints(map: MapLibreMap, colours: StateColours) {
  for (const [status, colour] of colours) {
    const isQuiet = status === Status.offline
    const filter: FilterSpecification = ['==', ['get', 'status'], status]
    if (!isQuiet)
      map.addLayer({
        id: `${pointSource}-glow-${status}`,
        type: 'circle',
        source: pointSource,
        filter,
        paint: { 'circle-radius': 13, 'circle-color': colour, 'circle-opacity': 0.3, 'circle-blur': 0.6 },
      })
    map.addLayer({
      id: `${pointSource}-${status}`,
      type: 'circle',
      source: pointSource,
      filter,
      paint: { 'circle-radius': isQuiet ? 3 : 5, 'circle-color': colour, 'circle-opacity': isQuiet ? 0.7 : 1 },
    })
  }
}

/** A ring around the place that the card tells of. */
export function addRing(map: MapLibreMap, ink: string) {
  map.addSource(ringSource, { type: 'geojson', data: empty })
  map.addLayer({
    id: ringSource,
    type: 'circle',
    source: ringSource,
    paint: { 'circle-radius': 20, 'circle-opacity': 0, 'circle-stroke-color': ink, 'circle-stroke-width': 3 },
  })
}

/** Warmer where more points are, without those that are offline. */
export function addHeat(map: MapLibreMap, colours: StateColours) {
  map.addLayer({
    id: 'board-heat',
    type: 'heatmap',
    source: pointSource,
    filter: ['!=', ['get', 'status'], Status.offline],
    paint: {
      'heatmap-radius': ['interpolate', ['linear'], ['zoom'], 8, 10, 14, 40],
      'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 8, 0.15, 14, 0.8],
      'heatmap-opacity': 0.85,
      'heatmap-color': [
        'interpolate',
        ['linear'],
        ['heatmap-density'],
        0,
        'rgba(0, 0, 0, 0)',
        0.2,
        colourIn(colours, Status.stationary),
        0.45,
        colourIn(colours, Status.moving),
        0.7,
        colourIn(colours, Status.warning),
        1,
        colourIn(colours, Status.alert),
      ],
    },
  })
}

/** Places of an object that its track has at most, and the time after which new ones are drawn, ms. */
const [mostPlaces, drawMs] = [60, 3000]

/** The ways that objects went since the map was opened, below the points. */
export function createTracks(map: MapLibreMap, colours: StateColours, coordinates: Coordinates) {
  const ways = new Map<string, Position[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  map.once('remove', () => clearTimeout(timer))
  map.addSource(trackSource, { type: 'geojson', data: empty })
  map.addLayer({
    id: trackSource,
    type: 'line',
    source: trackSource,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colourIn(colours, Status.moving), 'line-width': 3, 'line-opacity': 0.6 },
  })

  function draw() {
    timer = undefined
    const features = [...ways.values()]
      .filter(({ length }) => length > 1)
      .map((way) => ({
        type: 'Feature' as const,
        properties: {},
        geometry: { type: 'LineString' as const, coordinates: way.map((place) => toBaseMap(coordinates, place)) },
      }))
    map.getSource<GeoJSONSource>(trackSource)?.setData({ type: 'FeatureCollection', features })
  }

  return function note(points: readonly { key: string; lng: number; lat: number }[]) {
    const present = new Set(points.map(({ key }) => key))
    for (const key of ways.keys()) if (!present.has(key)) ways.delete(key)
    for (const { key, lng, lat } of points) {
      const way = ways.get(key) ?? []
      const last = way.at(-1)
      if (last?.[0] !== lng || last[1] !== lat) ways.set(key, [...way.slice(1 - mostPlaces), [lng, lat]])
    }
    timer ??= setTimeout(draw, drawMs)
  }
}

/** An area in the colour of its state. */
export type StateArea = Pick<ShownArea, 'name' | 'shape'> & { status: Status }

const isPolygon: FilterSpecification = ['==', ['geometry-type'], 'Polygon']

/** Areas by state, with their names. Returns the function that shows some. */
export function createStateAreas(map: MapLibreMap, colours: StateColours, land: Land, coordinates: Coordinates) {
  const colour: ExpressionSpecification = [
    'match',
    ['get', 'status'],
    Status.moving,
    colourIn(colours, Status.moving),
    Status.stationary,
    colourIn(colours, Status.stationary),
    colourIn(colours, Status.offline),
  ]
  map.addSource(areaSource, { type: 'geojson', tolerance: 0, data: empty })
  map.addLayer({
    id: areaSource,
    type: 'fill',
    source: areaSource,
    filter: isPolygon,
    paint: { 'fill-color': colour, 'fill-opacity': 0.22 },
  })
  map.addLayer({
    id: `${areaSource}-edges`,
    type: 'line',
    source: areaSource,
    filter: isPolygon,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': 2 },
  })
  map.addLayer({
    id: `${areaSource}-names`,
    type: 'symbol',
    source: areaSource,
    minzoom: 11,
    filter: ['==', ['geometry-type'], 'Point'],
    layout: { 'text-field': ['get', 'name'], 'text-font': fonts, 'text-size': 14, 'text-max-width': 9, 'text-padding': 6 },
    paint: { 'text-color': land.areaText, 'text-halo-color': land.halo, 'text-halo-width': 1.6 },
  })

  return (areas: readonly StateArea[]) =>
    void map.getSource<GeoJSONSource>(areaSource)?.setData({
      type: 'FeatureCollection',
      features: areas.flatMap(({ name, shape, status }) => {
        const ring = outlineOf(shape).map((place) => toBaseMap(coordinates, place))
        if (!ring.length) return []
        return [
          { type: 'Feature', properties: { status }, geometry: { type: 'Polygon', coordinates: [ring] } },
          { type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates: middleOf(ring) } },
        ]
      }),
    })
}
