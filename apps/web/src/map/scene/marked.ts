import { type MapLibreMap, Marker } from 'maplibre-gl'
import { type Coordinates, type Position, toBaseMap } from '../base/coordinates.ts'
import { accent, fonts, type Land } from '../base/palette.ts'
import { putAreas, type ShownArea } from '../shapes/area-layers.ts'
import { outlineOf } from '../shapes/shapes.ts'
import type { Camera } from './camera.ts'

/** The place of something that is read beside the map, and the areas that it is about; WGS-84. */
export type Marked = { place: Position | undefined; areas: readonly ShownArea[] }

/** Draws what is marked above the base map, whatever layers are hidden, and brings it into sight. Call it when the style is loaded. */
export function createMarked(map: MapLibreMap, coordinates: Coordinates, camera: Camera, land: Land) {
  const pin = new Marker({ color: accent })
  pin.getElement().setAttribute('aria-hidden', 'true')
  // What stands there can still be chosen.
  pin.getElement().style.pointerEvents = 'none'
  addLayers(map, land)

  return {
    set(marked: Marked | undefined) {
      const areas = marked?.areas ?? []
      const place = marked?.place && toBaseMap(coordinates, marked.place)
      putAreas(map, 'marked', coordinates, areas)
      if (place) pin.setLngLat(place).addTo(map)
      else pin.remove()
      const corners = areas.flatMap(({ shape }) => outlineOf(shape)).map((point) => toBaseMap(coordinates, point))
      camera.fit(place ? [...corners, place] : corners, 16)
    },
  }
}

function addLayers(map: MapLibreMap, land: Land) {
  map.addSource('marked', { type: 'geojson', tolerance: 0, data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({
    id: 'marked',
    type: 'fill',
    source: 'marked',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': accent, 'fill-opacity': 0.14 },
  })
  map.addLayer({
    id: 'marked-edges',
    type: 'line',
    source: 'marked',
    filter: ['==', ['geometry-type'], 'Polygon'],
    layout: { 'line-join': 'round' },
    paint: { 'line-color': accent, 'line-width': 3 },
  })
  map.addLayer({
    id: 'marked-names',
    type: 'symbol',
    source: 'marked',
    filter: ['==', ['geometry-type'], 'Point'],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': fonts,
      'text-size': 13,
      'text-max-width': 9,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': land.areaText, 'text-halo-color': land.halo, 'text-halo-width': 1.8 },
  })
}
