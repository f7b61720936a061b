import type { BriefingPart } from '@huanwei/contract/home/codes'
import { type Briefing, getBriefing } from '@huanwei/contract/home/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { query } from '../../lib/api.ts'
import { pollMs } from './overview.ts'

/** The parts that the cards on the page need. */
export const BriefingParts = createContext<BriefingPart[]>([])

/** One part of the briefing; one call for all cards. */
export function useBriefing<K extends BriefingPart>(part: K) {
  const parts = useContext(BriefingParts)
  return useQuery({
    ...query(getBriefing, { parts }),
    enabled: parts.length > 0,
    select: (briefing): Briefing[K] => briefing[part],
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  })
}

/** Refresh interval of what is wrong now, ms. */
const wrongMs = 15_000

/** What is wrong now is asked for more often than the rest. */
export const useWrong = () =>
  useQuery({ ...query(getBriefing, { parts: ['wrong'] }), select: ({ wrong }) => wrong, refetchInterval: wrongMs })
