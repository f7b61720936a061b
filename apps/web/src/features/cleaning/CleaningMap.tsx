import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import type { CleaningReport } from '@huanwei/contract/cleaning/endpoints'
import { Skeleton } from 'antd'
import type { TFunction } from 'i18next'
import { type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMap } from '../../map/base/lazy-map.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { CleaningCard } from './CleaningCard.tsx'
import { CleaningFrame } from './CleaningFrame.tsx'
import { CleaningTag, cleaningLooks } from './CleaningState.tsx'
import { useOpenReports } from './cleaning-list.ts'
import type { CleaningSearch } from './cleaning-search.ts'

const PointsMap = lazyMap(async () => (await import('../../map/PointsMap.tsx')).PointsMap)

type Props = {
  lead: ReactNode
  actions: ReactNode
  search: CleaningSearch
  onSearch: (change: Partial<CleaningSearch>) => void
}

/** Limit of cards beside the map; the others are on it. */
const mostCards = 100

/** Open reports, on the map and in a list beside it for the keyboard. */
export function CleaningMap({ lead, actions, search, onSearch }: Props) {
  const { t } = useTranslation(['cleaning', 'list'])
  const { data, error, isFetching, refetch } = useOpenReports(search)
  const points = useMemo(() => data?.records.flatMap((report) => pointOf(report, t) ?? []) ?? [], [data, t])
  const placeless = data ? data.records.length - points.length : 0
  const open = (id: number) => onSearch({ open: id })
  return (
    <CleaningFrame {...{ lead, actions, search, onSearch, isFetching }} onRefresh={refetch}>
      <div className="clean-map">
        <Suspense fallback={<Skeleton.Node active className="clean-map-wait" />}>
          <PointsMap points={points} selected={search.open} onSelect={open} label={t('mapLabel')} />
        </Suspense>
        <section aria-label={t('besideMap')}>
          <p className="clean-none" role="status">
            {data && t('open', { count: data.total })}
            {placeless > 0 && ` · ${t('placeless', { count: placeless })}`}
          </p>
          <div className="clean-cards">
            {!data && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
            {!data && error && <LoadFailed title={t('list:failed')} error={error} onRetry={refetch} />}
            {data?.records.slice(0, mostCards).map((report) => (
              <CleaningCard
                key={report.id}
                report={report}
                isOpen={report.id === search.open}
                onOpen={open}
                state={<CleaningTag status={report.status} />}
              />
            ))}
          </div>
        </section>
      </div>
    </CleaningFrame>
  )
}

/** Undefined for a report without a place. */
function pointOf({ id, lng, lat, status, facilityName, position, content }: CleaningReport, t: TFunction<'cleaning'>) {
  if (lng === null || lat === null) return undefined
  const tone = status === CleaningStatus.evaluated ? ('good' as const) : cleaningLooks[status].tone
  return { id, lng, lat, tone, label: `${t(`status.${cleaningLooks[status].word}`)} · ${facilityName || position} · ${content}` }
}
