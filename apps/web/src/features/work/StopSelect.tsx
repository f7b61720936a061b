import { canType } from '@huanwei/contract/dictionaries/codes'
import { pageFacilities } from '@huanwei/contract/facilities/endpoints'
import { call } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { SearchedSelect } from '../../ui/select/SearchedSelect.tsx'
import { facilityOption, findFacilityOption } from '../facilities/FacilitySelect.tsx'

/** The first facilities and the first garbage cans that a text finds. */
async function findStops(text: string, signal: AbortSignal) {
  const asked = text ? { text } : {}
  const both = [call(pageFacilities, asked, signal), call(pageFacilities, { ...asked, facilityType: canType }, signal)]
  return (await Promise.all(both)).flatMap(({ records }) => records.map(facilityOption))
}

/** What a plan may have vehicles visit: a facility or garbage can of the caller's scope, found as in `FacilitySelect`. */
export const StopSelect = (choice: Choice<number>) => (
  <SearchedSelect path={`${pageFacilities.path} stops`} find={findStops} findOne={findFacilityOption} {...choice} />
)
