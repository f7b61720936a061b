import { getDrivingDetail, getTrack } from '@huanwei/contract/history/endpoints'
import { longestPeriodDays } from '@huanwei/contract/history/rules'
import { dayMs } from '@huanwei/contract/time'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../lib/api.ts'
import { parseTime } from '../../lib/time.ts'
import { type MoverKey, moverOf } from './history-search.ts'
import { type Track, trackOf } from './track.ts'

export type Times = { startTime: string; endTime: string }
/** Limit of marked violations. */
const eventsAtMost = 500

/** The ways of what was chosen, each in its colour, as far as they have come. */
export function useTracks(keys: readonly MoverKey[], times: Times) {
  const results = useQueries({
    queries: keys.map((key) => ({ ...query(getTrack, { ...moverOf(key), ...times }), staleTime: 60_000 })),
  })
  const replies = results.map(({ data }) => data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: replies are compared one by one, their list is new each time
  const tracks = useMemo(
    () =>
      keys.flatMap((key, i): Track[] => {
        const reply = replies[i]
        return reply ? [trackOf(key, i, reply)] : []
      }),
    [keys, ...Array.from({ length: 6 }, (_, i) => replies[i])],
  )
  return {
    tracks,
    isPending: results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => results.forEach((one) => void (one.error && one.refetch())),
  }
}

export type Tracks = ReturnType<typeof useTracks>

/** History of the object in focus, with its violations in the span. */
export function useDetail(key: MoverKey | undefined, times: Times) {
  const { objectType, objectId } = moverOf(key ?? '1-1')
  const isTooLong = parseTime(times.endTime) - parseTime(times.startTime) > longestPeriodDays.detail * dayMs
  const detail = useQuery({
    ...query(getDrivingDetail, { objectType, objectId, ...times }),
    enabled: key !== undefined && !isTooLong,
    staleTime: 60_000,
  })
  const events = useQuery({
    ...query(listViolations, { objectType, objectId, ...times, size: eventsAtMost }),
    enabled: key !== undefined,
    staleTime: 60_000,
  })
  return { detail, events, isTooLong }
}
