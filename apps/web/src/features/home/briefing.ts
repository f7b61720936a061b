import { BriefingPart } from '@huanwei/contract/home/codes'
import { type Briefing, getBriefing } from '@huanwei/contract/home/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { pollMs } from './overview.ts'

/** All parts but what is wrong now. Asked for before the menu tells which cards there are. */
export const briefingQuery = query(getBriefing, { parts: Object.values(BriefingPart).filter((part) => part !== 'wrong') })
export const wrongQuery = query(getBriefing, { parts: ['wrong'] })

/** One part of the briefing; one call for all cards. */
export const useBriefing = <K extends BriefingPart>(part: K) =>
  useQuery({ ...briefingQuery, select: (briefing): Briefing[K] => briefing[part], refetchInterval: pollMs })

/** Refresh interval of what is wrong now, ms. */
const wrongMs = 15_000

/** What is wrong now is asked for more often than the rest. */
export const useWrong = () => useQuery({ ...wrongQuery, select: ({ wrong }) => wrong, refetchInterval: wrongMs })
