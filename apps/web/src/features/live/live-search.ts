import { id, longId } from '@huanwei/contract/fields'
import { Status } from '@huanwei/contract/live/codes'
import { isOnline, isWrong } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { z } from 'zod'
import { type Hideable, hideable } from '../../live/layers.ts'
import { ObjectKey } from '../../live/object-key.ts'

/** Everything the address bar says about this screen; a broken part falls back to nothing. */
export const LiveSearch = z.object({
  /** The kind that the tree shows. */
  tab: z.enum(['vehicle', 'person', 'facility']).catch('vehicle'),
  /** The stream in place of the tree, on screens that have no room for both. */
  view: z.enum(['stream']).optional().catch(undefined),
  /** The object whose card is open. */
  selected: ObjectKey.optional().catch(undefined),
  /** The violation whose drawer is open. */
  open: longId.optional().catch(undefined),
  /** `alert`: `alarm` or `warning`. */
  status: z.enum(['online', 'stationary', 'moving', 'alert', 'alarm', 'warning', 'offline']).optional().catch(undefined),
  /** Value of the dictionary `vehicle_type` or `facility_type`, or id of a role. */
  type: z.string().max(20).optional().catch(undefined),
  /** Value of the dictionary `vehicle_function`. */
  vehicleFunction: z.string().max(20).optional().catch(undefined),
  /** A department with all below it. */
  deptId: id.optional().catch(undefined),
  /** Layers hidden on the map, comma-separated, or `none`; absent: as chosen last. */
  hidden: z.string().max(60).optional().catch(undefined),
})
export type LiveSearch = z.infer<typeof LiveSearch>
export type LiveTab = LiveSearch['tab']
export type StatusChoice = NonNullable<LiveSearch['status']>

/** In this order. Source: spec 1, section 2.8. */
export const tabs: readonly LiveTab[] = ['vehicle', 'person', 'facility']
export const typeOf = {
  vehicle: ObjectType.vehicle,
  person: ObjectType.person,
  facility: ObjectType.facility,
} as const satisfies Record<LiveTab, ObjectType>

/** Layers hidden on the map; areas, while nobody has chosen. */
export const hiddenIn = ({ hidden = 'area' }: Pick<LiveSearch, 'hidden'>): ReadonlySet<Hideable> => {
  const named = new Set(hidden.split(','))
  return new Set(hideable.filter((one) => named.has(one)))
}

/** True when `status` is among the chosen ones. Warnings count as alarms, as in the figures. Source: spec 1, section 4. */
export function isChosen(choice: StatusChoice, status: Status) {
  switch (choice) {
    case 'online':
      return isOnline(status)
    case 'offline':
      return !isOnline(status)
    case 'alert':
      return isWrong(status)
    case 'alarm':
      return status === Status.alert
    default:
      return status === Status[choice]
  }
}
