import { getVehicle, listVehicles, type Vehicle } from '@huanwei/contract/vehicles/endpoints'
import { call } from '../lib/api.ts'
import type { Choice } from './choice.ts'
import { SearchedSelect } from './SearchedSelect.tsx'

const optionOf = ({ id, plateNumber, deptName }: Vehicle) => ({ value: id, label: plateNumber, more: deptName })

/** A vehicle of the caller's scope, found by its plate. */
export const VehicleSelect = (props: Choice<number>) => (
  <SearchedSelect
    path={listVehicles.path}
    find={async (plateNumber, signal) =>
      (await call(listVehicles, plateNumber ? { plateNumber } : {}, signal)).records.map(optionOf)
    }
    findOne={async (id, signal) => [optionOf(await call(getVehicle, { id }, signal))]}
    {...props}
  />
)
