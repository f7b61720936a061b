import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { approvalDeadline } from '@huanwei/contract/approvals/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { indexColumn, openColumn, shortTime, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { dueColumn } from '../deadlines/Due.tsx'
import { pickColumn } from '../queues/PickBox.tsx'
import type { Picks } from '../queues/use-picks.ts'
import { ApprovalTag } from './ApprovalState.tsx'
import { type ApprovalRow, isPendingTab } from './approval-list.ts'
import type { ApprovalsSearch } from './approval-search.ts'
import { spanText } from './span-text.ts'

/** Years of a span, which leave no room for the reason in a card. */
const year = /\d{4}-(?=\d\d-\d\d)/g

/** Columns of the approval list; one's own are to look at, pending ones can be sorted by their due time; `picks` where several can be chosen. Source: spec 2, section 2.2. */
export function useApprovalColumns(tab: ApprovalsSearch['tab'], picks: Picks | undefined): ListColumn<ApprovalRow>[] {
  const { t } = useTranslation(['approvals', 'deadlines', 'list'])
  const mayDecide = useMay('approval_handle') && tab !== 'mine'
  const isOpen = isPendingTab(tab) === true
  return useMemo(
    () => [
      ...(picks ? [pickColumn<ApprovalRow>(picks)] : []),
      indexColumn(t('list:index')),
      {
        key: 'applicant',
        title: t('column.applicant'),
        width: 120,
        always: true,
        card: 'title',
        cell: (row) => (
          <span title={placeOf(row)} data-unread={row.readUnread === 0 ? '' : undefined}>
            {row.objectName} <span className="list-sub">{placeOf(row)}</span>
          </span>
        ),
        brief: (row) => <span data-unread={row.readUnread === 0 ? '' : undefined}>{row.objectName}</span>,
      },
      {
        key: 'type',
        title: t('column.type'),
        width: 96,
        card: 'title',
        cell: (row) => whole(row.typeName),
      },
      { key: 'submitter', title: t('column.submitter'), width: 90, cell: (row) => row.submittedByName },
      { key: 'time', title: t('column.time'), width: 104, cell: (row) => shortTime(row.createTime) },
      {
        key: 'days',
        title: t('column.days'),
        width: 54,
        cell: (row) => row.fate,
      },
      {
        key: 'span',
        title: t('span'),
        width: 150,
        card: 'detail',
        cell: (row) => whole(spanText(row, t)),
        brief: (row) => whole(spanText(row, t).replaceAll(year, ''), spanText(row, t)),
      },
      { key: 'reason', title: t('column.reason'), width: 80, card: 'detail', cell: (row) => whole(row.reason) },
      dueColumn(t('deadlines:dueTime'), approvalDeadline, isOpen),
      { key: 'status', title: t('column.status'), width: 108, card: 'state', cell: (row) => <ApprovalTag status={row.status} /> },
      openColumn(t('list:action'), (row) =>
        t(row.status === ApprovalStatus.pending && mayDecide ? 'list:handle' : 'list:details'),
      ),
    ],
    [t, mayDecide, picks, isOpen],
  )
}

/** Department and role. */
const placeOf = ({ deptName, roleName }: ApprovalRow) => [deptName, roleName].filter(Boolean).join(' · ')
