import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { VehicleFunction } from '@huanwei/contract/dictionaries/codes'
import { metresBetween } from '@huanwei/contract/geometry'
import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject } from '@huanwei/contract/live/messages'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import { isWithinHours, ruleHours } from '../../position/judge/hours.ts'
import type { LiveEntry } from '../../position/latest/object-store.ts'
import type { VehicleFacts } from '../trees/queries.ts'

/** Maximum number of vehicles and of people suggested. */
const mostSuggested = 8

/** Vehicle functions that fit each type of report; any fits a repair. */
const fitting: Partial<Record<CleaningType, readonly string[]>> = {
  [CleaningType.suction]: [VehicleFunction.suction],
  [CleaningType.cleaning]: [VehicleFunction.cleaning, VehicleFunction.watering],
}

type Place = { lng: number | null; lat: number | null }

/** Distance in a straight line, whole metres; null where one of the places is unknown. */
function metresTo(place: Place, { lng, lat }: Place): number | null {
  if (place.lng === null || place.lat === null || lng === null || lat === null) return null
  return Math.round(metresBetween(place.lng, place.lat, lng, lat))
}

/** Vehicles that fit the type first, nearest first; vehicles without a known position last. Pure. */
export function nearestVehicles(vehicles: LiveEntry<VehicleFacts>[], report: Place & { type: CleaningType }) {
  const fits = ({ vehicleFunction }: VehicleFacts) => fitting[report.type]?.includes(vehicleFunction) ?? true
  return vehicles
    .map((vehicle) => ({ vehicle, metres: metresTo(report, vehicle.live) }))
    .sort(
      (a, b) =>
        Number(fits(b.vehicle)) - Number(fits(a.vehicle)) ||
        (a.metres ?? Number.MAX_VALUE) - (b.metres ?? Number.MAX_VALUE) ||
        a.vehicle.id - b.vehicle.id,
    )
    .slice(0, mostSuggested)
    .map(({ vehicle: { id, plateNumber, driverName }, metres }) => ({ id, plateNumber, driverName, metres }))
}

/** A person who may process the report. `shifts` are those that the rules about absence give them; none: unknown. */
export type Candidate = {
  userId: number
  name: string
  deptName: string
  isNear: boolean
  open: number
  shifts: ({ name: string } & Hours)[]
}

/** Metres that one open report of a person weighs. */
const metresPerReport = 500

/**
 * People who are on shift at `now` (epoch ms) or of whom no shift is known: the near ones with little to do first, then those without a position, of
 * the department first. `live` is the present state of a person. Pure.
 */
export function suggestedPeople(
  candidates: Candidate[],
  report: Place,
  live: (userId: number) => LiveObject | undefined,
  now: number,
) {
  return candidates
    .flatMap(({ shifts, ...person }) => {
      const shift = shifts.find((one) => isWithinHours(ruleHours([one]), now))
      if (shifts.length && !shift) return []
      const state = live(person.userId)
      const metres = state && state.status !== Status.offline ? metresTo(report, state) : null
      const cost = metres === null ? Number.MAX_VALUE : metres + person.open * metresPerReport
      return [{ ...person, shiftName: shift?.name ?? '', metres, cost }]
    })
    .sort((a, b) => a.cost - b.cost || Number(b.isNear) - Number(a.isNear) || a.open - b.open || a.userId - b.userId)
    .slice(0, mostSuggested)
    .map(({ cost: _, isNear: __, ...person }) => person)
}
