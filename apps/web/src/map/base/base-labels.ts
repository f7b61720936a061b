import type { LayerSpecification } from 'maplibre-gl'
import { fonts, type Land } from './palette.ts'

type Label = {
  id: string
  from: number
  to?: number
  size: number
  colour: string
  kinds: [kind: string, ...classes: string[]]
  spacing?: number
  halo: string
}

/** Text at a place; first in the list is drawn first and gives way to later ones. */
const placeLabel = ({
  id,
  from,
  to = 24,
  size,
  colour,
  kinds: [kind, ...classes],
  spacing = 0,
  halo,
}: Label): LayerSpecification => ({
  id,
  type: 'symbol',
  source: 'city',
  minzoom: from,
  maxzoom: to,
  filter: ['all', ['==', ['get', 'kind'], kind], classes.length ? ['in', ['get', 'class'], ['literal', classes]] : true],
  layout: {
    'text-field': ['get', 'name'],
    'text-font': fonts,
    'text-size': ['interpolate', ['linear'], ['zoom'], from, size, from + 4, size + 2],
    'text-letter-spacing': spacing,
    'text-max-width': 8,
    'text-padding': 6,
  },
  paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.4 },
})

/** Text along a line, repeated every `spacing` pixels. */
const lineLabel = (label: Label): LayerSpecification => {
  const {
    id,
    from,
    size,
    colour,
    kinds: [kind, ...classes],
    spacing = 360,
    halo,
  } = label
  return {
    id,
    type: 'symbol',
    source: 'city',
    minzoom: from,
    filter: ['all', ['==', ['get', 'kind'], kind], ['in', ['get', 'class'], ['literal', classes]]],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': spacing,
      'text-field': ['get', 'name'],
      'text-font': fonts,
      'text-size': ['interpolate', ['linear'], ['zoom'], from, size, from + 4, size + 2.5],
      'text-letter-spacing': 0.06,
      'text-max-angle': 30,
      'text-padding': 8,
    },
    paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.5 },
  }
}

/** Names, least important first: a later layer takes the room. */
export const labelLayers = (land: Land): LayerSpecification[] => [
  lineLabel({ halo: land.halo, id: 'name-local', from: 15, size: 10.5, colour: land.textQuiet, kinds: ['street', 'local'] }),
  lineLabel({
    halo: land.halo,
    id: 'name-secondary',
    from: 13.8,
    size: 10.5,
    colour: land.textQuiet,
    kinds: ['street', 'secondary'],
  }),
  placeLabel({
    halo: land.halo,
    id: 'name-neighbourhood',
    from: 13.2,
    size: 11,
    colour: land.textQuiet,
    kinds: ['place', 'neighbourhood'],
  }),
  placeLabel({ halo: land.halo, id: 'name-park', from: 12.6, size: 10.5, colour: land.parkText, kinds: ['place', 'park'] }),
  placeLabel({ halo: land.halo, id: 'name-lake', from: 13.5, size: 10.5, colour: land.waterText, kinds: ['place', 'lake'] }),
  lineLabel({
    halo: land.halo,
    id: 'name-river',
    from: 12,
    size: 10.5,
    colour: land.waterText,
    kinds: ['water', 'river', 'stream'],
    spacing: 500,
  }),
  lineLabel({
    halo: land.halo,
    id: 'name-main',
    from: 12.4,
    size: 10.5,
    colour: land.text,
    kinds: ['street', 'main'],
    spacing: 420,
  }),
  lineLabel({
    halo: land.halo,
    id: 'name-ring',
    from: 11,
    size: 10.5,
    colour: land.text,
    kinds: ['street', 'ring'],
    spacing: 480,
  }),
  placeLabel({
    halo: land.halo,
    id: 'name-station',
    from: 11.6,
    size: 11,
    colour: land.text,
    kinds: ['place', 'station', 'landmark'],
  }),
  placeLabel({
    halo: land.halo,
    id: 'name-district',
    from: 8,
    to: 14.5,
    size: 13,
    colour: land.text,
    kinds: ['place', 'district'],
    spacing: 0.25,
  }),
]
