import { getDrivingDetail, getTrack } from '@huanwei/contract/history/endpoints'
import { longestPeriodDays } from '@huanwei/contract/history/rules'
import { dayMs } from '@huanwei/contract/time'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../lib/api.ts'
import { parseTime } from '../../lib/time.ts'
import { timedBands } from './bands/timed-bands.ts'
import { type MoverKey, mostObjects, moverOf } from './history-search.ts'
import { type Track, trackOf } from './tracks/track.ts'

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
    [keys, ...Array.from({ length: mostObjects }, (_, i) => replies[i])],
  )
  return {
    tracks,
    isPending: results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => results.forEach((one) => void (one.error && one.refetch())),
  }
}

export type Tracks = ReturnType<typeof useTracks>

/** What each of what was chosen did, and the violations of the one in focus. Of a long span only the latter's details are asked for. */
export function useDetails(keys: readonly MoverKey[], focus: MoverKey | undefined, times: Times) {
  const lasting = parseTime(times.endTime) - parseTime(times.startTime)
  const isTooLong = lasting > longestPeriodDays.detail * dayMs
  const results = useQueries({
    queries: keys.map((key) => ({
      ...query(getDrivingDetail, { ...moverOf(key), ...times }),
      enabled: key === focus ? !isTooLong : lasting <= longestPeriodDays.fixes * dayMs,
      staleTime: 60_000,
    })),
  })
  const events = useQuery({
    ...query(listViolations, { ...moverOf(focus ?? '1-1'), ...times, size: eventsAtMost }),
    enabled: focus !== undefined,
    staleTime: 60_000,
  })
  const replies = results.map(({ data }) => data?.bands)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const bands = useMemo(
    () => new Map(keys.map((key, i) => [key, timedBands(replies[i] ?? [])])),
    [keys, ...Array.from({ length: mostObjects }, (_, i) => replies[i])],
  )
  const detail = focus === undefined ? undefined : results[keys.indexOf(focus)]
  return { detail, bands, events, isTooLong }
}
