import type { getAttendanceDay } from '@huanwei/contract/attendance/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import { Skeleton } from 'antd'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMap } from '../../map/base/lazy-map.ts'
import { clockOf } from './clock-span.ts'

const PointsMap = lazyMap(async () => (await import('../../map/PointsMap.tsx')).PointsMap)

type Day = Pick<Output<typeof getAttendanceDay>, 'day' | 'actualIn' | 'actualOut' | 'inPlace' | 'outPlace'>

/** Where a person came and where they were last. */
export function DayMap({ day: { day, actualIn, actualOut, inPlace, outPlace } }: { day: Day }) {
  const { t } = useTranslation('attendance')
  const points = useMemo(
    () => [
      ...(inPlace && actualIn
        ? [{ id: 1, ...inPlace, tone: 'good' as const, label: `${t('event.actualIn')} ${clockOf(day, actualIn)}` }]
        : []),
      ...(outPlace && actualOut
        ? [{ id: 2, ...outPlace, tone: 'plain' as const, label: `${t('event.actualOut')} ${clockOf(day, actualOut)}` }]
        : []),
    ],
    [t, day, actualIn, actualOut, inPlace, outPlace],
  )
  return (
    <div className="attendance-map">
      <Suspense fallback={<Skeleton.Node active />}>
        <PointsMap points={points} selected={undefined} onSelect={() => undefined} label={t('mapLabel')} />
      </Suspense>
    </div>
  )
}
