import { attendanceStates } from '@huanwei/contract/attendance/codes'
import { type AttendanceDay, listAttendanceDays } from '@huanwei/contract/attendance/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import type { AttendanceSearch, ViewProps } from './attendance-search.ts'
import { ClockButtons } from './ClockButtons.tsx'
import { clockSpan } from './clock-span.ts'
import { DayDrawer } from './DayDrawer.tsx'
import { StateTag } from './StateTag.tsx'

const noFilter: Pick<AttendanceSearch, 'deptId' | 'objectId' | 'from' | 'to' | 'dayState'> = {
  deptId: undefined,
  objectId: undefined,
  from: undefined,
  to: undefined,
  dayState: undefined,
}

/** The days of people, the newest first. */
export function DaysView({ lead, search, onSearch }: ViewProps) {
  const { t } = useTranslation(['attendance', 'list'])
  const { deptId, objectId, dayState, from: firstDay, to: lastDay, current, size } = search
  const asked = { deptId, objectId, dayState, firstDay, lastDay }
  const list = useQuery({ ...query(listAttendanceDays, { ...asked, current, size }), placeholderData: keepPreviousData })
  const columns = useDayColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  return (
    <>
      <ListFrame
        name="attendance-days"
        label={t('days')}
        lead={lead}
        actions={<ClockButtons />}
        exportButton={<ExportButton {...query(listAttendanceDays, asked)} />}
        filters={[
          fields.pick('deptId', t('list:department'), DepartmentSelect),
          fields.pick('objectId', t('person'), UserSelect),
          fields.choice(
            'dayState',
            t('state'),
            attendanceStates.map((value) => ({ value, label: t(`states.${value}`) })),
          ),
          fields.days(),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
      {search.open !== undefined && <DayDrawer key={search.open} id={search.open} onClose={drawer.onClose} />}
    </>
  )
}

function useDayColumns(): ListColumn<AttendanceDay>[] {
  const { t } = useTranslation(['attendance', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'day', title: t('day'), width: 104, always: true, card: 'time', cell: ({ day }) => day },
      {
        key: 'person',
        title: t('person'),
        width: 88,
        always: true,
        card: 'title',
        cell: ({ objectName }) => whole(objectName),
      },
      { key: 'department', title: t('list:department'), width: 116, card: 'detail', cell: ({ deptName }) => whole(deptName) },
      { key: 'shift', title: t('shift'), width: 84, cell: ({ shiftName }) => whole(shiftName) },
      { key: 'state', title: t('state'), width: 104, card: 'state', cell: ({ state }) => <StateTag state={state} /> },
      {
        key: 'expected',
        title: t('expected'),
        width: 116,
        cell: ({ day, expectedIn, expectedOut }) => whole(clockSpan(day, expectedIn, expectedOut)),
      },
      {
        key: 'actual',
        title: t('actual'),
        width: 116,
        card: 'detail',
        cell: ({ day, actualIn, actualOut }) => whole(clockSpan(day, actualIn, actualOut)),
      },
      { key: 'late', title: t('lateMinutes'), width: 104, cell: ({ lateMinutes }) => lateMinutes || '—' },
      { key: 'early', title: t('earlyMinutes'), width: 104, cell: ({ earlyMinutes }) => earlyMinutes || '—' },
      {
        key: 'worked',
        title: t('workedState'),
        spare: true,
        cell: ({ workedState }) => t(`states.${workedState}`),
      },
      openColumn(t('list:action'), () => t('list:details'), 68),
    ],
    [t],
  )
}
