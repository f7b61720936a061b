import type { CleaningReport } from '@huanwei/contract/cleaning/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { CleaningTag } from './CleaningState.tsx'

export function useCleaningColumns(): ListColumn<CleaningReport>[] {
  const { t } = useTranslation(['cleaning', 'list'])
  return useMemo(
    () => [
      { key: 'index', title: t('list:index'), width: 54, card: 'none', always: true, cell: (_, number) => number },
      { key: 'code', title: t('column.code'), width: 132, always: true, card: 'head', cell: (row) => row.code },
      { key: 'type', title: t('column.type'), width: 80, cell: (row) => t(`type.${row.type}`) },
      {
        key: 'facility',
        title: t('column.facility'),
        width: 150,
        cell: (row) => <span title={row.position}>{row.facilityName || row.position}</span>,
      },
      { key: 'content', title: t('column.content'), width: 130, cell: (row) => whole(row.content) },
      { key: 'department', title: t('column.department'), width: 100, cell: (row) => row.deptName },
      { key: 'assignee', title: t('column.assignee'), width: 80, cell: (row) => row.assigneeName || '—' },
      { key: 'time', title: t('column.time'), width: 150, cell: (row) => row.reportTime },
      { key: 'status', title: t('column.status'), width: 124, cell: (row) => <CleaningTag status={row.status} /> },
      openColumn(t('list:action'), () => t('list:details')),
    ],
    [t],
  )
}
