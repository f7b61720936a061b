import { getDrivingDetail, getTrack } from '@huanwei/contract/history/endpoints'
import { mostDays } from '@huanwei/contract/history/rules'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../lib/api.ts'
import { parseTime } from '../../lib/time.ts'
import { moverOf, type ObjectKey } from './history-search.ts'
import { type Track, trackOf } from './track.ts'

export type Times = { startTime: string; endTime: string }
const dayMs = 86_400_000
/** So many violations are marked. */
const eventsAtMost = 500

/** The ways of what was chosen, each in its colour, as far as they have come. */
export function useTracks(keys: readonly ObjectKey[], times: Times) {
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

/** What the one in focus did, and which of its violations fall into the time. */
export function useDetail(key: ObjectKey | undefined, times: Times) {
  const { objectType, objectId } = moverOf(key ?? '1-1')
  const isTooLong = parseTime(times.endTime) - parseTime(times.startTime) > mostDays.detail * dayMs
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
