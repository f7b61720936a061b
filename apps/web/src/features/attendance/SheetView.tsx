import { attendanceStates } from '@huanwei/contract/attendance/codes'
import { getAttendanceSheet, type SheetRow } from '@huanwei/contract/attendance/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { useNarrow } from '../../ui/list/use-media.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import { type AttendanceSearch, latestMonth, type ViewProps } from './attendance-search.ts'
import { DayDrawer } from './DayDrawer.tsx'
import { StateLegend, StateLetter } from './StateTag.tsx'

const noFilter: Pick<AttendanceSearch, 'deptId' | 'objectId' | 'month'> = {
  deptId: undefined,
  objectId: undefined,
  month: undefined,
}

type Row = SheetRow & { id: number }

/** The months of people: a person a row, a day a column, and the days of each state. */
export function SheetView({ lead, search, onSearch }: ViewProps) {
  const { t } = useTranslation(['attendance', 'list'])
  const { deptId, objectId, month = latestMonth(), current, size } = search
  const asked = { deptId, objectId, month }
  const list = useQuery({
    ...query(getAttendanceSheet, { ...asked, current, size }),
    placeholderData: keepPreviousData,
    select: (page) => ({ ...page, records: page.records.map((row) => ({ ...row, id: row.objectId })) }),
  })
  const open = useCallback((day: number) => onSearch({ day }), [onSearch])
  const columns = useSheetColumns(month, open)
  const { fields, frame } = useListFilter({ search, onSearch, noFilter, list })
  return (
    <div className="attendance-sheet">
      <ListFrame
        name="attendance-sheet"
        label={t('sheet')}
        lead={lead}
        actions={<StateLegend />}
        exportButton={<ExportButton {...query(getAttendanceSheet, asked)} />}
        filters={[
          { ...fields.pick('month', t('month'), MonthPicker), isSet: true },
          fields.pick('deptId', t('list:department'), DepartmentSelect),
          fields.pick('objectId', t('person'), UserSelect),
        ]}
        columns={columns}
        {...frame}
        noMatch={{ title: t('noneMonth'), hint: t('noneMonthHint') }}
        empty={{ title: t('noneMonth'), hint: t('noneHint') }}
      />
      {search.day !== undefined && <DayDrawer key={search.day} id={search.day} onClose={() => onSearch({ day: undefined })} />}
    </div>
  )
}

const format = 'YYYY-MM'

function MonthPicker({ label, value, onChange }: Choice<string>) {
  return (
    <DatePicker
      picker="month"
      allowClear={false}
      aria-label={label}
      format={format}
      value={dayjs(value ?? latestMonth())}
      onChange={(month) => onChange?.(month?.format(format))}
    />
  )
}

function useSheetColumns(month: string, open: (day: number) => void): ListColumn<Row>[] {
  const { t } = useTranslation(['attendance', 'list'])
  const isNarrow = useNarrow()
  return useMemo(() => {
    const days = Array.from({ length: dayjs(month).daysInMonth() }, (_, i) => i)
    const nameOf = (i: number) => `${month}-${String(i + 1).padStart(2, '0')}`
    const mark = ({ days: all, objectName }: Row, i: number) => {
      const day = all[i]
      if (!day) return null
      const label = `${objectName} ${nameOf(i)} ${t(`states.${day.state}`)}`
      return (
        <button key={i} type="button" className="attendance-day" title={label} aria-label={label} onClick={() => open(day.id)}>
          <StateLetter state={day.state} />
        </button>
      )
    }
    const person: ListColumn<Row> = {
      key: 'person',
      title: t('person'),
      width: 168,
      always: true,
      card: 'title',
      cell: ({ objectName, deptName }) => (
        <span title={`${objectName} ${deptName}`}>
          {objectName} <span className="list-sub">{deptName}</span>
        </span>
      ),
      brief: ({ objectName }) => objectName,
    }
    if (isNarrow)
      return [
        person,
        { key: 'department', title: t('list:department'), card: 'detail', cell: ({ deptName }) => whole(deptName) },
        {
          key: 'strip',
          title: t('sheet'),
          card: 'foot',
          cell: (row) => (
            <div className="attendance-strip">
              {days.map(
                (i) =>
                  row.days[i] && (
                    <span key={i}>
                      {i + 1}
                      {mark(row, i)}
                    </span>
                  ),
              )}
            </div>
          ),
        },
      ]
    return [
      person,
      ...days.map(
        (i): ListColumn<Row> => ({
          key: `day-${i}`,
          title: String(i + 1),
          width: 32,
          always: true,
          cell: (row) => mark(row, i),
        }),
      ),
      ...attendanceStates.map(
        (state): ListColumn<Row> => ({
          key: state,
          title: t(`states.${state}`),
          width: 62,
          cell: ({ totals }) => totals[state] || '—',
        }),
      ),
    ]
  }, [t, month, open, isNarrow])
}
