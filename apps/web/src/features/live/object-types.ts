import { canType } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import {
  getFacilityTypeCount,
  getFacilityTypeDataCount,
  getRoleCount,
  getVehicleTypeCount,
} from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import type { LiveTab } from './live-search.ts'

const staleTime = 60_000

/** Pages of the violations of each kind of object. */
export const violationQueues = {
  [ObjectType.person]: '/event/personnel/index',
  [ObjectType.vehicle]: '/event/illegal/index',
  [ObjectType.facility]: '/event/facility/index',
} as const satisfies Record<ObjectType, string>

type TypeOption = { value: string; label: string; count: number }

/** Those that objects have come first, each part in the order of the dictionary. */
export const occupiedFirst = (options: readonly TypeOption[]) => [
  ...options.filter(({ count }) => count > 0),
  ...options.filter(({ count }) => count === 0),
]

/** Filters of a tab's tree, with the number of objects: vehicle types, roles, facility types with the cans among them. */
export const useTypeOptions = (tab: LiveTab) => occupiedFirst(useOptions(tab))

function useOptions(tab: LiveTab): TypeOption[] {
  const vehicle = useQuery({ ...query(getVehicleTypeCount, {}), staleTime, enabled: tab === 'vehicle' })
  const person = useQuery({ ...query(getRoleCount, {}), staleTime, enabled: tab === 'person' })
  const facility = useQuery({ ...query(getFacilityTypeCount, {}), staleTime, enabled: tab === 'facility' })
  // Cans are counted only when they are asked for.
  const cans = useQuery({ ...query(getFacilityTypeCount, { facilityType: canType }), staleTime, enabled: tab === 'facility' })
  if (tab === 'person')
    return (
      person.data?.map(({ roleId, roleName, roleCount }) => ({ value: `${roleId}`, label: roleName, count: roleCount })) ?? []
    )
  const ofCans = cans.data?.filter(({ value }) => value === canType) ?? []
  const types = tab === 'vehicle' ? vehicle.data : facility.data?.concat(ofCans)
  return types?.map(({ value, label, countType }) => ({ value, label, count: countType })) ?? []
}

/** Number of a type's facilities that nothing is heard from, as they have no sensor; of all types but the cans without one. */
export function useWithoutSensor(tab: LiveTab, type: string | undefined): number {
  const options = useOptions(tab)
  const asked = type === undefined ? {} : { facilityType: type }
  const sensors = useQuery({ ...query(getFacilityTypeDataCount, asked), staleTime, enabled: tab === 'facility' })
  if (tab !== 'facility' || !sensors.data) return 0
  const isShown = ({ value }: { value: string }) => (type === undefined ? value !== canType : value === type)
  const all = options.filter(isShown).reduce((sum, { count }) => sum + count, 0)
  return Math.max(0, all - sensors.data.filter(isShown).reduce((sum, { countType }) => sum + countType, 0))
}
