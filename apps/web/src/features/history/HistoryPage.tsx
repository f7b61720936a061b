import { BorderOuterOutlined } from '@ant-design/icons'
import { dayMs } from '@huanwei/contract/time'
import { Button, Flex } from 'antd'
import { useMemo, useRef, useState } from 'react'
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
import { DaySteps } from './moments/DaySteps.tsx'
import { MomentBox } from './moments/MomentBox.tsx'
import { momentKeys } from './moments/moment-keys.ts'
import { ObjectPicker } from './ObjectPicker.tsx'
import { PassagesDrawer } from './passages/PassagesDrawer.tsx'
import { PlayBar } from './playback/PlayBar.tsx'
import type { Playback } from './playback/playback.ts'
import { usePlayback } from './playback/use-playback.ts'
import { TimeRange } from './TimeRange.tsx'
import { TrackMap } from './tracks/TrackMap.tsx'
import type { Track } from './tracks/track.ts'
import { useDetails, useTracks } from './use-tracks.ts'
import '../../ui/list/list.css'
import { Segments } from '../../ui/select/Segments.tsx'
import './history.css'

/** History of vehicles and people: tracks on the map, playback, with what each did, speeds and violations. */
export function HistoryPage({ search, onSearch }: PageProps<HistorySearch>) {
  const { t } = useTranslation('history')
  const { view } = search
  const { objects, times, result, focus, focusKey, playback } = useHistory(search)
  const { tracks, error, retry } = result
  const { detail, bands, events, isTooLong } = useDetails(objects, focusKey, times)
  const [isFollowing, setFollowing] = useState(false)
  const [isAskingWho, setAskingWho] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const { seek, turn, go, turnDay } = stepsOf(onSearch, playback)

  const shared = { playback, focus, events: events.data?.records ?? none, isFollowing, onSeek: seek }
  return (
    <Flex
      vertical
      component="section"
      className="history"
      aria-label={t('title')}
      onKeyDown={momentKeys({ onTurn: turnDay, onType: () => box.current?.focus() })}
    >
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
            stops={detail?.data?.stops ?? none}
            colour={search.colour}
            onColour={(colour) => onSearch({ colour })}
            onDay={(at) => onSearch({ at, from: undefined, to: undefined, current: 1 })}
            {...shared}
          />
          <DetailPanel
            list={search.list}
            onList={(list) => onSearch({ list })}
            onFocus={(key) => onSearch({ focus: key, current: 1 })}
            {...{ tracks, bands, detail, isTooLong }}
            {...shared}
            events={events}
          />
          <PlayBar
            moments={
              <>
                <DaySteps playback={playback} onTurn={turnDay} />
                <MomentBox box={box} shown={playback.at} onGo={go} />
              </>
            }
            onRate={(next) => onSearch({ rate: next })}
            onFollow={setFollowing}
            onSpan={(from, to) => onSearch({ from: formatTime(from), to: formatTime(to) })}
            {...{ tracks, bands }}
            {...shared}
          />
        </div>
      )}
    </Flex>
  )
}

/** What leads to another moment or page, each kept in the address. */
function stepsOf(onSearch: PageProps<HistorySearch>['onSearch'], playback: Playback) {
  function seek(at: number) {
    playback.seek(at)
    onSearch({ at: formatTime(playback.at()) })
  }
  /** Shows the day of a moment outside the span. */
  function go(at: number) {
    if (at >= playback.from && at <= playback.to) return seek(at)
    onSearch({ at: formatTime(at), from: undefined, to: undefined, current: 1 })
  }
  /** The same time of another day, as far as there is one. */
  function turnDay(days: number) {
    const at = playback.at() + days * dayMs
    if (formatTime(at).slice(0, 10) > formatTime(Date.now()).slice(0, 10)) return
    onSearch({ at: formatTime(at), from: undefined, to: undefined, current: 1 })
  }
  const turn = (page: ListPosition) => onSearch(HistorySearch.pick({ current: true, size: true }).parse(page))
  return { seek, go, turn, turnDay }
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
