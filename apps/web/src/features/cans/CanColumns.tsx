import type { ListedCan } from '@huanwei/contract/cans/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { indexColumn, openColumn, shortTime, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { withWorkSign, workColumn } from '../cleaning/causes/WorkSign.tsx'
import { pickColumn } from '../queues/PickBox.tsx'
import type { Picks } from '../queues/use-picks.ts'

/** `picks` where several can be chosen. */
export function useCanColumns(picks: Picks | undefined): ListColumn<ListedCan>[] {
  const { t } = useTranslation(['cans', 'cleaning', 'live', 'list'])
  const mayEdit = useMay('admin_garbagecan_edit')
  return useMemo(
    () => [
      ...(picks ? [pickColumn<ListedCan>(picks)] : []),
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 180, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'department', title: t('department'), width: 130, card: 'detail', cell: ({ deptName }) => whole(deptName) },
      {
        key: 'waste',
        title: t('waste'),
        width: 90,
        card: 'detail',
        cell: ({ wasteType }) => whole(wasteType ? t(`live:waste.${wasteType}`) : ''),
      },
      {
        key: 'capacity',
        title: t('capacity'),
        width: 86,
        cell: ({ capacity }) => (capacity === null ? '—' : t('live:card.litres', { n: capacity })),
      },
      {
        key: 'fill',
        title: t('fill'),
        width: 80,
        card: 'state',
        cell: (row) => withWorkSign(row, row.fill === null ? '—' : `${row.fill}%`),
      },
      {
        key: 'fillTime',
        title: t('fillTime'),
        width: 104,
        card: 'time',
        cell: ({ fillTime }) => (fillTime === null ? '—' : shortTime(fillTime)),
      },
      { key: 'address', title: t('address'), width: 170, cell: ({ address }) => whole(address) },
      {
        key: 'sensor',
        title: t('sensor'),
        width: 130,
        spare: true,
        cell: ({ terminalNo }) => whole(terminalNo ?? t('noSensor')),
      },
      { key: 'remark', title: t('remark'), spare: true, cell: ({ remark }) => whole(remark) },
      { key: 'time', title: t('createTime'), width: 170, spare: true, cell: ({ createTime }) => createTime },
      workColumn(t('cleaning:work.column')),
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 70),
    ],
    [t, mayEdit, picks],
  )
}
