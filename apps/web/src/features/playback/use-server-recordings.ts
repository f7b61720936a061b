import { listServerRecordings } from '@huanwei/contract/video/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { dayRange } from '../../lib/time.ts'

/** Recordings of one channel and day that are looked at, the newest. */
const mostShown = 200

/** What the server has recorded of a channel on a day, the oldest first; asked for again and again, as more may come. */
export function useServerRecordings(vehicleId: number, channel: number, day: string) {
  const asked = { vehicleId, channel, ...dayRange(day, day), running: 'false' as const, size: mostShown }
  const { data, error, refetch } = useQuery({ ...query(listServerRecordings, asked), refetchInterval: 30_000 })
  return { clips: data?.records.toReversed(), error, refetch }
}
