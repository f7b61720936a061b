import { type Facility, listFacilities } from '@huanwei/contract/facilities/endpoints'
import { query } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { type NamedOption, NamedSelect } from '../../ui/select/NamedSelect.tsx'

/** Facilities as they are found and named in a field. */
export const facilityOptions = (facilities: Facility[]): NamedOption[] =>
  facilities.map(({ id, name, initials, facilityTypeName }) => ({
    value: id,
    label: name,
    more: facilityTypeName,
    search: `${name} ${initials}`.toLowerCase(),
  }))

/** A facility of the caller's scope, found by name or pinyin initials. */
export const FacilitySelect = (props: Choice<number>) => (
  <NamedSelect ask={query(listFacilities, {})} toOptions={facilityOptions} {...props} />
)
