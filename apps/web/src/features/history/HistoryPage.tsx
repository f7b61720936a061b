import { Flex } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { formatTime } from '../../lib/time.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ChartView } from './ChartView.tsx'
import { DetailPanel } from './DetailPanel.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { FixTable } from './FixTable.tsx'
import { HistorySearch, keysOf, spanOf } from './history-search.ts'
import { ObjectPicker } from './ObjectPicker.tsx'
import { PlayBar } from './PlayBar.tsx'
import { TimeRange } from './TimeRange.tsx'
import { TrackMap } from './TrackMap.tsx'
import type { Track } from './track.ts'
import { usePlayback } from './use-playback.ts'
import { useDetail, useTracks } from './use-tracks.ts'
import '../../ui/list/list.css'
import { Segments } from '../../ui/select/Segments.tsx'
import './history.css'

/** History of vehicles and people: tracks on the map, playback, with stops, trips, speeds and violations. */
export function HistoryPage({ search, onSearch }: PageProps<HistorySearch>) {
  const { t } = useTranslation('history')
  const { view } = search
  const objects = useMemo(() => keysOf(search.objects), [search.objects])
  const [openedAt] = useState(() => Date.now())
  const { startTime, endTime } = spanOf(search, openedAt)
  const times = useMemo(() => ({ startTime, endTime }), [startTime, endTime])
  const result = useTracks(objects, times)
  const { tracks, isPending, error, retry } = result
  const focus = tracks.find(({ key }) => key === search.focus) ?? tracks[0]
  const focusKey = search.focus && objects.includes(search.focus) ? search.focus : objects[0]
  const { detail, events, isTooLong } = useDetail(focusKey, times)
  const playback = usePlayback(search, times, isPending ? undefined : firstAtOf(tracks))
  const [isFollowing, setFollowing] = useState(false)

  function seek(at: number) {
    playback.seek(at)
    onSearch({ at: formatTime(playback.store.getState().at) })
  }
  const shared = { playback, stops: detail.data?.stops ?? none, events: events.data?.records ?? none, isFollowing, onSeek: seek }

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
        <Segments
          aria-label={t('view.label')}
          options={(['map', 'chart', 'table'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={(next) => onSearch({ view: next })}
        />
        <ExportMenu {...{ tracks, times, focus, isTooLong }} />
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
          <TrackMap
            isShown={view === 'map'}
            result={result}
            focus={focus}
            onDay={(at) => onSearch({ at, from: undefined, to: undefined, current: 1 })}
            {...shared}
          />
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
            track={focus}
            onRate={(next) => onSearch({ rate: next })}
            onFollow={setFollowing}
            onSpan={(from, to) => onSearch({ from: formatTime(from), to: formatTime(to) })}
            {...shared}
          />
        </div>
      )}
    </Flex>
  )
}

/** The first position of all, epoch ms. */
function firstAtOf(tracks: readonly Track[]) {
  const firsts = tracks.flatMap(({ points }) => points[0]?.at ?? [])
  return firsts.length ? Math.min(...firsts) : undefined
}

const none: [] = []
