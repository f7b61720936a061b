import { Status } from '@huanwei/contract/live/codes'
import { WorkState } from '@huanwei/contract/work/codes'
import type { WorkPlaces } from '@huanwei/contract/work/endpoints'
import { Skeleton } from 'antd'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMap } from '../../map/base/lazy-map.ts'
import { statusColour, trailColour } from '../../map/base/palette.ts'

const PointsMap = lazyMap(async () => (await import('../../map/PointsMap.tsx')).PointsMap)

type Task = WorkPlaces & { id: number; state: WorkState }
type Props = {
  /** The same array while nothing changed. */
  tasks: readonly Task[]
  /** A click on a road or stop tells its task. */
  onSelect?: (taskId: number) => void
}

/** Signs of the legend, in the colours that the map has in every theme. */
const signs = [
  ['worked', statusColour[Status.moving]],
  ['open', statusColour[Status.warning]],
  ['visited', statusColour[Status.moving]],
  ['waiting', statusColour[Status.stationary]],
  ['emptied', trailColour],
] as const

/** Of several tasks at one place the last of these is shown. */
const order: WorkState[] = [WorkState.due, WorkState.missed, WorkState.done, WorkState.running]
const inOrder = (tasks: readonly Task[]) => tasks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))

/** Planned roads, worked and open, and stops, visited and not; of one task with their numbers and the way along them. */
export function WorkMap({ tasks, onSelect }: Props) {
  const { t } = useTranslation('work')
  const places = useMemo(() => {
    const stops = inOrder(tasks).flatMap(({ id, state, stops }) => stops.map((stop) => ({ taskId: id, state, ...stop })))
    return [...new Map(stops.map((stop) => [stop.facilityId, stop])).values()]
  }, [tasks])
  const isOne = tasks.length === 1
  const points = useMemo(
    () =>
      places.map(({ facilityId, state, name, lng, lat, visitTime, emptyTime }, i) => ({
        id: facilityId,
        number: isOne ? i + 1 : undefined,
        lng,
        lat,
        tone: visitTime ? ('good' as const) : state === WorkState.missed ? ('bad' as const) : ('plain' as const),
        isRinged: emptyTime !== null,
        label: [
          visitTime ? t('visitedAt', { name, time: visitTime.slice(11, 16) }) : t('notVisited', { name }),
          ...(emptyTime ? [t('emptiedAt', { time: emptyTime.slice(11, 16) })] : []),
        ].join(' · '),
      })),
    [places, isOne, t],
  )
  const tones = useMemo(
    () =>
      inOrder(tasks).flatMap(({ id, state, roads }) => [
        { id, tone: state === WorkState.due ? ('plain' as const) : ('open' as const), lines: roads.flatMap(({ open }) => open) },
        { id, tone: 'good' as const, lines: roads.flatMap(({ worked }) => worked) },
      ]),
    [tasks],
  )
  const way = useMemo(() => (isOne ? places.map(({ lng, lat }): [number, number] => [lng, lat]) : []), [places, isOne])
  const hasRoads = tasks.some(({ roads }) => roads.length > 0)
  const isShown = {
    worked: hasRoads,
    open: hasRoads,
    visited: places.length > 0,
    waiting: places.length > 0,
    emptied: places.some(({ emptyTime }) => emptyTime !== null),
  }
  return (
    <div className="work-map">
      <Suspense fallback={<Skeleton.Node active />}>
        <PointsMap
          points={points}
          selected={undefined}
          onSelect={(id) => {
            const place = places.find(({ facilityId }) => facilityId === id)
            if (place) onSelect?.(place.taskId)
          }}
          line={way}
          tones={tones}
          {...(onSelect && { onLine: onSelect })}
          label={t('mapLabel')}
        />
      </Suspense>
      <ul className="work-legend" aria-label={t('legend.label')}>
        {signs
          .filter(([key]) => isShown[key])
          .map(([key, color]) => (
            <li key={key} data-tone={key}>
              <i style={{ color }} />
              {t(`legend.${key}`)}
            </li>
          ))}
      </ul>
    </div>
  )
}
