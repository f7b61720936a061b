import { canType } from '@huanwei/contract/dictionaries/codes'
import { type Facility, listFacilities } from '@huanwei/contract/facilities/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { NamedSelect } from '../../ui/select/NamedSelect.tsx'
import { facilityOptions } from '../facilities/FacilitySelect.tsx'

/** Facilities and garbage cans of the caller's scope: what a plan may have vehicles visit. */
export const stopsQuery = queryOptions({
  queryKey: [listFacilities.path, 'stops'],
  queryFn: async ({ signal }): Promise<Facility[]> => {
    const both = [call(listFacilities, {}, signal), call(listFacilities, { facilityType: canType }, signal)]
    return (await Promise.all(both)).flat()
  },
  staleTime: 60_000,
})

/** A stop of a plan, found by name or pinyin initials. */
export const StopSelect = (props: Choice<number>) => <NamedSelect ask={stopsQuery} toOptions={facilityOptions} {...props} />
