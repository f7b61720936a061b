import { listRecordings } from '@huanwei/contract/video/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { dayRange } from '../../lib/time.ts'

/** What the terminal has recorded of one channel on a day. It is asked over the radio: once, until somebody wants it anew. */
export const useRecordings = (vehicleId: number, channel: number, day: string) =>
  useQuery({
    ...query(listRecordings, { vehicleId, channel, ...dayRange(day, day) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
