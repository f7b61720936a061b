import { QrcodeOutlined } from '@ant-design/icons'
import { ComplaintStatus, ComplaintType, ScoreBand } from '@huanwei/contract/complaints/codes'
import { MsgType } from '@huanwei/contract/messages/codes'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { ReadAllButton } from '../../shell/messages/ReadAllButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { useWorkFilter } from '../cleaning/causes/work-filter.ts'
import { dueSort } from '../deadlines/deadline-search.ts'
import { useTimelinessOptions } from '../deadlines/TimelinessSelect.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { FacilitySelect } from '../facilities/FacilitySelect.tsx'
import { FacilityTypeSelect } from '../facilities/FacilityTypeSelect.tsx'
import { DeskSwitch } from '../queues/desk/DeskSwitch.tsx'
import { QueueDesk } from '../queues/desk/QueueDesk.tsx'
import { useDesk } from '../queues/desk/use-desk.ts'
import { useQueueRows } from '../queues/desk/use-queue-rows.ts'
import { useWhoseFilter } from '../queues/use-whose-filter.ts'
import { useComplaintColumns } from './ComplaintColumns.tsx'
import { ComplaintDrawer } from './ComplaintDrawer.tsx'
import { type ComplaintRow, isOpenTab, useComplaintList } from './complaint-list.ts'
import { ComplaintsSearch } from './complaint-search.ts'
import { firstQuickKey, quickReplies } from './ReplyForm.tsx'

const noFilter: Pick<
  ComplaintsSearch,
  'whose' | 'eventType' | 'satisfaction' | 'work' | 'objectId' | 'facilityType' | 'deptId' | 'timeliness' | 'from' | 'to'
> = {
  whose: undefined,
  timeliness: undefined,
  eventType: undefined,
  satisfaction: undefined,
  work: undefined,
  objectId: undefined,
  facilityType: undefined,
  deptId: undefined,
  from: undefined,
  to: undefined,
}

const statuses = ComplaintsSearch.shape.status.unwrap().options

type Props = { search: ComplaintsSearch; onSearch: (change: Partial<ComplaintsSearch>) => void }

/** Public events, to answer, or read-only without the permission. Source: spec 1, section 2.6. */
export function ComplaintsPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['complaints', 'deadlines', 'list'])
  const { list, exported } = useComplaintList(search)
  const columns = useComplaintColumns(search.status)
  const whose = useWhoseFilter()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const mayHandle = useMay('complaint_handle')
  const queue = useQueueRows<ComplaintRow>(list, search)
  const desk = useDesk({
    queue,
    open: search.open,
    onOpen: (open) => onSearch({ open }),
    onHandled: drawer.onHandled,
    waits: ({ status }) => mayHandle && status !== ComplaintStatus.handled,
  })
  const keys = [
    ['1', t('desk.reply')] as const,
    ...quickReplies.map((name, i) => [String(i + firstQuickKey), t(`reply.quick.${name}`)] as const),
    ['Ctrl Enter', t('list:desk.key.confirm')] as const,
  ]
  const types = [ComplaintType.feedback, ComplaintType.complaint].map((value) => ({ value, label: t(`type.${value}`) }))
  const satisfactions = Object.values(ScoreBand).map((value) => ({ value, label: t(`satisfaction.${value}`) }))
  const other = search.status === 'pending' ? 'processed' : 'pending'

  const frameOfList = (
    <ListFrame
      name="complaints"
      exportButton={<ExportButton {...exported} />}
      label={t('title')}
      lead={
        <Segments<ComplaintsSearch['status']>
          aria-label={t('column.status')}
          options={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={search.status}
          onChange={(status) => onSearch({ status, satisfaction: undefined, current: 1 })}
        />
      }
      filters={[
        fields.choice('eventType', t('column.type'), types),
        ...(search.status === 'processed' ? [fields.choice('satisfaction', t('score'), satisfactions)] : []),
        fields.choice('timeliness', t('deadlines:timeliness'), useTimelinessOptions(isOpenTab(search.status))),
        fields.choice('work', ...useWorkFilter()),
        ...(mayHandle ? [fields.choice('whose', ...whose)] : []),
        fields.days(),
        fields.pick('objectId', t('column.facility'), FacilitySelect),
        ...(mayHandle && !search.whose ? [] : [fields.pick('facilityType', t('list:facilityType'), FacilityTypeSelect)]),
        fields.pick('deptId', t('department'), DepartmentSelect),
      ]}
      actions={
        <>
          <Button icon={<QrcodeOutlined />} autoInsertSpace={false} href="/event/public/sticker" target="_blank">
            {t('stickers')}
          </Button>
          <DeskSwitch desk={desk} />
          {mayHandle && <ReadAllButton of={{ msgType: MsgType.public }} />}
        </>
      }
      columns={columns}
      {...frame}
      {...rows}
      {...desk.rows}
      {...dueSort(search, onSearch)}
      noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
      empty={{
        title: t(`none.${search.status}`),
        hint: t(`noneHint.${search.status}`),
        action: <Button onClick={() => onSearch({ status: other, current: 1 })}>{t(`see.${other}`)}</Button>,
      }}
    />
  )
  return (
    <QueueDesk desk={desk} keys={keys} list={frameOfList}>
      {search.open !== undefined && <ComplaintDrawer key={search.open} id={search.open} {...desk.drawer} />}
    </QueueDesk>
  )
}
