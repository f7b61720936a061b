import { getInspectionLoads, type InspectionRow } from '@huanwei/contract/inspections/endpoints'
import { decide } from '@huanwei/contract/inspections/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay, useSession } from '../../lib/session.ts'
import { ReadAllButton } from '../../shell/messages/ReadAllButton.tsx'
import { AddButton } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { useWorkFilter } from '../cleaning/causes/work-filter.ts'
import { dueSort, dueSortOf } from '../deadlines/deadline-search.ts'
import { LoadButton } from '../deadlines/LoadButton.tsx'
import { useTimelinessOptions } from '../deadlines/TimelinessSelect.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ProjectSelect } from '../projects/ProjectSelect.tsx'
import { DeskSwitch } from '../queues/desk/DeskSwitch.tsx'
import { QueueDesk } from '../queues/desk/QueueDesk.tsx'
import { useDesk } from '../queues/desk/use-desk.ts'
import { useQueueRows } from '../queues/desk/use-queue-rows.ts'
import { useWhoseFilter } from '../queues/use-whose-filter.ts'
import { UserSelect } from '../users/UserSelect.tsx'
import { useInspectionColumns } from './InspectionColumns.tsx'
import { InspectionDrawer } from './InspectionDrawer.tsx'
import { isWaitingTab, useInspectionList } from './inspection-list.ts'
import { InspectionsSearch } from './inspection-search.ts'
import { ReportDrawer } from './ReportDrawer.tsx'

const noFilter: Pick<
  InspectionsSearch,
  'whose' | 'reportPersonId' | 'responsibleId' | 'projectId' | 'work' | 'deptId' | 'timeliness' | 'from' | 'to'
> = {
  whose: undefined,
  timeliness: undefined,
  reportPersonId: undefined,
  responsibleId: undefined,
  projectId: undefined,
  work: undefined,
  deptId: undefined,
  from: undefined,
  to: undefined,
}

const noForm = { form: undefined, complaintId: undefined }

type Props = { search: InspectionsSearch; onSearch: (change: Partial<InspectionsSearch>) => void }

const tabs = InspectionsSearch.shape.tab.unwrap().options

/** Inspections by status, with a form to report one. Source: spec 2, section 2.3. */
export function InspectionsPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['inspections', 'deadlines', 'list'])
  const mayReport = useMay('inspection_report')
  const { list, exported } = useInspectionList(search)
  const queue = useQueueRows<InspectionRow>(list, search)
  const columns = useInspectionColumns(queue.held.rows ?? [], isWaitingTab(search.tab) === true)
  const whose = useWhoseFilter()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const mayHandle = useMay('inspection_handle')
  const desk = useDesk({
    queue,
    open: search.open,
    onOpen: (open) => onSearch({ open }),
    onHandled: drawer.onHandled,
    waits: (row) => (['feedback', 'close'] as const).some((act) => 'next' in decide(row, act, { userId, mayHandle, remark: '' })),
  })
  const keys = [
    ['1', t('desk.first')],
    ['2', t('desk.return')],
    ['Ctrl Enter', t('list:desk.key.confirm')],
  ] as const
  const toTab = (tab: InspectionsSearch['tab']) => onSearch({ tab, current: 1 })

  const frameOfList = (
    <ListFrame
      name="inspections"
      label={t('title')}
      lead={
        <Segments<InspectionsSearch['tab']>
          aria-label={t('column.status')}
          options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={search.tab}
          onChange={toTab}
        />
      }
      filters={[
        fields.pick('reportPersonId', t('column.reporter'), UserSelect),
        fields.pick('responsibleId', t('column.responsible'), UserSelect),
        fields.pick('projectId', t('project'), ProjectSelect),
        fields.choice('timeliness', t('deadlines:timeliness'), useTimelinessOptions(isWaitingTab(search.tab))),
        fields.choice('work', ...useWorkFilter()),
        ...(mayHandle ? [fields.choice('whose', ...whose)] : []),
        fields.days(),
        fields.pick('deptId', t('department'), DepartmentSelect),
      ]}
      actions={
        <>
          {mayReport && <AddButton onClick={() => onSearch({ form: 'new' })}>{t('report')}</AddButton>}
          <LoadButton
            call={getInspectionLoads}
            onShow={(responsibleId, timeliness) =>
              onSearch({ ...noFilter, tab: 'waiting', responsibleId, timeliness, current: 1 })
            }
          />
          <DeskSwitch desk={desk} />
          {mayHandle && <ReadAllButton of={{ msgType: MsgType.inspection }} />}
        </>
      }
      columns={columns}
      {...frame}
      {...rows}
      {...desk.rows}
      exportButton={<ExportButton {...exported} />}
      sort={dueSort(search, onSearch).sort ?? (search.order && { by: 'createTime', order: search.order })}
      onSort={(to) => onSearch({ sort: dueSortOf(to), order: to?.by === 'createTime' ? to.order : undefined, current: 1 })}
      noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
      empty={
        search.tab === 'waiting'
          ? {
              title: t('none.waiting'),
              hint: t('noneHint.waiting'),
              action: <Button onClick={() => toTab('fedBack')}>{t('see.fedBack')}</Button>,
            }
          : {
              title: t(`none.${search.tab}`),
              hint: t(`noneHint.${search.tab}`),
              action: <Button onClick={() => toTab('waiting')}>{t('see.waiting')}</Button>,
            }
      }
    />
  )
  return (
    <>
      <QueueDesk desk={desk} keys={keys} list={frameOfList}>
        {search.open !== undefined && <InspectionDrawer key={search.open} id={search.open} {...desk.drawer} />}
      </QueueDesk>
      {search.form === 'new' && mayReport && (
        <ReportDrawer
          complaintId={search.complaintId}
          onClose={() => onSearch(noForm)}
          onReported={() => onSearch({ ...noForm, tab: 'waiting', current: 1 })}
        />
      )}
    </>
  )
}
