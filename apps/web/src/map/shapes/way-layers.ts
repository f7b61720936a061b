import type { GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import { groupBy } from '../../lib/collections.ts'
import { type Coordinates, type Position, toBaseMap } from '../base/coordinates.ts'
import { addChevron } from './trail-layers.ts'

/** A way in its colours: all its positions, the lines it is known by, and those across silences. Degrees WGS-84. */
export type Way = {
  colour: string
  /** Colour along its sides, and the width of both with the line between them, px. */
  edge: string
  edgeWidth: number
  positions: readonly Position[]
  lines: readonly Position[][]
  /** What is drawn in other colours on its lines. */
  parts: readonly { colour: string; line: readonly Position[] }[]
  silences: readonly Position[][]
}
/** Something that happened on a way at a moment, epoch ms. */
export type Spot = { lng: number; lat: number; at: number; kind: 'stop' | 'event' }

export const spotLayers = ['way-stops', 'way-events']

/** Past ways in their colours, with their direction, and what happened on them. */
export function createWayLayers(map: MapLibreMap, coordinates: Coordinates) {
  addLayers(map)
  return {
    setWays(ways: readonly Way[]) {
      type Lines = { colour: string; edge?: string; edgeWidth?: number; lines: readonly (readonly Position[])[] }
      const show = (source: string, features: readonly Lines[]) =>
        map.getSource<GeoJSONSource>(source)?.setData({
          type: 'FeatureCollection',
          features: features.map(({ lines, ...properties }) => ({
            type: 'Feature',
            properties,
            geometry: {
              type: 'MultiLineString',
              coordinates: lines.map((points) => points.map((point) => toBaseMap(coordinates, point))),
            },
          })),
        })
      show(
        'ways',
        ways.map(({ colour, edge, edgeWidth, lines }) => ({ colour, edge, edgeWidth, lines })),
      )
      show('way-parts', ways.flatMap(partsByColour))
      show(
        'way-silences',
        ways.map(({ colour, silences }) => ({ colour, lines: silences })),
      )
    },
    setSpots(list: readonly Spot[]) {
      map.getSource<GeoJSONSource>('spots')?.setData({
        type: 'FeatureCollection',
        features: list.map(({ lng, lat, at, kind }) => ({
          type: 'Feature',
          properties: { at, kind },
          geometry: { type: 'Point', coordinates: toBaseMap(coordinates, [lng, lat]) },
        })),
      })
    },
  }
}

/** The parts of a way in few features: one for each colour. */
const partsByColour = ({ parts }: Way) =>
  Array.from(
    groupBy(parts, ({ colour }) => colour),
    ([colour, same]) => ({ colour, lines: same.map(({ line }) => line) }),
  )

function addLayers(map: MapLibreMap) {
  addChevron(map)
  for (const source of ['ways', 'way-parts', 'way-silences', 'spots'])
    map.addSource(source, { type: 'geojson', tolerance: 0.2, data: { type: 'FeatureCollection', features: [] } })
  const line = (id: string, source: string, colour: ['get', string], width: number | ['get', string]) =>
    map.addLayer({
      id,
      type: 'line',
      source,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': ['interpolate', ['linear'], ['zoom'], 10, ['*', 0.6, width], 15, width] },
    })
  map.addLayer({
    id: 'way-silences',
    type: 'line',
    source: 'way-silences',
    paint: { 'line-color': ['get', 'colour'], 'line-width': 2.5, 'line-dasharray': [2, 2] },
  })
  line('way-edges', 'ways', ['get', 'edge'], ['get', 'edgeWidth'])
  line('ways', 'ways', ['get', 'colour'], 4.5)
  line('way-parts', 'way-parts', ['get', 'colour'], 4.5)
  map.addLayer({
    id: 'way-directions',
    type: 'symbol',
    source: 'ways',
    minzoom: 13,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 80,
      'icon-image': 'trail-chevron',
      'icon-size': 0.8,
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'icon-rotation-alignment': 'map',
    },
  })
  const spots = (id: string, kind: Spot['kind'], colour: string) =>
    map.addLayer({
      id,
      type: 'circle',
      source: 'spots',
      filter: ['==', ['get', 'kind'], kind],
      paint: { 'circle-radius': 6, 'circle-color': colour, 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 2 },
    })
  spots('way-stops', 'stop', '#5f7d95')
  spots('way-events', 'event', '#d9363e')
}
