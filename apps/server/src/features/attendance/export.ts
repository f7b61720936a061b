import type { AttendanceState } from '@huanwei/contract/attendance/codes'
import { attendanceStates } from '@huanwei/contract/attendance/codes'
import { getAttendanceSheet, listAttendanceDays } from '@huanwei/contract/attendance/endpoints'
import { say } from '@huanwei/words/say'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { type AttendanceRow, dayList, findAttendanceDays, findSheet, type SheetRecord } from './queries.ts'

const keyOf = (state: AttendanceState) => `attendance:states.${state}` as const

const dayColumns = [
  text<AttendanceRow>('attendance:day', (row) => row.day),
  text<AttendanceRow>('attendance:person', (row) => row.objectName),
  text<AttendanceRow>('list:department', (row) => row.deptName),
  text<AttendanceRow>('attendance:shift', (row) => row.shiftName),
  choice<AttendanceRow>('attendance:state', (row) => keyOf(row.state)),
  moment<AttendanceRow>('attendance:expectedIn', (row) => row.expectedIn),
  moment<AttendanceRow>('attendance:actualIn', (row) => row.actualIn),
  moment<AttendanceRow>('attendance:expectedOut', (row) => row.expectedOut),
  moment<AttendanceRow>('attendance:actualOut', (row) => row.actualOut),
  figure<AttendanceRow>('attendance:lateMinutes', (row) => row.lateMinutes || null),
  figure<AttendanceRow>('attendance:earlyMinutes', (row) => row.earlyMinutes || null),
  choice<AttendanceRow>('attendance:workedState', (row) => keyOf(row.workedState)),
]

const sheetColumns = [
  text<SheetRecord>('list:department', (row) => row.deptName),
  text<SheetRecord>('attendance:person', (row) => row.objectName),
  ...Array.from({ length: 31 }, (_, i) =>
    text<SheetRecord>(
      i + 1,
      ({ days }, language) => {
        const found = days.find(({ day }) => Number(day.slice(8)) === i + 1)
        return found ? say(language, keyOf(found.state)) : null
      },
      6,
    ),
  ),
  ...attendanceStates.map((state) => figure<SheetRecord>(keyOf(state), ({ totals }) => totals[state], 8)),
]

/** Lists of this noun that can be exported. */
export const attendanceExports: readonly ExportList[] = [
  exportList(listAttendanceDays, 'attendance:days', {
    key: { tenantId: dayList.table.tenantId, time: dayList.time, id: dayList.id },
    idOf: rowId,
    columns: dayColumns,
    find: async (tx, viewer, filter) => findAttendanceDays(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
  exportList(getAttendanceSheet, 'attendance:sheet', {
    // The order of the sheet is by department and person.
    afterOf: ({ deptId, objectId }) => ({ time: String(deptId), id: objectId }),
    columns: sheetColumns,
    find: async (tx, viewer, filter) => findSheet(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
]
