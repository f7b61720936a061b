import type { ListedEmergency } from '@huanwei/contract/emergencies/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { indexColumn, openColumn, shortTime, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { Answered, CallerName, EmergencyTag, Outcome } from './EmergencyState.tsx'

/** Columns of the record of calls for help. */
export function useEmergencyColumns(): ListColumn<ListedEmergency>[] {
  const { t } = useTranslation(['emergencies', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'time', title: t('time'), width: 104, card: 'time', cell: ({ time }) => shortTime(time) },
      {
        key: 'object',
        title: t('object'),
        width: 150,
        always: true,
        card: 'title',
        cell: (row) => <CallerName emergency={row} />,
      },
      { key: 'department', title: t('department'), width: 110, spare: true, cell: ({ deptName }) => whole(deptName) },
      {
        key: 'position',
        title: t('position'),
        width: 130,
        card: 'detail',
        cell: ({ position }) => whole(position),
        brief: ({ position }) => position && whole(position),
      },
      { key: 'calls', title: t('callCount'), width: 80, spare: true, cell: ({ calls }) => calls.toLocaleString() },
      {
        key: 'acknowledged',
        title: t('acknowledgedBy'),
        width: 120,
        card: 'detail',
        cell: ({ acknowledgement }) => <Answered step={acknowledgement} />,
        brief: ({ acknowledgement }) => acknowledgement && <Answered step={acknowledgement} />,
      },
      {
        key: 'tier',
        title: t('tier'),
        width: 84,
        cell: ({ tier }) => (tier === null ? '—' : whole(t(`people.${tier}`))),
      },
      {
        key: 'state',
        title: t('state'),
        width: 100,
        card: 'state',
        cell: (row) => <EmergencyTag emergency={row} />,
      },
      { key: 'closed', title: t('closedBy'), width: 120, cell: ({ closing }) => <Answered step={closing} /> },
      { key: 'outcome', title: t('outcome'), width: 128, cell: (row) => <Outcome emergency={row} /> },
      openColumn(t('list:action'), () => t('list:details')),
    ],
    [t],
  )
}
