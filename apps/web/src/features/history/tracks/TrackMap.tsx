import type { Stop } from '@huanwei/contract/history/endpoints'
import type { Violation } from '@huanwei/contract/violations/endpoints'
import { Button, Skeleton } from 'antd'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime } from '../../../lib/time.ts'
import { lazyMap } from '../../../map/base/lazy-map.ts'
import type { Present } from '../../../map/scene/history-scene.ts'
import { useAllAreas } from '../../../map/shapes/use-all-areas.ts'
import type { Spot } from '../../../map/shapes/way-layers.ts'
import type { HistorySearch } from '../history-search.ts'
import { NowCard } from '../NowCard.tsx'
import type { Playback } from '../playback/playback.ts'
import type { Tracks } from '../use-tracks.ts'
import { presentOf, wayOf } from './on-map.ts'
import { SpeedLegend } from './SpeedLegend.tsx'
import type { Track } from './track.ts'

const HistoryMap = lazyMap(async () => (await import('../../../map/HistoryMap.tsx')).HistoryMap)

type Props = {
  isShown: boolean
  result: Tracks
  focus: Track | undefined
  playback: Playback
  stops: readonly Stop[]
  events: readonly Violation[]
  isFollowing: boolean
  colour: HistorySearch['colour']
  onColour: (colour: HistorySearch['colour']) => void
  onSeek: (at: number) => void
  onDay: (at: string) => void
}

/** Tracks on the map with stops and violations, a card of the one in focus, and notes on tracks that are missing. */
export function TrackMap({
  isShown,
  result,
  focus,
  playback,
  stops,
  events,
  isFollowing,
  colour,
  onColour,
  onSeek,
  onDay,
}: Props) {
  const { tracks } = result
  const areas = useAllAreas()
  const ways = useMemo(
    () => tracks.map((track) => wayOf(track, { bySpeed: colour === 'speed', isAlone: tracks.length === 1 })),
    [tracks, colour],
  )
  const spots = useMemo(() => spotsOf(stops, events), [stops, events])
  /** Positions at the moment shown, outside React rendering. */
  const watch = useMemo(
    () => (show: (present: readonly Present[]) => void) =>
      playback.watch((at) => show(tracks.flatMap((track) => presentOf(track, at)))),
    [playback, tracks],
  )
  return (
    <div className="history-map" hidden={!isShown}>
      <Suspense fallback={<Skeleton.Node active className="history-skeleton" />}>
        <HistoryMap
          ways={ways}
          spots={spots}
          areas={areas.data?.records ?? none}
          onSpot={onSeek}
          hasCard
          followed={isFollowing ? focus?.key : undefined}
          watch={watch}
        />
      </Suspense>
      {focus && <NowCard track={focus} {...{ playback, onSeek, onDay }} />}
      <SpeedLegend isOn={colour === 'speed'} onTurn={(isOn) => onColour(isOn ? 'speed' : 'object')} />
      <TracksNote {...result} />
    </div>
  )
}

/** A note while tracks are loading, when some failed, and when none has a position. */
function TracksNote({ tracks, isPending, error, retry }: Tracks) {
  const { t } = useTranslation(['history', 'common'])
  const isEmpty = !isPending && !error && tracks.every(({ points }) => points.length === 0)
  return (
    <>
      {(isPending || isEmpty) && (
        <p className="history-note" role="status">
          {t(isPending ? 'loading' : 'empty')}
        </p>
      )}
      {error && (
        <p className="history-note" role="alert">
          {t('someFailed', { reason: error.message })}{' '}
          <Button type="link" size="small" onClick={retry}>
            {t('common:action.retry')}
          </Button>
        </p>
      )}
    </>
  )
}

const none: [] = []

const spotsOf = (stops: readonly Stop[], events: readonly Violation[]): Spot[] => [
  ...stops.map(({ lng, lat, startTime }): Spot => ({ lng, lat, at: parseTime(startTime), kind: 'stop' })),
  ...events.flatMap(({ lng, lat, createTime }): Spot[] =>
    lng === null || lat === null ? [] : [{ lng, lat, at: parseTime(createTime), kind: 'event' }],
  ),
]
