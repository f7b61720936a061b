import { type DayMileage, getMileageList } from '@huanwei/contract/history/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { minuteMs } from '@huanwei/contract/time'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { groupBy } from '../../lib/collections.ts'
import { parseTime, wallTime } from '../../lib/time.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { timeAxis } from '../../ui/chart/time-axis.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { moverOf } from './history-search.ts'
import { highestOf } from './tracks/speed-path.ts'
import type { Track } from './tracks/track.ts'
import type { Times } from './use-tracks.ts'

/** Speeds over the span, and the mileage of the vehicles on each of its days. */
export function ChartView({ tracks, times }: { tracks: readonly Track[]; times: Times }) {
  const { t } = useTranslation('history')
  const heard = useMemo(() => heardOf(tracks, times), [tracks, times])
  return (
    <div className="history-charts">
      {tracks.map((track) => (
        <SpeedChart key={track.key} track={track} {...heard} />
      ))}
      <h2>{t('perDay')}</h2>
      <MileageBars tracks={tracks} times={times} />
    </div>
  )
}

/** The part of the span in which something was heard, with some room on both sides; epoch ms. */
function heardOf(tracks: readonly Track[], times: Times) {
  const [from, to] = [parseTime(times.startTime), parseTime(times.endTime)]
  const ends = tracks.flatMap(({ points }) => [points[0]?.at ?? [], points.at(-1)?.at ?? []].flat())
  if (!ends.length) return { from, to }
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  const room = Math.max(5 * minuteMs, (last - first) / 50)
  return { from: Math.max(from, first - room), to: Math.min(to, last + room) }
}

function SpeedChart({ track, from, to }: { track: Track; from: number; to: number }) {
  const { t } = useTranslation('history')
  const { name, colour, points } = track
  const option = useMemo(
    () => ({
      color: [colour],
      grid: { left: 8, right: 16, top: 16, bottom: 8 },
      tooltip: { trigger: 'axis' },
      xAxis: timeAxis(wallTime(from), wallTime(to)),
      yAxis: { type: 'value' },
      series: [
        { type: 'line', symbol: 'none', areaStyle: { opacity: 0.3 }, data: points.map(({ at, speed }) => [wallTime(at), speed]) },
      ],
    }),
    [colour, points, from, to],
  )
  return (
    <figure>
      <figcaption>
        <i className="history-swatch" style={{ background: colour }} /> {name} · {t('speed')}
      </figcaption>
      <Chart option={option} height={160} label={t('speedOf', { name, highest: Math.round(highestOf(points)) })} />
    </figure>
  )
}

/** A table whose cells are as long as what was driven. */
function MileageBars({ tracks, times }: { tracks: readonly Track[]; times: Times }) {
  const { t } = useTranslation('history')
  const vehicles = tracks.filter(({ key }) => moverOf(key).objectType === ObjectType.vehicle)
  const vehicleIds = vehicles.map(({ key }) => moverOf(key).objectId)
  const list = useQuery({ ...query(getMileageList, { vehicleIds, ...times }), enabled: vehicleIds.length > 0, staleTime: 60_000 })
  if (vehicleIds.length === 0) return <p className="history-none">{t('vehiclesOnly')}</p>
  if (list.error) return <LoadFailed title={t('failed')} error={list.error} onRetry={() => list.refetch()} />
  if (!list.data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  if (list.data.length === 0) return <p className="history-none">{t('empty')}</p>
  const days = groupBy(list.data, ({ day }) => day)
  const most = Math.max(1, ...list.data.map(({ mileage }) => mileage))
  const rowOf = (rows: readonly DayMileage[], { key }: Track) => rows.find(({ vehicleId }) => vehicleId === moverOf(key).objectId)
  return (
    <table className="history-days">
      <thead>
        <tr>
          <th scope="col">{t('column.day')}</th>
          {vehicles.map(({ key, name }) => (
            <th key={key} scope="col">
              {t('kmOf', { name })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...days].sort().map(([day, rows]) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            {vehicles.map((track) => (
              <DayCell key={track.key} row={rowOf(rows, track)} most={most} colour={track.colour} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The mileage of one vehicle on one day, and the silences that ended on it. */
function DayCell({ row, most, colour }: { row: DayMileage | undefined; most: number; colour: string }) {
  const { t } = useTranslation('history')
  const { mileage = 0, unknownKm = 0, silences = [] } = row ?? {}
  const times = silences.map(({ startTime, endTime }) => `${momentOf(startTime, row)}–${momentOf(endTime, row)}`).join(' ')
  return (
    <td>
      <i style={{ width: `${(mileage / most) * 70}%`, background: colour }} /> {mileage.toFixed(1)}
      {unknownKm > 0 && <div className="list-sub">{t('unknownOf', { km: unknownKm.toFixed(1), times })}</div>}
    </td>
  )
}

/** Hours and minutes, after the day where it is another one. */
const momentOf = (time: string, row: DayMileage | undefined) => time.slice(time.startsWith(row?.day ?? '') ? 11 : 5, 16)
