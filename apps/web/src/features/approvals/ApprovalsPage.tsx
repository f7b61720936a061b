import { PlusOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { DateRange } from '../../ui/DateRange.tsx'
import { DepartmentSelect } from '../../ui/DepartmentSelect.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { UserSelect } from '../../ui/UserSelect.tsx'
import { useQueueFilter } from '../messages/use-queue-filter.ts'
import { ApplyDrawer } from './ApplyDrawer.tsx'
import { useApprovalColumns } from './ApprovalColumns.tsx'
import { ApprovalDrawer } from './ApprovalDrawer.tsx'
import { useApprovalList } from './approval-list.ts'
import { ApprovalsSearch, noFilter } from './approval-search.ts'

type Props = { search: ApprovalsSearch; onSearch: (change: Partial<ApprovalsSearch>) => void }

const tabs = ApprovalsSearch.shape.tab.unwrap().options

/** Applications for leave and outings: to decide, to look at, one's own. Source: spec 2, section 2.2. */
export function ApprovalsPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['approvals', 'list'])
  const mayHandle = useMay('approval_handle')
  const { list, exported } = useApprovalList(search)
  const columns = useApprovalColumns(search.tab === 'mine')
  const queue = useQueueFilter({ search, onSearch, noFilter, list })
  const { filter, choose } = queue
  const isOwn = search.tab === 'mine'
  const apply = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => onSearch({ form: 'new' })}>
      {t('apply')}
    </Button>
  )
  const none = isOwn ? 'mine' : search.tab === 'pending' && !mayHandle ? 'pendingLook' : search.tab

  return (
    <>
      <ListFrame
        name="approvals"
        label={t('title')}
        lead={
          <Segmented<ApprovalsSearch['tab']>
            aria-label={t('column.status')}
            options={tabs.map((value) => ({ value, label: t(value === 'mine' ? 'mine' : `status.${value}`) }))}
            value={search.tab}
            onChange={(tab) => onSearch({ tab, current: 1 })}
          />
        }
        filters={[
          {
            key: 'applicant',
            label: t('column.applicant'),
            isSet: filter.objectId !== undefined,
            control: (
              <UserSelect label={t('column.applicant')} value={filter.objectId} onChange={(objectId) => choose({ objectId })} />
            ),
          },
          {
            key: 'submitter',
            label: t('column.submitter'),
            isSet: filter.submittedBy !== undefined,
            control: (
              <UserSelect
                label={t('column.submitter')}
                value={filter.submittedBy}
                onChange={(submittedBy) => choose({ submittedBy })}
              />
            ),
          },
          {
            key: 'department',
            label: t('department'),
            isSet: filter.deptId !== undefined,
            control: <DepartmentSelect label={t('department')} value={filter.deptId} onChange={(deptId) => choose({ deptId })} />,
          },
          {
            key: 'days',
            label: `${t('list:firstDay')} → ${t('list:lastDay')}`,
            isSet: filter.from !== undefined || filter.to !== undefined,
            control: (
              <DateRange
                labels={[t('list:firstDay'), t('list:lastDay')]}
                value={{ from: filter.from, to: filter.to }}
                onChange={choose}
              />
            ),
          },
        ]}
        actions={apply}
        onQuery={queue.onQuery}
        onReset={queue.onReset}
        columns={columns}
        list={list}
        exported={exported}
        position={search}
        onPage={queue.onPage}
        onOpen={queue.onOpen}
        openId={search.open}
        empty={
          queue.isFiltered
            ? {
                title: t('noneMatch'),
                hint: t('noneMatchHint'),
                action: <Button onClick={queue.onReset}>{t('list:clearFilters')}</Button>,
              }
            : { title: t(`none.${none}.title`), hint: t(`none.${none}.hint`), ...(isOwn && { action: apply }) }
        }
      />
      {search.open !== undefined && (
        <ApprovalDrawer key={search.open} id={search.open} onClose={queue.onClose} onHandled={queue.onHandled} />
      )}
      {search.form && (
        <ApplyDrawer
          onClose={() => onSearch({ form: undefined })}
          onApplied={() => onSearch({ form: undefined, tab: 'mine', ...noFilter, current: 1 })}
        />
      )}
    </>
  )
}
