import type { InspectionRow } from '@huanwei/contract/inspections/endpoints'
import { decide, inspectionDeadline } from '@huanwei/contract/inspections/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay, useSession } from '../../lib/session.ts'
import { indexColumn, openColumn, shortTime, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { sharedPlace } from '../../ui/list/places.ts'
import { withWorkSign, workColumn } from '../cleaning/causes/WorkSign.tsx'
import { dueColumn } from '../deadlines/Due.tsx'
import { InspectionTag } from './InspectionState.tsx'

/** Columns of the inspection list; addresses leave out what those of all `rows` begin with; `isOpen`: they wait for feedback. Source: spec 2, section 2.3. */
export function useInspectionColumns(rows: readonly InspectionRow[], isOpen: boolean): ListColumn<InspectionRow>[] {
  const { t } = useTranslation(['inspections', 'cleaning', 'deadlines', 'list'])
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const mayHandle = useMay('inspection_handle')
  const shared = sharedPlace(rows.map(({ position }) => position))
  return useMemo(() => {
    const mayAct = (row: InspectionRow) =>
      (['feedback', 'close'] as const).some((act) => 'next' in decide(row, act, { userId, mayHandle, remark: '' }))
    return [
      indexColumn(t('list:index'), 54),
      {
        key: 'responsible',
        title: t('column.responsible'),
        width: 96,
        always: true,
        card: 'title',
        cell: (row) => <span data-unread={row.readUnread === 0 ? '' : undefined}>{row.responsibleName}</span>,
      },
      {
        key: 'project',
        title: t('column.project'),
        width: 68,
        cell: ({ projectName, deptName }) =>
          whole(projectName ?? deptName, projectName ? `${projectName} · ${deptName}` : deptName),
      },
      {
        key: 'position',
        title: t('column.position'),
        width: 74,
        card: 'detail',
        cell: (row) => whole(row.position.slice(shared), row.position),
        brief: (row) => row.position.slice(shared),
      },
      { key: 'reporter', title: t('column.reporter'), width: 80, cell: (row) => whole(row.reportPersonName) },
      { key: 'business', title: t('column.business'), width: 76, cell: (row) => whole(row.businessTypeName) },
      {
        key: 'standard',
        title: t('column.standard'),
        width: 98,
        card: 'title',
        cell: (row) => whole(row.assessmentStandardName, `${row.assessmentStandardName}: ${row.eventContent}`),
        brief: (row) => row.eventContent,
      },
      { key: 'score', title: t('column.score'), width: 56, cell: (row) => row.score },
      { key: 'remark', title: t('column.remark'), width: 68, cell: (row) => whole(row.remark) },
      {
        key: 'time',
        title: t('column.time'),
        width: 94,
        sort: 'createTime',
        card: 'time',
        cell: (row) => shortTime(row.createTime),
      },
      dueColumn(t('deadlines:dueTime'), inspectionDeadline, isOpen),
      {
        key: 'status',
        title: t('column.status'),
        width: 128,
        card: 'state',
        cell: (row) => withWorkSign(row, <InspectionTag inspection={row} />),
      },
      workColumn(t('cleaning:work.column')),
      openColumn(t('list:action'), (row) => t(mayAct(row) ? 'list:handle' : 'list:details')),
    ]
  }, [t, userId, mayHandle, shared, isOpen])
}
