import { CauseKind, CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { getPendingCleaning } from '@huanwei/contract/cleaning/endpoints'
import { scores } from '@huanwei/contract/complaints/codes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import type { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { dueSort } from '../deadlines/deadline-search.ts'
import { useTimelinessOptions } from '../deadlines/TimelinessSelect.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { FacilitySelect } from '../facilities/FacilitySelect.tsx'
import { FacilityTypeSelect } from '../facilities/FacilityTypeSelect.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import { useCleaningColumns } from './CleaningColumns.tsx'
import { TypeSelect } from './CleaningFrame.tsx'
import { cleaningLooks } from './CleaningState.tsx'
import { isOpenStatus, listQuery, type useCleaningList, useWaiting } from './cleaning-list.ts'
import type { CleaningSearch, noFilter } from './cleaning-search.ts'

type Queue = ReturnType<typeof useListFilter<typeof noFilter, ReturnType<typeof useCleaningList>>>
type Props = { lead: ReactNode; actions: ReactNode; search: CleaningSearch; queue: Queue }

/** Pending reports of the user, longest waiting first. */
export function WaitingTable({ lead, actions, search, queue }: Props) {
  const { t } = useTranslation('cleaning')
  const list = useWaiting(search)
  return (
    <ListFrame
      name="cleaning"
      label={t('title')}
      {...{ lead, actions }}
      filters={[]}
      exportButton={<ExportButton {...query(getPendingCleaning, {})} />}
      columns={useCleaningColumns(false)}
      {...queue.frame}
      {...queue.rows}
      list={list}
      onQuery={() => void list.refetch()}
      empty={{ title: t('noneWaiting'), hint: t('noneWaitingHint') }}
    />
  )
}

/** All reports of the scope, by every filter. */
export function CleaningTable({ lead, actions, search, queue, onSearch }: Props & { onSearch: Parameters<typeof dueSort>[1] }) {
  const { t } = useTranslation(['cleaning', 'deadlines', 'list'])
  const { fields } = queue
  const statuses = Object.values(CleaningStatus).map((value) => ({ value, label: t(`status.${cleaningLooks[value].word}`) }))
  const points = scores.map((value) => ({ value, label: t('points', { count: value }) }))
  const causes = Object.values(CauseKind).map((value) => ({ value, label: t(`cause.${value}`) }))
  return (
    <ListFrame
      name="cleaning"
      label={t('title')}
      {...{ lead, actions }}
      filters={[
        fields.choice('status', t('column.status'), statuses),
        fields.choice('statusFrom', t('statusFrom'), statuses),
        fields.choice('statusTo', t('statusTo'), statuses),
        fields.pick('type', t('column.type'), TypeSelect),
        fields.choice('timeliness', t('deadlines:timeliness'), useTimelinessOptions(isOpenStatus(search.status))),
        fields.choice('score', t('score'), points),
        fields.choice('causeKind', t('cause'), causes),
        fields.text('code', t('column.code'), 50),
        fields.pick('facilityId', t('column.facility'), FacilitySelect),
        fields.pick('facilityType', t('list:facilityType'), FacilityTypeSelect),
        fields.pick('assigneeId', t('column.assignee'), UserSelect),
        fields.pick('deptId', t('column.department'), DepartmentSelect),
        fields.days(),
      ]}
      exportButton={<ExportButton {...listQuery(search)} />}
      columns={useCleaningColumns(isOpenStatus(search.status) === true)}
      {...queue.frame}
      {...queue.rows}
      {...dueSort(search, onSearch)}
      noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
      empty={{ title: t('none'), hint: t('noneHint') }}
    />
  )
}
