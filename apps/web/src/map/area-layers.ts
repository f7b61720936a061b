import type { Area } from '@huanwei/contract/areas/endpoints'
import type { GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import { type Coordinates, toBaseMap } from './coordinates.ts'
import { accent, fonts, land } from './palette.ts'
import { outlineOf } from './shapes.ts'

const layers = ['areas', 'area-edges', 'area-names']

/** Fences: fill, outline and name. */
export function createAreaLayers(map: MapLibreMap, coordinates: Coordinates) {
  map.addSource('areas', { type: 'geojson', tolerance: 0, data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({ id: 'areas', type: 'fill', source: 'areas', paint: { 'fill-color': accent, 'fill-opacity': 0.09 } })
  map.addLayer({
    id: 'area-edges',
    type: 'line',
    source: 'areas',
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': accent,
      'line-width': ['interpolate', ['linear'], ['zoom'], 10, 1, 14, 1.8],
      'line-opacity': 0.85,
    },
  })
  map.addLayer({
    id: 'area-names',
    type: 'symbol',
    source: 'areas',
    minzoom: 12,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 600,
      'text-field': ['get', 'name'],
      'text-font': fonts,
      'text-size': 11.5,
      'text-offset': [0, -0.9],
      'text-max-angle': 35,
    },
    paint: { 'text-color': '#0b7380', 'text-halo-color': land.halo, 'text-halo-width': 1.6 },
  })

  return {
    setAreas(areas: readonly Area[]) {
      map.getSource<GeoJSONSource>('areas')?.setData({
        type: 'FeatureCollection',
        features: areas.map(({ name, shape }) => ({
          type: 'Feature',
          properties: { name },
          geometry: { type: 'Polygon', coordinates: [outlineOf(shape).map((point) => toBaseMap(coordinates, point))] },
        })),
      })
    },
    show(isShown: boolean) {
      for (const layer of layers) map.setLayoutProperty(layer, 'visibility', isShown ? 'visible' : 'none')
    },
  }
}
