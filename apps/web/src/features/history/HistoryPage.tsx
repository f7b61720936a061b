import { listAreas } from '@huanwei/contract/areas/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Segmented, Skeleton } from 'antd'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { formatTime, parseTime } from '../../lib/time.ts'
import type { Present } from '../../map/history-scene.ts'
import { lazyMap } from '../../map/lazy-map.ts'
import { ListEmpty, LoadFailed } from '../../ui/ListNotice.tsx'
import { ChartView } from './ChartView.tsx'
import { DetailPanel } from './DetailPanel.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { FixTable } from './FixTable.tsx'
import { HistorySearch, keysOf, spanOf } from './history-search.ts'
import { NowCard } from './NowCard.tsx'
import { ObjectPicker } from './ObjectPicker.tsx'
import { PlayBar } from './PlayBar.tsx'
import { createPlayback } from './playback.ts'
import { TimeRange } from './TimeRange.tsx'
import { isSilent, pointAt, stretchesOf, type Track } from './track.ts'
import { useDetail, useTracks } from './use-tracks.ts'
import '../../ui/list.css'
import './history.css'

const HistoryMap = lazyMap(async () => (await import('../../map/HistoryMap.tsx')).HistoryMap)
/** Source: spec 3, section 5. */
const areasAtMost = 3000

/** Where vehicles and people were: ways on the map, played in time, with stops, trips, speeds and violations. */
export function HistoryPage({ search, onSearch }: PageProps<HistorySearch>) {
  const { t } = useTranslation(['history', 'common'])
  const { rate, view } = search
  const objects = useMemo(() => keysOf(search.objects), [search.objects])
  const [openedAt] = useState(() => Date.now())
  const { startTime, endTime } = spanOf(search, openedAt)
  const times = useMemo(() => ({ startTime, endTime }), [startTime, endTime])
  const { tracks, isPending, error, retry } = useTracks(objects, times)
  const focus = tracks.find(({ key }) => key === search.focus) ?? tracks[0]
  const focusKey = search.focus && objects.includes(search.focus) ? search.focus : objects[0]
  const { detail, events, isTooLong } = useDetail(focusKey, times)
  const areas = useQuery({ ...query(listAreas, { current: 1, size: areasAtMost }), staleTime: 60_000 })

  const [playback] = useState(() => {
    const [from, to] = [parseTime(startTime), parseTime(endTime)]
    return createPlayback({ at: search.at ? parseTime(search.at) : from, isPlaying: false, rate, from, to })
  })
  const [isFollowing, setFollowing] = useState(false)
  useEffect(() => playback.setRate(rate), [playback, rate])
  useEffect(() => playback.setSpan(parseTime(startTime), parseTime(endTime)), [playback, startTime, endTime])
  // A link may lead to another moment of a page that is open.
  useEffect(() => {
    if (search.at) playback.seek(parseTime(search.at))
  }, [playback, search.at])
  useEffect(() => playback.pause, [playback])
  // Nobody chose a moment: it begins where the first of all was heard.
  const begins = Math.min(...tracks.flatMap(({ points }) => points[0]?.at ?? []))
  useEffect(() => {
    if (!search.at && !isPending && Number.isFinite(begins)) playback.begin(begins)
  }, [playback, search.at, isPending, begins])

  function seek(at: number) {
    playback.seek(at)
    onSearch({ at: formatTime(playback.store.getState().at) })
  }
  const ways = useMemo(
    () =>
      tracks.map(({ colour, points }) => ({
        colour,
        lines: stretchesOf(points).map((stretch) => stretch.map(({ lng, lat }): [number, number] => [lng, lat])),
      })),
    [tracks],
  )
  const spots = useMemo(
    () => [
      ...(detail.data?.stops.map(({ lng, lat, startTime: at }) => ({ lng, lat, at: parseTime(at), kind: 'stop' as const })) ??
        []),
      ...(events.data?.records.flatMap(({ lng, lat, createTime }) =>
        lng === null || lat === null ? [] : { lng, lat, at: parseTime(createTime), kind: 'event' as const },
      ) ?? []),
    ],
    [detail.data, events.data],
  )
  /** Where everything is at the moment shown, past React. */
  const watch = useMemo(
    () => (show: (present: readonly Present[]) => void) => {
      const tell = () => show(tracks.flatMap((track) => presentOf(track, playback.store.getState().at)))
      tell()
      return playback.store.subscribe(tell)
    },
    [playback, tracks],
  )

  return (
    <Flex vertical component="section" className="history" aria-label={t('title')}>
      <div className="history-choice">
        <ObjectPicker
          value={objects}
          tracks={tracks}
          onChange={(next) =>
            onSearch({ objects: next.join(), ...(focusKey && !next.includes(focusKey) && { focus: undefined }) })
          }
        />
        <TimeRange value={times} onChange={({ from, to }) => onSearch({ from, to, at: undefined, current: 1 })} />
        <Segmented
          aria-label={t('view.label')}
          options={(['map', 'chart', 'table'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={(next) => onSearch({ view: next })}
        />
        <ExportMenu tracks={tracks} times={times} />
      </div>
      {objects.length === 0 ? (
        <ListEmpty title={t('choose')} hint={t('chooseHint')} />
      ) : error && !tracks.length ? (
        <LoadFailed title={t('failed')} error={error} onRetry={retry} />
      ) : (
        <div className="history-grid">
          {view === 'chart' && <ChartView tracks={tracks} times={times} />}
          {view === 'table' && focusKey && (
            <FixTable
              focus={focusKey}
              times={times}
              position={search}
              onPage={(position) => onSearch(HistorySearch.pick({ current: true, size: true }).parse(position))}
              onSeek={seek}
            />
          )}
          <div className="history-map" hidden={view !== 'map'}>
            <Suspense fallback={<Skeleton.Node active className="history-skeleton" />}>
              <HistoryMap
                ways={ways}
                spots={spots}
                areas={areas.data?.records ?? none}
                onSpot={seek}
                followed={isFollowing ? focus?.key : undefined}
                watch={watch}
              />
            </Suspense>
            {focus && <NowCard track={focus} tracks={tracks} playback={playback} onSeek={seek} />}
            {isPending && (
              <p className="history-note" role="status">
                {t('loading')}
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
            {!isPending && !error && tracks.every(({ points }) => points.length === 0) && (
              <p className="history-note" role="status">
                {t('empty')}
              </p>
            )}
          </div>
          <DetailPanel
            tracks={tracks}
            focus={focus}
            list={search.list}
            onList={(list) => onSearch({ list })}
            onFocus={(key) => onSearch({ focus: key, current: 1 })}
            {...{ detail, events, isTooLong }}
            onSeek={seek}
          />
          <PlayBar
            playback={playback}
            track={focus}
            stops={detail.data?.stops ?? none}
            events={events.data?.records ?? none}
            onSeek={seek}
            onRate={(next) => onSearch({ rate: next })}
            isFollowing={isFollowing}
            onFollow={setFollowing}
            onSpan={(from, to) => onSearch({ from: formatTime(from), to: formatTime(to) })}
          />
        </div>
      )}
    </Flex>
  )
}

/** Where one is at a moment; nowhere before its first point. */
function presentOf({ key, colour, points }: Track, at: number): Present[] {
  const point = pointAt(points, at)
  return point ? [{ ...point, key, colour, isSilent: isSilent(point, at) }] : []
}

const none: [] = []
