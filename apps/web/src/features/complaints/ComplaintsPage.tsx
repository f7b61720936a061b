import { QrcodeOutlined } from '@ant-design/icons'
import { ComplaintType } from '@huanwei/contract/complaints/codes'
import { Button, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DateRange } from '../../ui/DateRange.tsx'
import { DepartmentSelect } from '../../ui/DepartmentSelect.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { FacilitySelect } from '../facilities/FacilitySelect.tsx'
import { useQueueFilter } from '../messages/use-queue-filter.ts'
import { useComplaintColumns } from './ComplaintColumns.tsx'
import { ComplaintDrawer } from './ComplaintDrawer.tsx'
import { useComplaintList } from './complaint-list.ts'
import { type ComplaintsSearch, noFilter } from './complaint-search.ts'

type Props = { search: ComplaintsSearch; onSearch: (change: Partial<ComplaintsSearch>) => void }

/** What citizens said, to answer, or to look at for who may not. Source: spec 1, section 2.6. */
export function ComplaintsPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['complaints', 'list'])
  const { list, exported } = useComplaintList(search)
  const columns = useComplaintColumns()
  const queue = useQueueFilter({ search, onSearch, noFilter, list })
  const { filter, choose } = queue
  const other = search.status === 'pending' ? 'processed' : 'pending'

  return (
    <>
      <ListFrame
        name="complaints"
        exported={exported}
        label={t('title')}
        lead={
          <Segmented<ComplaintsSearch['status']>
            aria-label={t('column.status')}
            options={[
              { value: 'pending', label: t('status.pending') },
              { value: 'processed', label: t('status.processed') },
            ]}
            value={search.status}
            onChange={(status) => onSearch({ status, current: 1 })}
          />
        }
        filters={[
          {
            key: 'type',
            label: t('column.type'),
            isSet: filter.eventType !== undefined,
            control: (
              <Select<ComplaintType>
                aria-label={t('column.type')}
                placeholder={t('column.type')}
                allowClear
                {...(filter.eventType !== undefined && { value: filter.eventType })}
                onChange={(eventType?: ComplaintType) => choose({ eventType })}
                options={[ComplaintType.feedback, ComplaintType.complaint].map((value) => ({ value, label: t(`type.${value}`) }))}
              />
            ),
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
          {
            key: 'facility',
            label: t('column.facility'),
            isSet: filter.objectId !== undefined,
            control: (
              <FacilitySelect
                label={t('column.facility')}
                value={filter.objectId}
                onChange={(objectId) => choose({ objectId })}
              />
            ),
          },
          {
            key: 'department',
            label: t('department'),
            isSet: filter.deptId !== undefined,
            control: <DepartmentSelect label={t('department')} value={filter.deptId} onChange={(deptId) => choose({ deptId })} />,
          },
        ]}
        actions={
          <Button icon={<QrcodeOutlined />} autoInsertSpace={false} href="/event/public/sticker" target="_blank">
            {t('stickers')}
          </Button>
        }
        onQuery={queue.onQuery}
        onReset={queue.onReset}
        columns={columns}
        list={list}
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
            : {
                title: t(`none.${search.status}`),
                hint: t(`noneHint.${search.status}`),
                action: <Button onClick={() => onSearch({ status: other, current: 1 })}>{t(`see.${other}`)}</Button>,
              }
        }
      />
      {search.open !== undefined && (
        <ComplaintDrawer key={search.open} id={search.open} onClose={queue.onClose} onHandled={queue.onHandled} />
      )}
    </>
  )
}
