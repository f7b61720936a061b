import { getTrack } from '@huanwei/contract/history/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../lib/api.ts'
import { dayRange } from '../../lib/time.ts'
import { trackOf } from '../history/tracks/track.ts'

/** The track of a vehicle on a day, for all who ask for it. */
export function useDayTrack(vehicleId: number, day: string) {
  const { data, error, refetch } = useQuery({
    ...query(getTrack, { objectType: ObjectType.vehicle, objectId: vehicleId, ...dayRange(day, day) }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const track = useMemo(() => data && trackOf(`${ObjectType.vehicle}-${vehicleId}`, 0, data), [data, vehicleId])
  return { track, error, refetch }
}
