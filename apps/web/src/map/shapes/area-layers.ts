import type { Area } from '@huanwei/contract/areas/endpoints'
import type { FilterSpecification, GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import { type Coordinates, toBaseMap } from '../base/coordinates.ts'
import { accent, fonts, type Land } from '../base/palette.ts'
import { middleOf, outlineOf } from './shapes.ts'

const layers = ['areas', 'area-edges', 'area-chosen', 'area-names']

/** An area on a map; one that is being drawn has no id yet. */
export type ShownArea = Pick<Area, 'name' | 'shape'> & Partial<Pick<Area, 'id'>>

/** Puts areas into a source of the map: the outline of each with its id, and its name in the middle. */
export const putAreas = (map: MapLibreMap, source: string, coordinates: Coordinates, areas: readonly ShownArea[]) =>
  map.getSource<GeoJSONSource>(source)?.setData({
    type: 'FeatureCollection',
    features: areas.flatMap(({ id, name, shape }) => {
      const ring = outlineOf(shape).map((point) => toBaseMap(coordinates, point))
      if (ring.length === 0) return []
      return [
        { type: 'Feature', properties: { id }, geometry: { type: 'Polygon', coordinates: [ring] } },
        { type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates: middleOf(ring) } },
      ]
    }),
  })

/** Fences: fill, outline, and close up the name in the middle; the chosen one stands out. */
export function createAreaLayers(map: MapLibreMap, coordinates: Coordinates, land: Land) {
  addLayers(map, land)

  return {
    setAreas: (areas: readonly ShownArea[]) => void putAreas(map, 'areas', coordinates, areas),
    choose: (id: number | undefined) => void map.setFilter('area-chosen', isArea(id)),
    /** Ids of the areas at a point of the canvas, CSS pixels. */
    areasAt: ({ x, y }: { x: number; y: number }) =>
      new Set(map.queryRenderedFeatures([x, y], { layers: ['areas'] }).map(({ properties }) => Number(properties.id))),
    show(isShown: boolean) {
      for (const layer of layers) map.setLayoutProperty(layer, 'visibility', isShown ? 'visible' : 'none')
    },
  }
}

function addLayers(map: MapLibreMap, land: Land) {
  map.addSource('areas', { type: 'geojson', tolerance: 0, data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({
    id: 'areas',
    type: 'fill',
    source: 'areas',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': accent, 'fill-opacity': 0.05 },
  })
  map.addLayer({
    id: 'area-edges',
    type: 'line',
    source: 'areas',
    filter: ['==', ['geometry-type'], 'Polygon'],
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': accent,
      'line-width': ['interpolate', ['linear'], ['zoom'], 10, 0.8, 14, 1.6],
      'line-opacity': ['interpolate', ['linear'], ['zoom'], 11, 0.4, 14, 0.75],
    },
  })
  map.addLayer({
    id: 'area-chosen',
    type: 'line',
    source: 'areas',
    filter: isArea(undefined),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': accent, 'line-width': 4 },
  })
  map.addLayer({
    id: 'area-names',
    type: 'symbol',
    source: 'areas',
    minzoom: 13,
    filter: ['==', ['geometry-type'], 'Point'],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': fonts,
      'text-size': 12,
      'text-max-width': 9,
      'text-padding': 4,
    },
    paint: { 'text-color': land.areaText, 'text-halo-color': land.halo, 'text-halo-width': 1.6 },
  })
}

/** The outline of one area; of none without an id. */
const isArea = (id = 0): FilterSpecification => ['all', ['==', ['geometry-type'], 'Polygon'], ['==', ['get', 'id'], id]]
