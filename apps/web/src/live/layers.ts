import { ObjectType } from '@huanwei/contract/objects'

/** What the map shows apart: the kinds, and garbage cans for themselves, which are facilities. */
const layers = ['vehicle', 'person', 'facility', 'can'] as const
export type Layer = (typeof layers)[number]
/** What can be left out of it. */
export const hideable = [...layers, 'area'] as const
export type Hideable = (typeof hideable)[number]

/** The layer of a kind, where nothing more is known of an object. */
export const layerOf = {
  [ObjectType.vehicle]: 'vehicle',
  [ObjectType.person]: 'person',
  [ObjectType.facility]: 'facility',
} as const satisfies Record<ObjectType, Layer>
