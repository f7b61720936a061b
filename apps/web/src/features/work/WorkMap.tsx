import type { WorkPlaces } from '@huanwei/contract/work/endpoints'
import { Skeleton } from 'antd'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMap } from '../../map/base/lazy-map.ts'

const PointsMap = lazyMap(async () => (await import('../../map/PointsMap.tsx')).PointsMap)

type Props = {
  /** The same array while nothing changed. */
  tasks: readonly (WorkPlaces & { id: number })[]
  /** A click on a road or stop tells its task. */
  onSelect?: (taskId: number) => void
}

/** Planned roads, worked and open, and stops, visited and not. */
export function WorkMap({ tasks, onSelect }: Props) {
  const { t } = useTranslation('work')
  const places = useMemo(() => tasks.flatMap(({ id, stops }) => stops.map((stop) => ({ taskId: id, ...stop }))), [tasks])
  const points = useMemo(
    () =>
      places.map(({ name, lng, lat, visitTime }, i) => ({
        id: i,
        lng,
        lat,
        tone: visitTime ? ('good' as const) : ('warn' as const),
        label: visitTime ? t('visitedAt', { name, time: visitTime.slice(11, 16) }) : t('notVisited', { name }),
      })),
    [places, t],
  )
  const tones = useMemo(
    () =>
      tasks.flatMap(({ id, roads }) => [
        { id, tone: 'open' as const, lines: roads.flatMap(({ open }) => open) },
        { id, tone: 'good' as const, lines: roads.flatMap(({ worked }) => worked) },
      ]),
    [tasks],
  )
  return (
    <div className="work-map">
      <Suspense fallback={<Skeleton.Node active />}>
        <PointsMap
          points={points}
          selected={undefined}
          onSelect={(i) => onSelect?.(places[i]?.taskId ?? 0)}
          tones={tones}
          {...(onSelect && { onLine: onSelect })}
          label={t('mapLabel')}
        />
      </Suspense>
      <ul className="work-legend" aria-label={t('places')}>
        {(['worked', 'open', 'visited', 'waiting'] as const).map((key) => (
          <li key={key} data-tone={key}>
            {t(`legend.${key}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}
