import { getVehicle, listVehicles, type Vehicle } from '@huanwei/contract/vehicles/endpoints'
import { call } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { SearchedSelect } from '../../ui/select/SearchedSelect.tsx'

type Props = Choice<number> & {
  /** Given where a terminal is bound: what to say of a vehicle that has one, which cannot be chosen. */
  wordsOfBound?: (terminalNo: string) => string
}

/** A vehicle of the caller's scope, found by its plate, its name or the pinyin initials of either. */
export function VehicleSelect({ wordsOfBound, ...choice }: Props) {
  const optionOf = ({ id, plateNumber, deptName, terminalNo }: Vehicle) =>
    wordsOfBound && terminalNo !== null
      ? { value: id, label: plateNumber, more: wordsOfBound(terminalNo), disabled: true }
      : { value: id, label: plateNumber, more: deptName }
  return (
    <SearchedSelect
      path={`${listVehicles.path}${wordsOfBound ? ' bound' : ''}`}
      find={async (text, signal) => (await call(listVehicles, text ? { text } : {}, signal)).records.map(optionOf)}
      findOne={async (id, signal) => [optionOf(await call(getVehicle, { id }, signal))]}
      {...choice}
    />
  )
}
