import { ObjectType } from '@huanwei/contract/objects'
import type { Choice } from './choice.ts'
import { FacilitySelect } from './FacilitySelect.tsx'
import { UserSelect } from './UserSelect.tsx'
import { VehicleSelect } from './VehicleSelect.tsx'

/** What an object of each kind is chosen in. */
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
