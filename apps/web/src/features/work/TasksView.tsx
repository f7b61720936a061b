import { WorkState } from '@huanwei/contract/work/codes'
import { listWorkTasks, type WorkTask } from '@huanwei/contract/work/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, shortTime, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'
import { DayChoice } from './DayChoice.tsx'
import { TaskDrawer } from './TaskDrawer.tsx'
import { useTaskWords } from './use-task-words.ts'
import { WorkShare } from './WorkShare.tsx'
import { WorkStateTag } from './WorkStateTag.tsx'
import { againMs, today, type WorkSearch, type WorkViewProps } from './work-search.ts'

const noFilter: Pick<WorkSearch, 'day' | 'deptId' | 'vehicleId' | 'userId' | 'workState'> = {
  day: undefined,
  deptId: undefined,
  vehicleId: undefined,
  userId: undefined,
  workState: undefined,
}
/** The tasks of a day, the first to begin first. */
export function TasksView({ lead, search, onSearch }: WorkViewProps) {
  const { t } = useTranslation(['work', 'list'])
  const { day = today(), deptId, vehicleId, userId, planId, workState, current, size } = search
  const asked = { day, deptId, vehicleId, userId, planId, workState }
  const list = useQuery({
    ...query(listWorkTasks, { ...asked, current, size }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  })
  const columns = useTaskColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  return (
    <>
      <ListFrame
        name="work-tasks"
        label={t('tasks')}
        lead={lead}
        exportButton={<ExportButton {...query(listWorkTasks, asked)} />}
        filters={[
          fields.pick('day', t('day'), DayChoice),
          fields.pick('deptId', t('crew'), DepartmentSelect),
          fields.pick('vehicleId', t('vehicle'), VehicleSelect),
          fields.pick('userId', t('person'), UserSelect),
          fields.choice(
            'workState',
            t('state'),
            Object.values(WorkState).map((value) => ({ value, label: t(`states.${value}`) })),
          ),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noTasksMatch'), hint: t('noneMatchHint') }}
        empty={{ title: t('noTasks'), hint: t('noTasksHint') }}
      />
      {typeof search.open === 'number' && <TaskDrawer key={search.open} id={search.open} onClose={drawer.onClose} />}
    </>
  )
}

function useTaskColumns(): ListColumn<WorkTask>[] {
  const { t } = useTranslation(['work', 'list'])
  const { shiftOf, hoursOf, workersOf } = useTaskWords()
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 160, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'jobType', title: t('jobType'), width: 84, spare: true, cell: ({ jobType }) => t(`jobTypes.${jobType}`) },
      { key: 'crew', title: t('crew'), width: 104, card: 'detail', cell: ({ deptName }) => whole(deptName) },
      { key: 'shift', title: t('shift'), width: 104, cell: (task) => whole(shiftOf(task)) },
      { key: 'hours', title: t('hours'), width: 100, card: 'time', cell: (task) => whole(hoursOf(task)) },
      { key: 'state', title: t('state'), width: 114, card: 'state', cell: ({ state }) => <WorkStateTag state={state} /> },
      { key: 'progress', title: t('progress'), width: 160, card: 'foot', cell: (task) => <WorkShare {...task} /> },
      { key: 'workers', title: t('workers'), width: 92, cell: (task) => whole(workersOf(task)) },
      {
        key: 'firstTime',
        title: t('firstTime'),
        width: 108,
        spare: true,
        cell: ({ firstTime }) => (firstTime ? shortTime(firstTime) : '—'),
      },
      {
        key: 'doneTime',
        title: t('doneTime'),
        width: 96,
        cell: ({ doneTime }) => (doneTime ? shortTime(doneTime) : '—'),
      },
      openColumn(t('list:action'), () => t('list:details'), 62),
    ],
    [t, shiftOf, hoursOf, workersOf],
  )
}
