import { listAreas } from '@huanwei/contract/areas/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'

/** The most a page can have. Source: spec 3, section 5. */
const areasAtMost = 3000

type Filter = Pick<Parsed<typeof listAreas>, 'name' | 'deptId'>

/** Every area in the person's scope, newest first, or those of a filter: what maps show and rules choose from. */
export const useAllAreas = (filter: Filter = {}) =>
  useQuery({
    ...query(listAreas, { ...filter, current: 1, size: areasAtMost }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
