import type { GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import { type Coordinates, type Position, toBaseMap } from '../base/coordinates.ts'
import { accent } from '../base/palette.ts'
import { type Draft, type Handle, shapeOf } from './shape-draft.ts'

/** Layer of the hit areas of handles, wider than their drawing. */
export const handleReach = 'handle-reach'

/** Handles of a shape that is being drawn, and the line between its points; each handle has its kind and index as properties. */
export function createHandleLayers(map: MapLibreMap, coordinates: Coordinates) {
  map.addSource('handles', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({
    id: 'handle-line',
    type: 'line',
    source: 'handles',
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: { 'line-color': accent, 'line-width': 2, 'line-dasharray': [2, 2] },
  })
  const isHandle: ['==', ['geometry-type'], 'Point'] = ['==', ['geometry-type'], 'Point']
  map.addLayer({
    id: handleReach,
    type: 'circle',
    source: 'handles',
    filter: isHandle,
    paint: { 'circle-radius': 14, 'circle-opacity': 0 },
  })
  map.addLayer({
    id: 'handles',
    type: 'circle',
    source: 'handles',
    filter: isHandle,
    paint: {
      'circle-radius': ['match', ['get', 'kind'], 'bend', 4, 6],
      'circle-color': ['match', ['get', 'kind'], 'bend', '#ffffff', accent],
      'circle-stroke-color': ['match', ['get', 'kind'], 'bend', accent, '#ffffff'],
      'circle-stroke-width': 2,
    },
  })
  const shown = (point: Position) => toBaseMap(coordinates, point)

  return {
    show(draft: Draft, handles: readonly Handle[]) {
      // The edge of a polygon lies where the line between its points would.
      const hasEdge = draft.tool === 'rectangle' || shapeOf(draft)?.kind === 'polygon'
      map.getSource<GeoJSONSource>('handles')?.setData({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: {},
            geometry: { type: 'LineString', coordinates: hasEdge ? [] : draft.points.map(shown) },
          },
          ...handles.map(({ at, kind, index }) => ({
            type: 'Feature' as const,
            properties: { kind, index },
            geometry: { type: 'Point' as const, coordinates: shown(at) },
          })),
        ],
      })
    },
  }
}
