import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { getPendingCleaning } from '@huanwei/contract/cleaning/endpoints'
import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { DateRange } from '../../ui/DateRange.tsx'
import { DepartmentSelect } from '../../ui/DepartmentSelect.tsx'
import { FacilitySelect } from '../../ui/FacilitySelect.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { UserSelect } from '../../ui/UserSelect.tsx'
import type { useQueueFilter } from '../messages/use-queue-filter.ts'
import { useCleaningColumns } from './CleaningColumns.tsx'
import { TypeSelect } from './CleaningFrame.tsx'
import { looks } from './CleaningState.tsx'
import { listQuery, type useCleaningList, useWaiting } from './cleaning-list.ts'
import type { CleaningSearch, noFilter } from './cleaning-search.ts'

type Queue = ReturnType<typeof useQueueFilter<typeof noFilter>>
type Props = { lead: ReactNode; actions: ReactNode; search: CleaningSearch; queue: Queue }

/** What waits for the person, longest first. */
export function WaitingTable({ lead, actions, search, queue }: Props) {
  const { t } = useTranslation('cleaning')
  const list = useWaiting(search)
  return (
    <ListFrame
      name="cleaning"
      label={t('title')}
      {...{ lead, actions, list }}
      filters={[]}
      exported={query(getPendingCleaning, {})}
      onQuery={() => void list.refetch()}
      onReset={queue.onReset}
      columns={useCleaningColumns()}
      position={search}
      onPage={queue.onPage}
      onOpen={queue.onOpen}
      openId={search.open}
      empty={{ title: t('noneWaiting'), hint: t('noneWaitingHint') }}
    />
  )
}

/** All reports of the scope, by every filter. */
export function CleaningTable({ lead, actions, search, queue, list }: Props & { list: ReturnType<typeof useCleaningList> }) {
  const { t } = useTranslation(['cleaning', 'list'])
  const { filter, choose } = queue
  const field = (key: keyof typeof noFilter, label: string, control: ReactNode) => ({
    ...{ key, label, control },
    isSet: filter[key] !== undefined,
  })
  return (
    <ListFrame
      name="cleaning"
      label={t('title')}
      {...{ lead, actions, list }}
      filters={[
        field(
          'status',
          t('column.status'),
          <Select<CleaningStatus>
            aria-label={t('column.status')}
            placeholder={t('column.status')}
            allowClear
            options={Object.values(CleaningStatus).map((value) => ({ value, label: t(`status.${looks[value].word}`) }))}
            value={filter.status}
            onChange={(status: CleaningStatus | undefined) => choose({ status })}
          />,
        ),
        field('type', t('column.type'), <TypeSelect value={filter.type} onChange={(type) => choose({ type })} />),
        field(
          'code',
          t('column.code'),
          <Input
            aria-label={t('column.code')}
            placeholder={t('column.code')}
            allowClear
            maxLength={50}
            value={filter.code ?? ''}
            onChange={({ target }) => choose({ code: target.value.trim() || undefined })}
          />,
        ),
        field(
          'facilityId',
          t('column.facility'),
          <FacilitySelect
            label={t('column.facility')}
            value={filter.facilityId}
            onChange={(facilityId) => choose({ facilityId })}
          />,
        ),
        field(
          'assigneeId',
          t('column.assignee'),
          <UserSelect label={t('column.assignee')} value={filter.assigneeId} onChange={(assigneeId) => choose({ assigneeId })} />,
        ),
        field(
          'deptId',
          t('column.department'),
          <DepartmentSelect label={t('column.department')} value={filter.deptId} onChange={(deptId) => choose({ deptId })} />,
        ),
        field(
          'from',
          `${t('list:firstDay')} → ${t('list:lastDay')}`,
          <DateRange
            labels={[t('list:firstDay'), t('list:lastDay')]}
            value={{ from: filter.from, to: filter.to }}
            onChange={choose}
          />,
        ),
      ]}
      exported={listQuery(search)}
      onQuery={queue.onQuery}
      onReset={queue.onReset}
      columns={useCleaningColumns()}
      position={search}
      onPage={queue.onPage}
      onOpen={queue.onOpen}
      openId={search.open}
      empty={
        queue.isFiltered
          ? {
              ...{ title: t('noneMatch'), hint: t('noneMatchHint') },
              action: <Button onClick={queue.onReset}>{t('list:clearFilters')}</Button>,
            }
          : { title: t('none'), hint: t('noneHint') }
      }
    />
  )
}
