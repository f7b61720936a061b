import type { ListedFacility } from '@huanwei/contract/facilities/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { connectionColumn } from '../assets/connection.tsx'
import { pickColumn } from '../queues/PickBox.tsx'
import type { Picks } from '../queues/use-picks.ts'
import type { FacilitiesSearch } from './facility-search.ts'

/** `search` says what is asked of the rows, and `picks` is given where several can be chosen. */
export function useFacilityColumns(
  { cubicles, collected }: Pick<FacilitiesSearch, 'cubicles' | 'collected'>,
  picks: Picks | undefined,
): ListColumn<ListedFacility>[] {
  const { t } = useTranslation(['facilities', 'terminals', 'list'])
  const mayEdit = useMay('admin_facility_edit')
  return useMemo(
    () => [
      ...(picks ? [pickColumn<ListedFacility>(picks)] : []),
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 190, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'type', title: t('type'), width: 110, card: 'detail', cell: ({ facilityTypeName }) => whole(facilityTypeName) },
      { key: 'department', title: t('department'), width: 130, card: 'detail', cell: ({ deptName }) => whole(deptName) },
      { key: 'address', title: t('address'), width: 200, cell: ({ address }) => whole(address) },
      {
        key: 'sensor',
        title: t('sensor'),
        width: 130,
        card: 'time',
        cell: ({ terminalNo }) => whole(terminalNo ?? t('noSensor')),
      },
      connectionColumn(t('terminals:connection')),
      {
        key: 'cubicles',
        title: t('cubiclesFree'),
        width: 96,
        ...askedFor(cubicles),
        cell: ({ cubiclesFree, cubiclesSensed }) => cubiclesSensed !== null && `${cubiclesFree} / ${cubiclesSensed}`,
      },
      {
        key: 'collected',
        title: t('collected'),
        width: 120,
        ...askedFor(collected),
        cell: ({ collectedTimes, collectedWeight }) =>
          collectedTimes !== null &&
          t('collectedOf', { times: collectedTimes, kg: Math.round(collectedWeight ?? 0).toLocaleString('en-US') }),
      },
      {
        key: 'toiletKind',
        title: t('toiletKind'),
        spare: true,
        cell: ({ toiletKind }) => toiletKind && t(`toilet.${toiletKind}`),
      },
      {
        key: 'facilityClass',
        title: t('facilityClass'),
        spare: true,
        cell: ({ facilityClass }) => facilityClass && t(`class.${facilityClass}`),
      },
      { key: 'builtYear', title: t('builtYear'), spare: true, cell: ({ builtYear }) => builtYear },
      { key: 'openingHours', title: t('openingHours'), spare: true, cell: ({ openingHours }) => whole(openingHours) },
      { key: 'managerName', title: t('managerName'), spare: true, cell: ({ managerName }) => whole(managerName) },
      { key: 'remark', title: t('remark'), spare: true, cell: ({ remark }) => whole(remark) },
      { key: 'time', title: t('createTime'), width: 170, spare: true, cell: ({ createTime }) => createTime },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 70),
    ],
    [t, mayEdit, picks, cubicles, collected],
  )
}

/** A column of what the list is asked for is shown, else it is chosen. */
const askedFor = (filter: string | undefined) => (filter === undefined ? { spare: true } : { always: true as const })
