import { ObjectType } from '@huanwei/contract/objects'
import { FacilitySelect } from '../../ui/FacilitySelect.tsx'
import { UserSelect } from '../../ui/UserSelect.tsx'
import { VehicleSelect } from './VehicleSelect.tsx'

type Props = {
  objectType: ObjectType
  label: string
  value: number | undefined
  onChange: (objectId: number | undefined) => void
}

/** A person, vehicle or facility of the caller's scope. */
export function ObjectSelect({ objectType, ...rest }: Props) {
  if (objectType === ObjectType.vehicle) return <VehicleSelect {...rest} />
  if (objectType === ObjectType.facility) return <FacilitySelect {...rest} />
  return <UserSelect {...rest} />
}
