import { CheckCircleOutlined, CloseCircleOutlined, FileDoneOutlined } from '@ant-design/icons'
import { RosterState } from '@huanwei/contract/attendance/codes'
import { listRoster, type RosterPerson } from '@huanwei/contract/attendance/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'
import { indexColumn, shortTime, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { type AttendanceSearch, rosterFilters, type ViewProps } from './attendance-search.ts'
import { clockSpan } from './clock-span.ts'

const noFilter: Pick<AttendanceSearch, 'deptId' | 'rosterState'> = { deptId: undefined, rosterState: undefined }

/** Refresh interval, ms. */
const againMs = 60_000

const looks: Record<RosterState, { tone: Tone; icon: ReactNode }> = {
  seen: { tone: 'good', icon: <CheckCircleOutlined /> },
  unseen: { tone: 'bad', icon: <CloseCircleOutlined /> },
  away: { tone: 'plain', icon: <FileDoneOutlined /> },
}

/** People whose shift covers this minute, and whether they were seen. */
export function RosterView({ lead, search, onSearch }: ViewProps) {
  const { t } = useTranslation(['attendance', 'list'])
  const { deptId, rosterState, current, size } = search
  const list = useQuery({
    ...query(listRoster, { deptId }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
    select: (people) => pageOf(people, { rosterState, current, size }),
  })
  const columns = useRosterColumns()
  const { fields, frame } = useListFilter({ search, onSearch, noFilter, list })
  return (
    <ListFrame
      name="attendance-roster"
      label={t('roster')}
      lead={lead}
      exportButton={null}
      filters={[
        fields.pick('deptId', t('list:department'), DepartmentSelect),
        fields.choice(
          'rosterState',
          t('state'),
          rosterFilters.map((value) => ({ value, label: t(`rosters.${value}`) })),
        ),
      ]}
      columns={columns}
      {...frame}
      noMatch={{ title: t('noneRoster'), hint: t('noneRosterMatchHint') }}
      empty={{ title: t('noneRoster'), hint: t('noneRosterHint') }}
    />
  )
}

/** One page of the people in a state. */
function pageOf(
  people: readonly RosterPerson[],
  { rosterState, current, size }: Pick<AttendanceSearch, 'rosterState' | 'current' | 'size'>,
) {
  const found = people.filter(({ state }) =>
    rosterState === 'due' ? state !== RosterState.away : !rosterState || state === rosterState,
  )
  return { records: found.slice((current - 1) * size, current * size), total: found.length }
}

function useRosterColumns(): ListColumn<RosterPerson>[] {
  const { t } = useTranslation(['attendance', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'person', title: t('person'), width: 104, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'department', title: t('list:department'), width: 140, card: 'detail', cell: ({ deptName }) => whole(deptName) },
      { key: 'shift', title: t('shift'), width: 104, cell: ({ shiftName }) => whole(shiftName) },
      {
        key: 'hours',
        title: t('expected'),
        width: 130,
        card: 'detail',
        cell: ({ from, to }) => whole(clockSpan(from.slice(0, 10), from, to)),
      },
      {
        key: 'state',
        title: t('state'),
        width: 116,
        card: 'state',
        cell: ({ state }) => <ListTag {...looks[state]} text={t(`rosters.${state}`)} />,
      },
      {
        key: 'seen',
        title: t('seenTime'),
        width: 170,
        card: 'time',
        cell: ({ seenTime }) => seenTime ?? '—',
        brief: ({ seenTime }) => (seenTime ? shortTime(seenTime) : '—'),
      },
    ],
    [t],
  )
}
