import { listAreas } from '@huanwei/contract/areas/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'

/** The most a page can have. Source: spec 3, section 5. */
const areasAtMost = 3000

/** Every area in the person's scope: what maps show and rules choose from. */
export const useAllAreas = () => useQuery({ ...query(listAreas, { current: 1, size: areasAtMost }), staleTime: 60_000 })
