import { addArea } from '@huanwei/contract/areas/endpoints'
import { addVehicleRule } from '@huanwei/contract/rules/endpoints'
import type { Caller } from './api.ts'
import { unique } from './person.ts'

type Place = { lng: number; lat: number }

/** Makes a rule that keeps a vehicle out of a place five kilometres east of `place`. Returns its name, and a position `inside`. */
export async function forbidPlace(
  api: Caller,
  place: Place,
  { vehicleId, deptId }: Record<'vehicleId' | 'deptId', number>,
): Promise<{ name: string; inside: Place }> {
  const name = unique('禁行区')
  const inside = { ...place, lng: place.lng + 0.05 }
  const area = await api.call(addArea, { name, deptId, shape: { kind: 'circle', centre: [inside.lng, inside.lat], radius: 500 } })
  const condition = { kind: 'inArea' as const, areaIds: [area.id] }
  await api.call(addVehicleRule, { name, condition, objectIds: [vehicleId], enabled: true })
  return { name, inside }
}
