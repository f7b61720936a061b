import { ObjectType } from '@huanwei/contract/objects'
import type { Choice } from '../../ui/select/choice.ts'
import { FacilitySelect } from '../facilities/FacilitySelect.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'

/** Select of each kind of object. */
export const objectSelects = {
  [ObjectType.person]: UserSelect,
  [ObjectType.vehicle]: VehicleSelect,
  [ObjectType.facility]: FacilitySelect,
}

/** An object of one kind in the caller's scope, found by what people call it. */
export function ObjectSelect({ objectType, ...choice }: Choice<number> & { objectType: ObjectType }) {
  const Select = objectSelects[objectType]
  return <Select {...choice} />
}
