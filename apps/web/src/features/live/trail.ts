import { getPersonHistory, getVehicleHistory } from '@huanwei/contract/history/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/api.ts'
import { formatTime } from '../../lib/time.ts'
import { type ObjectKey, refOf } from '../../live/object-key.ts'
import { serverNow } from '../../live/objects.ts'

/** Duration of the selected object's trail, ms. */
const trailMs = 30 * 60_000
const refreshMs = 15_000
const none: [number, number][] = []

function askWay(key: ObjectKey, signal: AbortSignal) {
  const now = serverNow()
  const times = { startTime: formatTime(now - trailMs), endTime: formatTime(now) }
  const { objectType, id } = refOf(key)
  if (objectType === ObjectType.facility) return []
  return objectType === ObjectType.vehicle
    ? call(getVehicleHistory, { vehicleId: id, ...times }, signal)
    : call(getPersonHistory, { userId: id, ...times }, signal)
}

/** Trail of an object in the last half hour, oldest first, degrees WGS-84. Empty when `key` is undefined. */
export function useTrail(key: ObjectKey | undefined) {
  const history = useQuery({
    queryKey: [getVehicleHistory.path, 'trail', key],
    queryFn: ({ signal }) => (key ? askWay(key, signal) : []),
    enabled: key !== undefined,
    // A refusal is told once, not every time.
    refetchInterval: ({ state }) => (state.error ? false : refreshMs),
  })
  const points = useMemo(() => history.data?.map(({ lng, lat }): [number, number] => [lng, lat]) ?? none, [history.data])
  return { points: key === undefined ? none : points, error: history.error }
}
