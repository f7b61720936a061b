import { id } from '@huanwei/contract/fields'
import { Status } from '@huanwei/contract/live/codes'
import { isOnline } from '@huanwei/contract/live/rules'
import { z } from 'zod'

/** Everything the address bar says about this screen; a broken part falls back to nothing. */
export const LiveSearch = z.object({
  /** The vehicle whose card is open. */
  selected: id.optional().catch(undefined),
  status: z.enum(['online', 'stationary', 'moving', 'alert', 'offline']).optional().catch(undefined),
  /** Value of the dictionary `vehicle_type`. */
  type: z.string().max(20).optional().catch(undefined),
})
export type LiveSearch = z.infer<typeof LiveSearch>
export type StatusChoice = NonNullable<LiveSearch['status']>

/** Whether a vehicle that stands at `status` is among those chosen. Warnings count as alarms, as in the figures. Source: spec 1, section 4. */
export function isChosen(choice: StatusChoice, status: Status) {
  switch (choice) {
    case 'online':
      return isOnline(status)
    case 'offline':
      return !isOnline(status)
    case 'alert':
      return status === Status.alert || status === Status.warning
    default:
      return status === Status[choice]
  }
}

const compassPoints = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const
/** The nearest of eight directions; 0 is north, clockwise. */
export const compass = (degrees: number) => compassPoints[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]!
