import { Skeleton } from 'antd'
import { Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMap } from '../../map/base/lazy-map.ts'
import type { Present } from '../../map/scene/history-scene.ts'
import { useAllAreas } from '../../map/shapes/use-all-areas.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { presentOf, wayOf } from '../history/tracks/on-map.ts'
import { useDayTrack } from './use-day-track.ts'

const HistoryMap = lazyMap(async () => (await import('../../map/HistoryMap.tsx')).HistoryMap)

/** `at` in epoch ms. */
type Props = { vehicleId: number; day: string; at: number | undefined }

/** The track of the day on a map, with the vehicle where it was at the moment of the picture. */
export function TrackBeside({ vehicleId, day, at }: Props) {
  const { t } = useTranslation(['playback', 'history'])
  const { track, error, refetch } = useDayTrack(vehicleId, day)
  const areas = useAllAreas().data?.records ?? none
  const ways = useMemo(() => (track ? [wayOf(track, { bySpeed: false, isAlone: true })] : none), [track])
  const present = useMemo(() => (track && at !== undefined ? presentOf(track, at) : none), [track, at])
  const watch = useCallback(
    (show: (present: readonly Present[]) => void) => {
      show(present)
      return () => undefined
    },
    [present],
  )
  return (
    <div className="playback-map">
      {error ? (
        <LoadFailed title={t('history:failed')} error={error} onRetry={refetch} />
      ) : !track ? (
        <Skeleton.Node active />
      ) : track.points.length === 0 ? (
        <ListEmpty title={t('noTrack')} hint={t('noTrackHint')} />
      ) : (
        <Suspense fallback={<Skeleton.Node active />}>
          <HistoryMap {...{ ways, watch, areas }} spots={none} onSpot={nothing} followed={track.key} />
        </Suspense>
      )}
    </div>
  )
}

const none: [] = []
const nothing = () => undefined
