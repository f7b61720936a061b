import { getVehicle, listVehicles, type Vehicle } from '@huanwei/contract/vehicles/endpoints'
import { call } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { SearchedSelect } from '../../ui/select/SearchedSelect.tsx'

const optionOf = ({ id, plateNumber, deptName }: Vehicle) => ({ value: id, label: plateNumber, more: deptName })

/** A vehicle of the caller's scope, found by its plate, its name or the pinyin initials of either. */
export const VehicleSelect = (props: Choice<number>) => (
  <SearchedSelect
    path={listVehicles.path}
    find={async (text, signal) => (await call(listVehicles, text ? { text } : {}, signal)).records.map(optionOf)}
    findOne={async (id, signal) => [optionOf(await call(getVehicle, { id }, signal))]}
    {...props}
  />
)
