import { collectionRoute } from '@huanwei/contract/cans/rules'
import type { DispatchState } from '@huanwei/contract/cleaning/codes'
import { getFacility } from '@huanwei/contract/facilities/endpoints'
import { listOverflow } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, InputNumber, Select, Skeleton } from 'antd'
import { type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { lazyMap } from '../../map/base/lazy-map.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { shortTime } from '../../ui/list/list-cells.tsx'
import { WorkSign } from '../cleaning/causes/WorkSign.tsx'
import { useWorkFilter } from '../cleaning/causes/work-filter.ts'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { FacilitySelect } from '../facilities/FacilitySelect.tsx'
import { useFigure } from '../parameters/use-figure.ts'
import type { CansSearch } from './can-search.ts'
import './cans.css'

const PointsMap = lazyMap(async () => (await import('../../map/PointsMap.tsx')).PointsMap)

/** Refresh interval, ms. */
const againMs = 60_000

type Props = PageProps<CansSearch> & { lead: ReactNode }

/** The cans to empty now, in the order in which a truck would take them, beside their map. */
export function OverfullCans({ lead, search, onSearch }: Props) {
  const { t } = useTranslation(['cans', 'list'])
  const { deptId, work, open, depot, start } = search
  const [workLabel, workStates] = useWorkFilter()
  const standard = useFigure('can_overfull_percent')
  const from = search.from ?? standard
  const asked = useQuery({ ...query(listOverflow, { deptId, work, fill: from }), refetchInterval: againMs })
  const origin = useOrigin(depot, start)
  const route = useMemo(() => collectionRoute(asked.data ?? [], origin), [asked.data, origin])
  const line = useMemo(() => lineOf(route, origin), [route, origin])
  const points = useMemo(
    () =>
      route.map(({ place: { id, lng, lat, name, fill } }, i) => {
        const label = t('stop', { n: i + 1, name, fill })
        return { id, lng, lat, label, number: i + 1, tone: fill >= 100 ? ('bad' as const) : ('warn' as const) }
      }),
    [route, t],
  )
  const km = (route.reduce((sum, { metres }) => sum + metres, 0) / 1000).toFixed(1)
  const begin = useCallback(
    ({ lng, lat }: Origin) => onSearch({ depot: undefined, start: `${lng.toFixed(6)},${lat.toFixed(6)}` }),
    [onSearch],
  )
  const select = (id: number) => onSearch({ open: id })
  return (
    <Flex vertical className="cans-overfull">
      <div className="cans-tools">
        {lead}
        <DepartmentSelect label={t('department')} value={deptId} onChange={(to) => onSearch({ deptId: to })} />
        <Select<DispatchState, { value: DispatchState; label: string }>
          aria-label={workLabel}
          placeholder={workLabel}
          allowClear
          options={workStates}
          value={work}
          onChange={(to?: DispatchState) => onSearch({ work: to })}
        />
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
        <FacilitySelect label={t('depot')} value={depot} onChange={(to) => onSearch({ depot: to, start: undefined })} />
        {(depot !== undefined || start !== undefined) && (
          <Button autoInsertSpace={false} onClick={() => onSearch({ depot: undefined, start: undefined })}>
            {t('noDepot')}
          </Button>
        )}
        <span className="list-sub">{t('depotHint')}</span>
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
              line={line}
              {...(origin && { start: { ...origin, label: t('depot') } })}
              onPlace={begin}
            />
          </Suspense>
          <ol aria-label={t('route')}>
            {route.map(({ place, metres }, i) => (
              <li key={place.id}>
                <button type="button" className="list-link" onClick={() => select(place.id)}>
                  {place.name}
                </button>{' '}
                <strong>{place.fill}%</strong> <span className="list-sub">{shortTime(place.time)}</span>{' '}
                {place.work && (
                  <>
                    <WorkSign work={place.work} /> <span className="list-sub">{place.work.assigneeName}</span>
                  </>
                )}
                <span className="list-sub">
                  {place.deptName} {(i > 0 || origin) && t(i > 0 ? 'leg' : 'firstLeg', { m: Math.round(metres) })}
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Flex>
  )
}

/** Degrees, WGS-84. */
type Origin = { lng: number; lat: number }

/** Where the truck starts: at a facility, at a place of the map, or anywhere. */
function useOrigin(depot: number | undefined, start: string | undefined): Origin | undefined {
  const { data: facility } = useQuery({
    ...query(getFacility, { id: depot ?? 0 }),
    enabled: depot !== undefined,
    staleTime: 60_000,
  })
  return useMemo(() => {
    if (depot !== undefined && facility) return { lng: facility.lng, lat: facility.lat }
    const [lng, lat] = start?.split(',').map(Number) ?? []
    return lng === undefined || lat === undefined ? undefined : { lng, lat }
  }, [depot, facility, start])
}

/** The way along the stops, as positions. */
const lineOf = (route: readonly { place: Origin }[], origin: Origin | undefined): [number, number][] =>
  [...(origin ? [origin] : []), ...route.map(({ place }) => place)].map(({ lng, lat }) => [lng, lat])
