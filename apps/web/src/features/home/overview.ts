import { getOverview } from '@huanwei/contract/home/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'

/** How often the figures are asked for again, ms. Source: spec 1, section 9. */
export const pollMs = 60_000

export const overviewQuery = query(getOverview, {})

/** What the cards of the home page share: one question for all of them. */
export const useOverview = () => useQuery({ ...overviewQuery, refetchInterval: pollMs })
