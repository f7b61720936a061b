import { getVehicleHistory } from '@huanwei/contract/history/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/api.ts'
import { formatTime } from '../../lib/time.ts'
import { vehicles } from '../../live/vehicles.ts'

/** How far back the trail of the selected vehicle goes, ms. */
const trailMs = 30 * 60_000
const refreshMs = 15_000
const none: [number, number][] = []

/** Where the vehicle came along in the last half hour, oldest first, degrees WGS-84. Empty when `id` is undefined. */
export function useTrail(id: number | undefined) {
  const history = useQuery({
    queryKey: [getVehicleHistory.path, 'trail', id],
    queryFn({ signal }) {
      const now = vehicles.serverNow()
      const times = { startTime: formatTime(now - trailMs), endTime: formatTime(now) }
      return id === undefined ? [] : call(getVehicleHistory, { vehicleId: id, ...times }, signal)
    },
    enabled: id !== undefined,
    // A refusal is told once, not every time.
    refetchInterval: ({ state }) => (state.error ? false : refreshMs),
  })
  const points = useMemo(() => history.data?.map(({ lng, lat }): [number, number] => [lng, lat]) ?? none, [history.data])
  return { points: id === undefined ? none : points, error: history.error }
}
