import { ComplaintStatus } from '@huanwei/contract/complaints/codes'
import { complaintDeadline } from '@huanwei/contract/complaints/rules'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { indexColumn, openColumn, shortTime, timeColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { withWorkSign, workColumn } from '../cleaning/causes/WorkSign.tsx'
import { dueColumn } from '../deadlines/Due.tsx'
import { ComplaintTag, DoubtTags, Satisfaction, TypeTag } from './ComplaintState.tsx'
import type { ComplaintRow } from './complaint-list.ts'
import type { ComplaintsSearch } from './complaint-search.ts'

/** Columns of the public events: those of the specification in its order, of processed ones with the citizen's satisfaction, then the facility and the words. Source: spec 1, section 2.6. */
export function useComplaintColumns(status: ComplaintsSearch['status']): ListColumn<ComplaintRow>[] {
  const isProcessed = status === 'processed'
  const { t } = useTranslation(['complaints', 'cleaning', 'deadlines', 'list'])
  const mayHandle = useMay('complaint_handle')
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'reporter', title: t('column.reporter'), width: 80, cell: (row) => row.reportPerson || t('anonymous') },
      { key: 'contact', title: t('column.contact'), width: 106, cell: (row) => row.contactInformation || '—' },
      {
        key: 'type',
        title: t('column.type'),
        width: 139,
        card: 'state',
        cell: (row) => withWorkSign(row, <TypeTag eventType={row.eventType} />),
      },
      { key: 'position', title: t('column.position'), width: 84, cell: (row) => whole(placeOf(row), row.position) },
      {
        ...timeColumn<ComplaintRow>(t('column.time'), (row) => row.eventTime),
        width: 104,
        cell: (row) => shortTime(row.eventTime),
      },
      {
        key: 'status',
        title: t('column.status'),
        width: 100,
        // The tab says it, and the satisfaction needs its room.
        spare: isProcessed,
        cell: (row) => <ComplaintTag status={row.status} />,
      },
      dueColumn(t('deadlines:dueTime'), complaintDeadline, status === 'pending'),
      ...(isProcessed ? [satisfactionColumn(t)] : []),
      {
        key: 'facility',
        title: t('column.facility'),
        width: 126,
        always: true,
        card: 'title',
        cell: (row) => <FacilityName {...row} />,
      },
      {
        key: 'content',
        title: t('column.content'),
        width: 105,
        card: 'detail',
        cell: (row) => (
          <>
            <DoubtTags about={row} />
            {whole(row.content)}
          </>
        ),
      },
      workColumn(t('cleaning:work.column')),
      openColumn(t('list:action'), (row) =>
        t(row.status !== ComplaintStatus.handled && mayHandle ? 'list:handle' : 'list:details'),
      ),
    ],
    [t, mayHandle, status, isProcessed],
  )
}

const satisfactionColumn = (t: TFunction<['complaints']>): ListColumn<ComplaintRow> => ({
  key: 'score',
  title: t('score'),
  width: 92,
  cell: ({ score, scoreRemark }) => <Satisfaction score={score} remark={scoreRemark} />,
})

/** The facility, bold while its message is unread. */
const FacilityName = ({ facilityName, deptName, readUnread }: ComplaintRow) => (
  <span title={`${facilityName} · ${deptName}`} data-unread={readUnread === 0 ? '' : undefined}>
    {facilityName}
  </span>
)

/** The position without the facility's name, which has its own column; whole where it says nothing else. */
const placeOf = ({ position, facilityName }: ComplaintRow) =>
  (position.endsWith(facilityName) && position.slice(0, -facilityName.length)) || position
