import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { Land } from './palette.ts'

type Road = { class: keyof Land['roads']; from: number; widths: [zoom: number, pixels: number][] }

/** Drawn in this order, small ones first. `widths` are pixels of the surface by zoom. */
const roads: Road[] = [
  {
    class: 'local',
    from: 12.5,
    widths: [
      [12.5, 0.6],
      [14, 2],
      [16, 7],
      [19, 36],
    ],
  },
  {
    class: 'secondary',
    from: 11,
    widths: [
      [11, 0.8],
      [13, 2.4],
      [15, 6.5],
      [17, 16],
      [19, 50],
    ],
  },
  {
    class: 'main',
    from: 8,
    widths: [
      [9, 0.8],
      [11, 1.6],
      [13, 4.2],
      [15, 9],
      [17, 22],
      [19, 66],
    ],
  },
  {
    class: 'ring',
    from: 7,
    widths: [
      [8, 0.9],
      [11, 2.2],
      [13, 5.4],
      [15, 11],
      [17, 26],
      [19, 76],
    ],
  },
]

const byZoom = (stops: [number, number][]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops.flat(),
]

/** All edges first, then all surfaces, so that crossings of one class and of two run into each other. */
export const roadLayers = ({ roads: colours }: Land): LayerSpecification[] => [
  ...roads.map(
    ({ class: kind, from, widths }): LayerSpecification => ({
      id: `road-edge-${kind}`,
      type: 'line',
      source: 'city',
      minzoom: from,
      filter: ['all', ['==', ['get', 'kind'], 'street'], ['==', ['get', 'class'], kind]],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colours[kind].edge,
        'line-width': byZoom(widths.map(([zoom, width]) => [zoom, width + (zoom < 12 ? 0.8 : 1.6)])),
      },
    }),
  ),
  ...roads.map(
    ({ class: kind, from, widths }): LayerSpecification => ({
      id: `road-${kind}`,
      type: 'line',
      source: 'city',
      minzoom: from,
      filter: ['all', ['==', ['get', 'kind'], 'street'], ['==', ['get', 'class'], kind]],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colours[kind].fill, 'line-width': byZoom(widths) },
    }),
  ),
]
