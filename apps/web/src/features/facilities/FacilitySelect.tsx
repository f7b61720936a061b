import { type Facility, getFacility, pageFacilities } from '@huanwei/contract/facilities/endpoints'
import { call } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { SearchedSelect } from '../../ui/select/SearchedSelect.tsx'

/** A facility as it is named in a field. */
export const facilityOption = ({ id, name, facilityTypeName }: Facility) => ({ value: id, label: name, more: facilityTypeName })

/** The facility of a field, by its id. */
export const findFacilityOption = async (id: number, signal: AbortSignal) => [
  facilityOption(await call(getFacility, { id }, signal)),
]

/** A facility of the caller's scope, found by its name, the pinyin initials of it or its address. */
export const FacilitySelect = (choice: Choice<number>) => (
  <SearchedSelect
    path={pageFacilities.path}
    find={async (text, signal) => (await call(pageFacilities, text ? { text } : {}, signal)).records.map(facilityOption)}
    findOne={findFacilityOption}
    {...choice}
  />
)
