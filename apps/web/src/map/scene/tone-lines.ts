import type { GeoJSONSource, MapLibreMap } from 'maplibre-gl'
import { type Coordinates, type Position, toBaseMap } from '../base/coordinates.ts'
import { accent, statusColour } from '../base/palette.ts'

/** `good`: done; `open`: still to do; `chosen` and `plain`: to choose from. */
type LineTone = 'good' | 'open' | 'chosen' | 'plain'
/** Lines of one thing in one tone, degrees WGS-84. */
export type ToneLine = { id: number; tone: LineTone; lines: readonly Position[][] }

const colours: Record<LineTone, string> = {
  good: statusColour['1'],
  open: statusColour['3'],
  chosen: accent,
  plain: statusColour['10'],
}

/** Lines in their tones on a map; a click on one tells its id. */
export function createToneLines(map: MapLibreMap, coordinates: Coordinates, onLine?: (id: number) => void) {
  let shown: readonly ToneLine[] = []
  let isReady = false

  function draw() {
    const data = {
      type: 'FeatureCollection' as const,
      features: shown.map(({ id, tone, lines }) => ({
        type: 'Feature' as const,
        properties: { id, colour: colours[tone] },
        geometry: {
          type: 'MultiLineString' as const,
          coordinates: lines.map((line) => line.map((place) => toBaseMap(coordinates, place))),
        },
      })),
    }
    const source = map.getSource<GeoJSONSource>('tones')
    if (source) return void source.setData(data)
    if (!isReady) return
    map.addSource('tones', { type: 'geojson', tolerance: 0.2, data })
    for (const [id, colour, width] of [
      ['tone-edges', '#ffffff', 8],
      ['tones', ['get', 'colour'], 5],
    ] satisfies [string, string | ['get', string], number][])
      map.addLayer({
        id,
        type: 'line',
        source: 'tones',
        layout: { 'line-cap': 'butt', 'line-join': 'round' },
        paint: { 'line-color': colour, 'line-width': ['interpolate', ['linear'], ['zoom'], 10, width * 0.6, 15, width] },
      })
  }
  map.once('style.load', () => {
    isReady = true
    draw()
  })
  if (onLine) {
    map.on('click', 'tone-edges', ({ features }) => {
      const id: unknown = features?.[0]?.properties.id
      if (typeof id === 'number') onLine(id)
    })
    map.on('mouseenter', 'tone-edges', () => {
      map.getCanvas().style.cursor = 'pointer'
    })
    map.on('mouseleave', 'tone-edges', () => {
      map.getCanvas().style.cursor = ''
    })
  }
  return {
    showTones(lines: readonly ToneLine[]) {
      shown = lines
      draw()
    },
  }
}
