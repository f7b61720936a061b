import type { GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import { type Coordinates, type Position, toBaseMap } from '../base/coordinates.ts'
import { fonts, type Land, trailColour } from '../base/palette.ts'
import { distanceText, lengthOf } from './shapes.ts'

/** A line that somebody measures, with how far it is to each of its points. */
export function createRulerLayers(map: MapLibreMap, coordinates: Coordinates, land: Land) {
  map.addSource('ruler', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({
    id: 'ruler',
    type: 'line',
    source: 'ruler',
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: { 'line-color': trailColour, 'line-width': 3, 'line-dasharray': [2, 1.2] },
  })
  map.addLayer({
    id: 'ruler-points',
    type: 'circle',
    source: 'ruler',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-radius': 4, 'circle-color': '#ffffff', 'circle-stroke-color': trailColour, 'circle-stroke-width': 2.5 },
  })
  map.addLayer({
    id: 'ruler-distances',
    type: 'symbol',
    source: 'ruler',
    filter: ['==', ['geometry-type'], 'Point'],
    layout: {
      'text-field': ['get', 'distance'],
      'text-font': fonts,
      'text-size': 13,
      'text-offset': [0, -1.2],
      'text-allow-overlap': true,
    },
    paint: { 'text-color': land.text, 'text-halo-color': land.halo, 'text-halo-width': 2 },
  })

  return {
    /** WGS-84, in the order they were set. */
    setPoints(points: readonly Position[]) {
      const shown = points.map((point) => toBaseMap(coordinates, point))
      map.getSource<GeoJSONSource>('ruler')?.setData({
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: shown } },
          ...shown.map((place, i) => ({
            type: 'Feature' as const,
            properties: { distance: i ? distanceText(lengthOf(points.slice(0, i + 1))) : '' },
            geometry: { type: 'Point' as const, coordinates: place },
          })),
        ],
      })
    },
  }
}
