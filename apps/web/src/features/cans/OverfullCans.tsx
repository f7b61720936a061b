import { listOverflow } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Flex, InputNumber, Skeleton } from 'antd'
import { type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { lazyMap } from '../../map/base/lazy-map.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { shortTime } from '../../ui/list/list-cells.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import type { CansSearch } from './can-search.ts'
import { collectionRoute } from './collection-route.ts'
import './cans.css'

const PointsMap = lazyMap(async () => (await import('../../map/PointsMap.tsx')).PointsMap)

/** Refresh interval, ms. */
const againMs = 60_000

type Props = PageProps<CansSearch> & { lead: ReactNode }

/** The cans to empty now, in the order in which a truck would take them, beside their map. */
export function OverfullCans({ lead, search: { deptId, from, open }, onSearch }: Props) {
  const { t } = useTranslation(['cans', 'list'])
  const asked = useQuery({ ...query(listOverflow, { deptId, fill: from }), refetchInterval: againMs })
  const route = useMemo(() => collectionRoute(asked.data ?? []), [asked.data])
  const points = useMemo(
    () =>
      route.map(({ place: { id, lng, lat, name, fill } }, i) => {
        const label = t('stop', { n: i + 1, name, fill })
        return { id, lng, lat, label, tone: fill >= 100 ? ('bad' as const) : ('warn' as const) }
      }),
    [route, t],
  )
  const km = (route.reduce((sum, { metres }) => sum + metres, 0) / 1000).toFixed(1)
  const select = (id: number) => onSearch({ open: id })
  return (
    <Flex vertical className="cans-overfull">
      <div className="cans-tools">
        {lead}
        <DepartmentSelect label={t('department')} value={deptId} onChange={(to) => onSearch({ deptId: to })} />
        <InputNumber
          aria-label={t('from')}
          prefix={t('from')}
          suffix="%"
          min={1}
          max={100}
          precision={0}
          value={from}
          onChange={(to) => to !== null && onSearch({ from: to })}
        />
        <strong role="status">{asked.data && t('routeLength', { count: route.length, km })}</strong>
      </div>
      {asked.error && !asked.data ? (
        <LoadFailed title={t('list:failed')} error={asked.error} onRetry={() => asked.refetch()} />
      ) : !asked.data ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : route.length === 0 ? (
        <ListEmpty title={t('noneFull')} hint={t('noneFullHint')} />
      ) : (
        <div className="cans-route">
          <Suspense fallback={<Skeleton.Node active />}>
            <PointsMap
              points={points}
              selected={typeof open === 'number' ? open : undefined}
              onSelect={select}
              label={t('routeMap')}
            />
          </Suspense>
          <ol aria-label={t('route')}>
            {route.map(({ place, metres }, i) => (
              <li key={place.id}>
                <button type="button" className="list-link" onClick={() => select(place.id)}>
                  {place.name}
                </button>{' '}
                <strong>{place.fill}%</strong> <span className="list-sub">{shortTime(place.time)}</span>
                <span className="list-sub">
                  {place.deptName} {i > 0 && t('leg', { m: Math.round(metres) })}
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Flex>
  )
}
