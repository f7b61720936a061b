import { WorkState } from '@huanwei/contract/work/codes'
import { getWorkMap } from '@huanwei/contract/work/endpoints'
import { mostOnMap } from '@huanwei/contract/work/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Flex, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { FilterButton } from '../../ui/list/use-filter-panel.tsx'
import { useNarrow } from '../../ui/list/use-media.ts'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'
import { DayChoice } from './DayChoice.tsx'
import { TaskDrawer } from './TaskDrawer.tsx'
import { WorkFigures } from './WorkFigures.tsx'
import { WorkMap } from './WorkMap.tsx'
import { againMs, today, type WorkViewProps } from './work-search.ts'

/** The roads and stops of a day's tasks on a map, with the figures of the crews. */
export function TasksOnMap({ lead, search, onSearch }: WorkViewProps) {
  const { t } = useTranslation(['work', 'list'])
  const { day = today(), deptId, vehicleId, userId, planId, workState, open } = search
  const filter = { day, deptId, vehicleId, userId, planId, workState }
  const asked = useQuery({ ...query(getWorkMap, filter), placeholderData: keepPreviousData, refetchInterval: againMs })
  return (
    <Flex vertical className="work-page">
      <div className="work-tools">
        {lead}
        <DayChoice label={t('day')} value={day} onChange={(to) => onSearch({ day: to })} />
        <MapFilters {...{ deptId, vehicleId, userId, workState }} onSearch={onSearch} />
        <strong role="status">
          {asked.data && t(asked.data.length < mostOnMap ? 'mapTasks' : 'mapTasksOf', { count: asked.data.length })}
        </strong>
      </div>
      {asked.error && !asked.data ? (
        <LoadFailed title={t('list:failed')} error={asked.error} onRetry={() => asked.refetch()} />
      ) : !asked.data ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : asked.data.length === 0 ? (
        <ListEmpty title={t('noTasks')} hint={t('noTasksHint')} />
      ) : (
        <div className="work-day">
          <WorkMap key={JSON.stringify(filter)} tasks={asked.data} onSelect={(id) => onSearch({ open: id })} />
          <WorkFigures day={day} deptId={deptId} onCrew={(to) => onSearch({ deptId: to })} />
        </div>
      )}
      {typeof open === 'number' && <TaskDrawer key={open} id={open} onClose={() => onSearch({ open: undefined })} />}
    </Flex>
  )
}

type Filters = Pick<WorkViewProps['search'], 'deptId' | 'vehicleId' | 'userId' | 'workState'>

/** Who, and in which state; behind a button on a narrow screen, as above lists. */
function MapFilters({ onSearch, ...filters }: Filters & Pick<WorkViewProps, 'onSearch'>) {
  const { t } = useTranslation('work')
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const { deptId, vehicleId, userId, workState } = filters
  const count = Object.values(filters).filter((value) => value !== undefined).length
  return (
    <>
      {isNarrow && <FilterButton isShown={isOpen} onShown={setOpen} count={count} />}
      {(!isNarrow || isOpen) && (
        <>
          <DepartmentSelect label={t('crew')} value={deptId} onChange={(to) => onSearch({ deptId: to })} />
          <VehicleSelect label={t('vehicle')} value={vehicleId} onChange={(to) => onSearch({ vehicleId: to })} />
          <UserSelect label={t('person')} value={userId} onChange={(to) => onSearch({ userId: to })} />
          <Select
            aria-label={t('state')}
            placeholder={t('state')}
            allowClear
            value={workState}
            options={Object.values(WorkState).map((value) => ({ value, label: t(`states.${value}`) }))}
            onChange={(to?: WorkState) => onSearch({ workState: to })}
          />
        </>
      )}
    </>
  )
}
