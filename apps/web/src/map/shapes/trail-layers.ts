import type { GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import { type Coordinates, type Position, toBaseMap } from '../base/coordinates.ts'
import { trailColour } from '../base/palette.ts'

/** A chevron pointing along the line, in device pixels. */
function chevron(ratio: number): ImageData | undefined {
  const side = Math.round(12 * ratio)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.scale(ratio, ratio)
  context.beginPath()
  context.moveTo(4.5, 2.8)
  context.lineTo(8, 6)
  context.lineTo(4.5, 9.2)
  context.lineWidth = 1.8
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = '#ffffff'
  context.stroke()
  return context.getImageData(0, 0, side, side)
}

/** Makes the image `trail-chevron` known to a map. */
export function addChevron(map: MapLibreMap) {
  const image = chevron(window.devicePixelRatio)
  if (image && !map.hasImage('trail-chevron')) map.addImage('trail-chevron', image, { pixelRatio: window.devicePixelRatio })
}

/** Trail of a vehicle, with its direction and a dot at the start. */
export function createTrailLayers(map: MapLibreMap, coordinates: Coordinates) {
  addChevron(map)
  map.addSource('trail', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  const line = (id: string, colour: string, width: number) =>
    map.addLayer({
      id,
      type: 'line',
      source: 'trail',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': ['interpolate', ['linear'], ['zoom'], 11, width * 0.6, 15, width] },
    })
  line('trail-edge', '#ffffff', 9)
  line('trail', trailColour, 6)
  map.addLayer({
    id: 'trail-direction',
    type: 'symbol',
    source: 'trail',
    minzoom: 12,
    filter: ['==', ['geometry-type'], 'LineString'],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 60,
      'icon-image': 'trail-chevron',
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'icon-rotation-alignment': 'map',
    },
  })
  map.addLayer({
    id: 'trail-start',
    type: 'circle',
    source: 'trail',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-radius': 5, 'circle-color': '#ffffff', 'circle-stroke-color': trailColour, 'circle-stroke-width': 3 },
  })

  return {
    /** Oldest first, WGS-84; fewer than two points show nothing. */
    setTrail(points: readonly Position[]) {
      const shown = points.map((point) => toBaseMap(coordinates, point))
      const start = shown[0]
      map.getSource<GeoJSONSource>('trail')?.setData({
        type: 'FeatureCollection',
        features:
          start && shown.length > 1
            ? [
                { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: shown } },
                { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: start } },
              ]
            : [],
      })
    },
  }
}
