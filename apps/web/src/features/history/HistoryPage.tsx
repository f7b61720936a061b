import { BorderOuterOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { formatTime } from '../../lib/time.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import type { ListPosition } from '../../ui/list/ListPager.tsx'
import { ChartView } from './ChartView.tsx'
import { DetailPanel } from './DetailPanel.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { FixTable } from './FixTable.tsx'
import { HistorySearch, keysOf, type MoverKey, spanOf } from './history-search.ts'
import { ObjectPicker } from './ObjectPicker.tsx'
import { PlayBar } from './PlayBar.tsx'
import { PassagesDrawer } from './passages/PassagesDrawer.tsx'
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
  const { objects, times, result, focus, focusKey, playback } = useHistory(search)
  const { tracks, error, retry } = result
  const { detail, events, isTooLong } = useDetail(focusKey, times)
  const [isFollowing, setFollowing] = useState(false)
  const [isAskingWho, setAskingWho] = useState(false)

  function seek(at: number) {
    playback.seek(at)
    onSearch({ at: formatTime(playback.at()) })
  }
  const shared = { playback, stops: detail.data?.stops ?? none, events: events.data?.records ?? none, isFollowing, onSeek: seek }
  const turn = (page: ListPosition) => onSearch(HistorySearch.pick({ current: true, size: true }).parse(page))
  return (
    <Flex vertical component="section" className="history" aria-label={t('title')}>
      <Choices {...{ search, onSearch, objects, times, tracks, focus, isTooLong }} onWho={() => setAskingWho(true)} />
      {isAskingWho && (
        <PassagesDrawer
          onClose={() => setAskingWho(false)}
          onTrack={(key, at) => {
            setAskingWho(false)
            onSearch({ objects: key, focus: undefined, from: undefined, to: undefined, at, view: 'map', current: 1 })
          }}
        />
      )}
      {objects.length === 0 ? (
        <ListEmpty title={t('choose')} hint={t('chooseHint')} />
      ) : error && !tracks.length ? (
        <LoadFailed title={t('failed')} error={error} onRetry={retry} />
      ) : (
        <div className="history-grid">
          {view === 'chart' && <ChartView tracks={tracks} times={times} />}
          {view === 'table' && focusKey && (
            <FixTable focus={focusKey} times={times} position={search} onPage={turn} onSeek={seek} />
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

/** Reads the address: the objects with their tracks, the one in focus, the span, and its player. */
function useHistory(search: HistorySearch) {
  const objects = useMemo(() => keysOf(search.objects), [search.objects])
  const [openedAt] = useState(() => Date.now())
  const { startTime, endTime } = spanOf(search, openedAt)
  const times = useMemo(() => ({ startTime, endTime }), [startTime, endTime])
  const result = useTracks(objects, times)
  const { tracks, isPending } = result
  const focus = tracks.find(({ key }) => key === search.focus) ?? tracks[0]
  const focusKey = search.focus && objects.includes(search.focus) ? search.focus : objects[0]
  const playback = usePlayback(search, times, isPending ? undefined : firstAtOf(tracks))
  return { objects, times, result, focus, focusKey, playback }
}

type ChoicesProps = PageProps<HistorySearch> &
  Pick<ReturnType<typeof useHistory>, 'objects' | 'times' | 'focus'> & {
    tracks: readonly Track[]
    isTooLong: boolean
    onWho: () => void
  }

/** The objects, the span, the view, and what it can be saved as. */
function Choices({ search, onSearch, objects, times, tracks, focus, isTooLong, onWho }: ChoicesProps) {
  const { t } = useTranslation('history')
  const choose = (next: MoverKey[]) => {
    const isGone = search.focus && !next.includes(search.focus)
    onSearch({ objects: next.join(), ...(isGone && { focus: undefined }) })
  }
  return (
    <div className="history-choice">
      <ObjectPicker value={objects} tracks={tracks} onChange={choose} />
      <TimeRange value={times} onChange={({ from, to }) => onSearch({ from, to, at: undefined, current: 1 })} />
      <ViewSwitch value={search.view} onChange={(next) => onSearch({ view: next })} />
      <Button icon={<BorderOuterOutlined aria-hidden />} onClick={onWho}>
        {t('who.title')}
      </Button>
      <ExportMenu {...{ tracks, times, focus, isTooLong }} />
    </div>
  )
}

type View = HistorySearch['view']

function ViewSwitch(props: { value: View; onChange: (view: View) => void }) {
  const { t } = useTranslation('history')
  const options = (['map', 'chart', 'table'] as const).map((value) => ({ value, label: t(`view.${value}`) }))
  return <Segments aria-label={t('view.label')} options={options} {...props} />
}

/** The first position of all, epoch ms. */
function firstAtOf(tracks: readonly Track[]) {
  const firsts = tracks.flatMap(({ points }) => points[0]?.at ?? [])
  return firsts.length ? Math.min(...firsts) : undefined
}

const none: [] = []
