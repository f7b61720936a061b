import { getOverview } from '@huanwei/contract/home/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'

/** Refresh interval of the figures, ms. Source: spec 1, section 9. */
export const pollMs = 60_000

export const overviewQuery = query(getOverview, {})

/** Data shared by the cards of the home page: one call for all of them. */
export const useOverview = () => useQuery({ ...overviewQuery, refetchInterval: pollMs })
