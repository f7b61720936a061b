import type { CleaningReport } from '@huanwei/contract/cleaning/endpoints'
import { cleaningDeadline } from '@huanwei/contract/cleaning/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { indexColumn, openColumn, timeColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { dueColumn } from '../deadlines/Due.tsx'
import { CleaningTag } from './CleaningState.tsx'

/** Columns of cleaning reports; `isSorted` where the earliest due can come first. */
export function useCleaningColumns(isSorted: boolean): ListColumn<CleaningReport>[] {
  const { t } = useTranslation(['cleaning', 'deadlines', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'code', title: t('column.code'), width: 126, always: true, cell: (row) => row.code },
      {
        key: 'facility',
        title: t('column.facility'),
        width: 120,
        card: 'title',
        cell: (row) => <span title={row.position}>{row.facilityName || row.position}</span>,
      },
      { key: 'type', title: t('column.type'), width: 72, card: 'title', cell: (row) => t(`type.${row.type}`) },
      { key: 'content', title: t('column.content'), width: 98, card: 'detail', cell: (row) => whole(row.content) },
      { key: 'department', title: t('column.department'), width: 100, spare: true, cell: (row) => whole(row.deptName) },
      {
        key: 'assignee',
        title: t('column.assignee'),
        width: 76,
        card: 'detail',
        cell: (row) => row.assigneeName || '—',
        brief: (row) => row.assigneeName,
      },
      {
        key: 'cause',
        title: t('cause'),
        width: 100,
        spare: true,
        cell: ({ causeKind }) => whole(causeKind === null ? '' : t(`cause.${causeKind}`)),
      },
      timeColumn(t('column.time'), (row) => row.reportTime),
      dueColumn(t('deadlines:dueTime'), cleaningDeadline, isSorted),
      { key: 'status', title: t('column.status'), width: 104, card: 'state', cell: (row) => <CleaningTag status={row.status} /> },
      openColumn(t('list:action'), () => t('list:details')),
    ],
    [t, isSorted],
  )
}
