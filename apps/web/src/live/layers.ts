import { ObjectType } from '@huanwei/contract/objects'
import { liveLayers } from '@huanwei/contract/preferences/codes'

/** Layers of the map: the kinds of objects, and garbage cans apart from the other facilities. */
export const layers = ['vehicle', 'person', 'facility', 'can'] as const
export type Layer = (typeof layers)[number]
/** Layers that can be hidden. */
export const hideable = liveLayers
export type Hideable = (typeof hideable)[number]

/** The layer of a kind, where nothing more is known of an object. */
export const layerOf = {
  [ObjectType.vehicle]: 'vehicle',
  [ObjectType.person]: 'person',
  [ObjectType.facility]: 'facility',
} as const satisfies Record<ObjectType, Layer>
