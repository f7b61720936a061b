import { PlusOutlined } from '@ant-design/icons'
import { decide } from '@huanwei/contract/approvals/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay, useSession } from '../../lib/session.ts'
import { ReadAllButton } from '../../shell/messages/ReadAllButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { dueSort } from '../deadlines/deadline-search.ts'
import { useTimelinessOptions } from '../deadlines/TimelinessSelect.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { DeskSwitch } from '../queues/desk/DeskSwitch.tsx'
import { QueueDesk } from '../queues/desk/QueueDesk.tsx'
import { useDesk } from '../queues/desk/use-desk.ts'
import { useQueueRows } from '../queues/desk/use-queue-rows.ts'
import { usePicks } from '../queues/use-picks.ts'
import { useWhoseFilter } from '../queues/use-whose-filter.ts'
import { UserSelect } from '../users/UserSelect.tsx'
import { ApplyDrawer } from './ApplyDrawer.tsx'
import { useApprovalColumns } from './ApprovalColumns.tsx'
import { ApprovalDrawer } from './ApprovalDrawer.tsx'
import { type ApprovalRow, isPendingTab, useApprovalList } from './approval-list.ts'
import { ApprovalsSearch } from './approval-search.ts'
import { SubmitManyDrawer } from './SubmitManyDrawer.tsx'

const noFilter: Pick<ApprovalsSearch, 'whose' | 'objectId' | 'submittedBy' | 'deptId' | 'timeliness' | 'from' | 'to'> = {
  whose: undefined,
  timeliness: undefined,
  objectId: undefined,
  submittedBy: undefined,
  deptId: undefined,
  from: undefined,
  to: undefined,
}

type Props = { search: ApprovalsSearch; onSearch: (change: Partial<ApprovalsSearch>) => void }

/** Applications for leave and outings: to decide, to look at, one's own. Source: spec 2, section 2.2. */
export function ApprovalsPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['approvals', 'deadlines', 'list'])
  const mayHandle = useMay('approval_handle')
  const { list, exported } = useApprovalList(search)
  const queue = useQueueRows<ApprovalRow>(list, search)
  const canPick = mayHandle && search.tab === 'pending'
  const picks = usePicks(search.tab, queue.held.rows)
  /** The picked ones while they are dealt with. */
  const [submitted, setSubmitted] = useState<readonly number[]>()
  const columns = useApprovalColumns(search.tab, canPick ? picks : undefined)
  const whose = useWhoseFilter()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const desk = useDesk({
    queue,
    picks: canPick ? picks : undefined,
    open: search.open,
    onOpen: (open) => onSearch({ open }),
    onHandled: drawer.onHandled,
    waits: (row) => mayHandle && 'next' in decide(row, 'approve', { userId, opinion: '' }),
  })
  const keys = [
    ['1', t('approve')],
    ['2', t('desk.reject')],
    ['Ctrl Enter', t('list:desk.key.confirm')],
  ] as const
  const isOwn = search.tab === 'mine'
  const apply = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => onSearch({ form: 'new' })}>
      {t('apply')}
    </Button>
  )
  const none = isOwn ? 'mine' : search.tab === 'pending' && !mayHandle ? 'pendingLook' : search.tab

  const frameOfList = (
    <ListFrame
      name="approvals"
      label={t('title')}
      lead={<Tabs value={search.tab} onChange={(tab) => onSearch({ tab, current: 1 })} />}
      filters={[
        fields.pick('objectId', t('column.applicant'), UserSelect),
        fields.pick('submittedBy', t('column.submitter'), UserSelect),
        fields.pick('deptId', t('department'), DepartmentSelect),
        fields.choice('timeliness', t('deadlines:timeliness'), useTimelinessOptions(isPendingTab(search.tab))),
        ...(mayHandle ? [fields.choice('whose', ...whose)] : []),
        fields.days(),
      ]}
      actions={
        <>
          {apply}
          {canPick && (
            <Button disabled={picks.ids.length === 0} onClick={() => setSubmitted(picks.ids)}>
              {t('many.act', { n: picks.ids.length })}
            </Button>
          )}
          <DeskSwitch desk={desk} />
          {mayHandle && <ReadAllButton of={{ msgType: MsgType.approval }} />}
        </>
      }
      columns={columns}
      {...frame}
      {...rows}
      {...desk.rows}
      {...dueSort(search, onSearch)}
      {...(canPick && { onPick: picks.pick })}
      exportButton={<ExportButton {...exported} />}
      noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
      empty={{ title: t(`none.${none}.title`), hint: t(`none.${none}.hint`), ...(isOwn && { action: apply }) }}
    />
  )
  return (
    <>
      <QueueDesk desk={desk} keys={keys} list={frameOfList}>
        {search.open !== undefined && <ApprovalDrawer key={search.open} id={search.open} {...desk.drawer} />}
      </QueueDesk>
      {submitted && <SubmitManyDrawer ids={submitted} onClose={() => setSubmitted(undefined)} onSubmitted={picks.clear} />}
      {search.form && (
        <ApplyDrawer
          onClose={() => onSearch({ form: undefined })}
          onApplied={() => onSearch({ form: undefined, tab: 'mine', ...noFilter, current: 1 })}
        />
      )}
    </>
  )
}

const tabs = ApprovalsSearch.shape.tab.unwrap().options
type Tab = ApprovalsSearch['tab']

function Tabs(props: { value: Tab; onChange: (tab: Tab) => void }) {
  const { t } = useTranslation('approvals')
  const options = tabs.map((value) => ({ value, label: t(value === 'mine' ? 'mine' : `status.${value}`) }))
  return <Segments<Tab> aria-label={t('column.status')} options={options} {...props} />
}
