import type { GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import { type Coordinates, type Position, toBaseMap } from '../base/coordinates.ts'
import { addChevron } from './trail-layers.ts'

/** A way in its colour: all its positions, the lines it is known by, and those across silences. Degrees WGS-84. */
export type Way = {
  colour: string
  positions: readonly Position[]
  lines: readonly Position[][]
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
      const show = (source: string, linesOf: (way: Way) => readonly Position[][]) =>
        map.getSource<GeoJSONSource>(source)?.setData({
          type: 'FeatureCollection',
          features: ways.map((way) => ({
            type: 'Feature',
            properties: { colour: way.colour },
            geometry: {
              type: 'MultiLineString',
              coordinates: linesOf(way).map((points) => points.map((point) => toBaseMap(coordinates, point))),
            },
          })),
        })
      show('ways', ({ lines }) => lines)
      show('way-silences', ({ silences }) => silences)
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

function addLayers(map: MapLibreMap) {
  addChevron(map)
  for (const source of ['ways', 'way-silences', 'spots'])
    map.addSource(source, { type: 'geojson', tolerance: 0.2, data: { type: 'FeatureCollection', features: [] } })
  const line = (id: string, colour: string | ['get', string], width: number) =>
    map.addLayer({
      id,
      type: 'line',
      source: 'ways',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': ['interpolate', ['linear'], ['zoom'], 10, width * 0.6, 15, width] },
    })
  map.addLayer({
    id: 'way-silences',
    type: 'line',
    source: 'way-silences',
    paint: { 'line-color': ['get', 'colour'], 'line-width': 2.5, 'line-dasharray': [2, 2] },
  })
  line('way-edges', '#ffffff', 7)
  line('ways', ['get', 'colour'], 4.5)
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
