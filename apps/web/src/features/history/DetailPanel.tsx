import type { BandKind, DrivingDetail } from '@huanwei/contract/history/endpoints'
import { longestPeriodDays, usualSpeedLimit } from '@huanwei/contract/history/rules'
import type { Violation } from '@huanwei/contract/violations/endpoints'
import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton, Tabs } from 'antd'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime } from '../../lib/time.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { BandMark, type BandsByKey } from './bands/BandRows.tsx'
import { StateList } from './bands/StateList.tsx'
import { durationText } from './duration-text.ts'
import { Figures } from './Figures.tsx'
import type { HistorySearch, MoverKey } from './history-search.ts'
import type { Playback } from './playback/playback.ts'
import type { Track } from './tracks/track.ts'

type Props = {
  tracks: readonly Track[]
  focus: Track | undefined
  bands: BandsByKey
  playback: Playback
  onFocus: (key: MoverKey) => void
  list: HistorySearch['list']
  onList: (list: HistorySearch['list']) => void
  /** Undefined where nothing is chosen. */
  detail: UseQueryResult<DrivingDetail> | undefined
  /** The span is too long for details. */
  isTooLong: boolean
  events: UseQueryResult<{ records: Violation[]; total: number }>
  onSeek: (at: number) => void
}

/** Beside the map: what the one in focus did, each line leading to its moment. */
export function DetailPanel({ tracks, focus, bands, playback, onFocus, list, onList, detail, isTooLong, events, onSeek }: Props) {
  const { t } = useTranslation('history')
  const { trips, stops, silences, overspeeds } = detail?.data ?? {}
  const counts = {
    figures: undefined,
    bands: undefined,
    trips: trips?.length,
    stops: stops?.length,
    silences: silences?.length,
    overspeeds: overspeeds?.length,
    events: events.data?.total,
  }
  const lists = ['figures', 'bands', 'trips', 'stops', 'silences', 'overspeeds', 'events'] as const
  return (
    <aside className="history-panel" aria-label={t('detail')}>
      {tracks.length > 1 && focus && <StateList focus={focus.key} {...{ tracks, bands, playback, onFocus }} />}
      <Tabs
        size="small"
        activeKey={list}
        onChange={(key) => onList(lists.find((one) => one === key) ?? 'figures')}
        items={lists.map((key) => ({
          key,
          label: counts[key] ? `${t(`list.${key}`)} ${counts[key]}` : t(`list.${key}`),
        }))}
      />
      <div className="history-list">
        {list === 'events' ? (
          <Asked result={events}>{({ records }) => <Lines rows={records.map(eventLine)} onSeek={onSeek} />}</Asked>
        ) : isTooLong ? (
          <p className="history-none">{t('tooLong', { days: longestPeriodDays.detail })}</p>
        ) : (
          detail && (
            <Asked result={detail}>
              {(found) =>
                list === 'figures' ? (
                  <Figures detail={found} track={focus} />
                ) : (
                  <Lines
                    rows={linesFor(list, found, t)}
                    none={list === 'overspeeds' ? t('noOverspeeds', { limit: usualSpeedLimit }) : undefined}
                    onSeek={onSeek}
                  />
                )
              }
            </Asked>
          )
        )}
      </div>
    </aside>
  )
}

/** `until`: its end, where that is shown too. */
type Line = { key: string; at: string; until?: string; mark?: BandKind; title: string; text: string }

const eventLine = ({ id, createTime, violationEvent, position }: Violation): Line => ({
  key: String(id),
  at: createTime,
  title: violationEvent,
  text: position,
})

function linesFor(
  list: 'bands' | 'trips' | 'stops' | 'silences' | 'overspeeds',
  { bands, trips, stops, silences, overspeeds }: DrivingDetail,
  t: TFunction<'history'>,
): Line[] {
  if (list === 'bands')
    return bands.map(({ startTime, endTime, seconds, kind }) => ({
      key: `${startTime} ${kind}`,
      at: startTime,
      until: endTime,
      mark: kind,
      title: `${t(`band.${kind}`)} · ${durationText(seconds)}`,
      text: '',
    }))
  if (list === 'trips')
    return trips.map(({ startTime, seconds, mileage, from, to }) => ({
      key: startTime,
      at: startTime,
      title: `${mileage.toFixed(1)} km · ${durationText(seconds)}`,
      text: `${from.position} → ${to.position}`,
    }))
  if (list === 'stops')
    return stops.map(({ startTime, seconds, idleSeconds, position }) => {
      const idling = idleSeconds >= 60 ? ` · ${t('idling', { time: durationText(idleSeconds) })}` : ''
      return { key: startTime, at: startTime, title: `${durationText(seconds)}${idling}`, text: position }
    })
  if (list === 'silences')
    return silences.map(({ startTime, endTime, seconds, km, from, to }) => ({
      key: startTime,
      at: startTime,
      until: endTime,
      title: `${km.toFixed(1)} km · ${durationText(seconds)}`,
      text: `${from.position} → ${to.position}`,
    }))
  return overspeeds.map(({ startTime, seconds, maxSpeed, position }) => ({
    key: startTime,
    at: startTime,
    title: `${Math.round(maxSpeed)} km/h · ${durationText(seconds)}`,
    text: position,
  }))
}

type LinesProps = {
  rows: readonly Line[]
  /** Instead of them where there are none. */
  none?: string | undefined
  onSeek: (at: number) => void
}

function Lines({ rows, none, onSeek }: LinesProps) {
  const { t } = useTranslation('history')
  if (rows.length === 0) return <p className="history-none">{none ?? t('none')}</p>
  return (
    <ol className="history-lines">
      {rows.map(({ key, at, until, mark, title, text }) => (
        <li key={key}>
          <button type="button" onClick={() => onSeek(parseTime(at))}>
            <time>{until ? `${at.slice(5)} – ${endText(at, until)}` : at.slice(5)}</time>
            <strong>
              {mark && <BandMark kind={mark} />} {title}
            </strong>
            {text && <span>{text}</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** An end without the day that its start has named. */
const endText = (at: string, until: string) => until.slice(until.slice(0, 10) === at.slice(0, 10) ? 11 : 5)

/** Something that is asked for: what it is, that it comes, or why it does not. */
function Asked<Data>({ result, children }: { result: UseQueryResult<Data>; children: (data: Data) => ReactNode }) {
  const { t } = useTranslation('history')
  if (result.data !== undefined) return children(result.data)
  if (result.error) return <LoadFailed title={t('failed')} error={result.error} onRetry={() => result.refetch()} />
  return <Skeleton active title={false} paragraph={{ rows: 6 }} />
}
