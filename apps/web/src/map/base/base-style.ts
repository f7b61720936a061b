import type { BaseMap } from '@huanwei/contract/sites/endpoints'
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { labelLayers } from './base-labels.ts'
import { roadLayers } from './base-roads.ts'
import { graticule } from './graticule.ts'
import { fonts, type Land } from './palette.ts'

const background = (colour: string): LayerSpecification => ({
  id: 'ground',
  type: 'background',
  paint: { 'background-color': colour },
})

const kind = (name: string): ExpressionSpecification => ['==', ['get', 'kind'], name]
const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString']

const landscape = (land: Land): LayerSpecification[] => [
  {
    id: 'districts',
    type: 'fill',
    source: 'city',
    filter: kind('district'),
    paint: {
      'fill-color': [
        'match',
        ['%', ['id'], land.districts.length],
        0,
        land.districts[0],
        1,
        land.districts[1],
        2,
        land.districts[2],
        land.districts[3],
      ],
    },
  },
  {
    id: 'parks',
    type: 'fill',
    source: 'city',
    filter: kind('park'),
    paint: { 'fill-color': land.park, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 9, 0.6, 13, 1] },
  },
  { id: 'lakes', type: 'fill', source: 'city', filter: ['all', kind('water'), isArea], paint: { 'fill-color': land.water } },
  {
    id: 'rivers',
    type: 'line',
    source: 'city',
    filter: ['all', kind('water'), isLine],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': land.water,
      'line-width': [
        'interpolate',
        ['exponential', 1.7],
        ['zoom'],
        9,
        ['match', ['get', 'class'], 'river', 1.6, 0.7],
        13,
        ['match', ['get', 'class'], 'river', 7, 2.5],
        16,
        ['match', ['get', 'class'], 'river', 38, 13],
        19,
        ['match', ['get', 'class'], 'river', 200, 70],
      ],
    },
  },
  {
    id: 'district-borders',
    type: 'line',
    source: 'city',
    filter: kind('district'),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': land.border, 'line-dasharray': [4, 2.5], 'line-width': 1, 'line-opacity': 0.8 },
  },
]

/** The city drawn from the installation's own data; asks nothing outside. */
const offlineStyle = (dataUrl: string, land: Land): StyleSpecification => ({
  version: 8,
  sources: { city: { type: 'geojson', data: dataUrl, generateId: true, tolerance: 0.2, maxzoom: 16, buffer: 64 } },
  layers: [background(land.ground), ...landscape(land), ...roadLayers(land), ...labelLayers(land)],
})

/** A plain ground with degree lines, for an installation without any map data. */
const emptyStyle = (centre: { lng: number; lat: number }, land: Land): StyleSpecification => ({
  version: 8,
  sources: { graticule: { type: 'geojson', data: graticule(centre), tolerance: 0 } },
  layers: [
    background(land.ground),
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      filter: ['>=', ['zoom'], ['get', 'from']],
      paint: { 'line-color': land.grid, 'line-width': 1 },
    },
    {
      id: 'graticule-labels',
      type: 'symbol',
      source: 'graticule',
      filter: ['>=', ['zoom'], ['get', 'from']],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-field': ['get', 'name'],
        'text-font': fonts,
        'text-size': 11,
      },
      paint: { 'text-color': land.textQuiet, 'text-halo-color': land.ground, 'text-halo-width': 1.5 },
    },
  ],
})

/** Tiles by URL template. */
const tileStyle = ({ url, attribution }: Extract<BaseMap, { kind: 'tiles' }>, land: Land): StyleSpecification => ({
  version: 8,
  sources: { tiles: { type: 'raster', tiles: [url], tileSize: 256, maxzoom: 18, attribution } },
  layers: [
    background(land.ground),
    {
      id: 'tiles',
      type: 'raster',
      source: 'tiles',
      paint: { 'raster-fade-duration': 0, 'raster-brightness-max': land.brightness },
    },
  ],
})

/** Base style of the map. Has no `glyphs`: text is drawn from local fonts and nothing is fetched for it. */
export function baseStyle(base: BaseMap, centre: { lng: number; lat: number }, land: Land): StyleSpecification {
  if (base.kind === 'tiles') return tileStyle(base, land)
  return base.dataUrl === null ? emptyStyle(centre, land) : offlineStyle(base.dataUrl, land)
}
