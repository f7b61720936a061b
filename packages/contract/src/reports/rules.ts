import { AttendanceState } from '../attendance/codes.ts'
import { listAttendanceDays } from '../attendance/endpoints.ts'
import { CleaningStatus } from '../cleaning/codes.ts'
import { listCleaning } from '../cleaning/endpoints.ts'
import { ComplaintType } from '../complaints/codes.ts'
import { listComplaints } from '../complaints/endpoints.ts'
import { InspectionStatus } from '../inspections/codes.ts'
import { listInspections } from '../inspections/endpoints.ts'
import { PushStatus } from '../messages/codes.ts'
import { ObjectType } from '../objects.ts'
import { Severity } from '../rules/codes.ts'
import { dayMs } from '../time.ts'
import { AlarmType } from '../violations/codes.ts'
import { listViolations } from '../violations/endpoints.ts'
import {
  type ColumnKey,
  columnsOf,
  Every,
  Grouping,
  hasRows,
  measuresOf,
  Period,
  ReportKind,
  reportKinds,
  units,
} from './codes.ts'

/** Days of the longest report. */
export const longestDays = 366
/** Reports of one person that may wait or run at a time. */
export const mostUnfinishedReports = 3
/** Reports of one person that are kept, those of schedules aside. */
export const mostKeptReports = 200
/** Reports of one schedule that are kept: the oldest make room for the next. */
export const mostOfSchedule = 400
/** Schedules of one person. */
export const mostSchedules = 20
/** Rows of one report. */
export const mostRows = 1_000_000
/** Bars of a chart. */
export const mostDrawn = 30

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The day this many days later; both `yyyy-MM-dd`. */
export const daysLater = (day: string, days: number) => dayOf(at(day) + days * dayMs)
/** Number of days from the first through the last. */
export const daysIn = (firstDay: string, lastDay: string) => Math.round((at(lastDay) - at(firstDay)) / dayMs) + 1

const mondayOf = (day: string) => daysLater(day, -((new Date(at(day)).getUTCDay() + 6) % 7))
const monthOf = (day: string) => `${day.slice(0, 7)}-01`
const monthLater = (day: string, months: number) =>
  dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1))

/** The whole day, week or month that a day lies in; both ends included. */
export function spanAround(every: Every, day: string): { firstDay: string; lastDay: string } {
  if (every === Every.day) return { firstDay: day, lastDay: day }
  if (every === Every.week) return { firstDay: mondayOf(day), lastDay: daysLater(mondayOf(day), 6) }
  return { firstDay: monthOf(day), lastDay: daysLater(monthLater(day, 1), -1) }
}

/** The whole day, week or month before the one that a day lies in. */
export const spanBefore = (every: Every, day: string) => spanAround(every, daysLater(spanAround(every, day).firstDay, -1))

/** The whole day, week or month that a span is; undefined for another span. */
export const everyOf = (firstDay: string, lastDay: string): Every | undefined =>
  Object.values(Every).find((every) => {
    const span = spanAround(every, firstDay)
    return span.firstDay === firstDay && span.lastDay === lastDay
  })

/** Whether a span is a day, a week or a month. */
export const periodOf = (firstDay: string, lastDay: string): Period => everyOf(firstDay, lastDay) ?? Period.free

/** The first time after `after` at which a schedule is due: every day, on Mondays, or on the first of a month. `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export function nextTime(every: Every, time: string, after: string): string {
  const { firstDay, lastDay } = spanAround(every, after.slice(0, 10))
  const due = `${firstDay} ${time}:00`
  return due > after ? due : `${daysLater(lastDay, 1)} ${time}:00`
}

/** A row of a report: `key` is the day, the department, or type and number of the object. */
export type RowKey = { grouping: Grouping; key: string }
type Asked = { kind: ReportKind; firstDay: string; lastDay: string; projectId: number | null } & {
  objectType: ObjectType | null
  objectId: number | null
}

/** Key of an object's row. */
export const objectKey = (type: ObjectType, id: number) => `${type}-${id}`
export function objectOfKey(key: string): { objectType: ObjectType; objectId: number } | undefined {
  const [type, id] = key.split('-')
  const objectType = Object.values(ObjectType).find((one) => one === type)
  return objectType && Number(id) > 0 ? { objectType, objectId: Number(id) } : undefined
}

/** Path and filter of a list's call. */
export type ListOfCell = { list: string; filter: Record<string, string | number> }

const violations = (filter: ListOfCell['filter'] = {}) => ({ list: listViolations.path, filter })
const complaints = (filter: ListOfCell['filter'] = {}) => ({ list: listComplaints.path, filter })
const cleaning = (filter: ListOfCell['filter'] = {}) => ({ list: listCleaning.path, filter })
const attendance = (filter: ListOfCell['filter'] = {}) => ({ list: listAttendanceDays.path, filter })
const inspections = (filter: ListOfCell['filter'] = {}) => ({ list: listInspections.path, filter })

/** What each column that counts rows counts; its list shows exactly these. */
const counted: { [K in ReportKind]?: Partial<Record<ColumnKey, ListOfCell>> } = {
  [ReportKind.violations]: {
    violations: violations(),
    pending: violations({ alarmType: AlarmType.pending }),
    real: violations({ alarmType: AlarmType.real }),
    falseSystem: violations({ alarmType: AlarmType.falseSystem }),
    falseDispatch: violations({ alarmType: AlarmType.falseDispatch }),
    revoked: violations({ alarmType: AlarmType.revoked }),
    alarms: violations({ severity: Severity.alarm }),
  },
  [ReportKind.people]: { violations: violations({ objectType: ObjectType.person }) },
  [ReportKind.attendance]: {
    attendanceDays: attendance(),
    onTime: attendance({ dayState: AttendanceState.normal }),
    late: attendance({ dayState: AttendanceState.late }),
    early: attendance({ dayState: AttendanceState.early }),
    absent: attendance({ dayState: AttendanceState.absent }),
    onLeave: attendance({ dayState: AttendanceState.leave }),
    resting: attendance({ dayState: AttendanceState.rest }),
  },
  [ReportKind.facilities]: {
    facilityAlarms: violations({ objectType: ObjectType.facility }),
    complaints: complaints(),
  },
  [ReportKind.cleaning]: {
    cleanings: cleaning(),
    created: cleaning({ status: CleaningStatus.created }),
    assigned: cleaning({ status: CleaningStatus.assigned }),
    processed: cleaning({ status: CleaningStatus.processed }),
    evaluated: cleaning({ status: CleaningStatus.evaluated }),
    over: cleaning({ status: CleaningStatus.over }),
  },
  [ReportKind.inspections]: {
    inspections: inspections(),
    waiting: inspections({ status: InspectionStatus.waiting }),
    returned: inspections({ ifReturn: 1 }),
    fedBack: inspections({ status: InspectionStatus.fedBack }),
    closed: inspections({ status: InspectionStatus.closed }),
  },
  [ReportKind.complaints]: {
    publicEvents: complaints(),
    complaintsMade: complaints({ eventType: ComplaintType.complaint }),
    feedback: complaints({ eventType: ComplaintType.feedback }),
    unanswered: complaints({ status: PushStatus.pending }),
    answered: complaints({ status: PushStatus.handled }),
  },
}

/** Name that each list gives the object of its rows. */
const objectField: Record<string, string> = {
  [listViolations.path]: 'objectId',
  [listComplaints.path]: 'objectId',
  [listCleaning.path]: 'facilityId',
  [listInspections.path]: 'responsibleId',
  [listAttendanceDays.path]: 'objectId',
}

/**
 * The list whose rows a cell counts; without a row that of the total. Undefined for figures that are no counts of rows, and for rows of no object.
 * The list is to be read in the report's departments.
 */
export function listOfCell(report: Asked, column: ColumnKey, row?: RowKey): ListOfCell | undefined {
  const found = counted[report.kind]?.[column]
  if (!found) return undefined
  const isDay = row?.grouping === Grouping.day
  const object = row?.grouping === Grouping.object ? objectOfKey(row.key) : undefined
  if (row?.grouping === Grouping.object && !object) return undefined
  const objectId = object?.objectId ?? report.objectId
  const objectType = object?.objectType ?? report.objectType
  const isOfViolations = found.list === listViolations.path
  return {
    list: found.list,
    filter: {
      ...found.filter,
      ...daysOf(found.list, isDay ? { firstDay: row.key, lastDay: row.key } : report),
      ...(row?.grouping === Grouping.department && { deptId: Number(row.key) }),
      ...(objectId && { [objectField[found.list] ?? 'objectId']: objectId }),
      ...(isOfViolations && objectType && { objectType }),
      ...(report.projectId && report.kind === ReportKind.inspections && { projectId: report.projectId }),
    },
  }
}

/** Days by the names that a list gives them. */
const daysOf = (list: string, { firstDay, lastDay }: { firstDay: string; lastDay: string }): ListOfCell['filter'] =>
  list === listAttendanceDays.path ? { firstDay, lastDay } : { startTime: `${firstDay} 00:00:00`, endTime: `${lastDay} 23:59:59` }

/** The types of objects that a report can be narrowed to: of violations any, of the work report none. */
export const objectTypesOf = (kind: ReportKind): readonly ObjectType[] => {
  if (!hasRows(kind)) return []
  const { objectType } = reportKinds[kind]
  return objectType === null ? Object.values(ObjectType) : [objectType]
}

/** Figures of the columns from what is stored of a row; null for a mean of nothing. */
export function figuresOf(of: ReportKind, stored: readonly number[]): (number | null)[] {
  const names = measuresOf(of).map(([name]) => name)
  const value = (name: string) => stored[names.indexOf(name)] ?? 0
  return columnsOf(of).map(({ unit, of: what, per }) => {
    const divisor = per === undefined ? 1 : value(per)
    if (divisor === 0) return null
    const { digits, size } = units[unit]
    return Math.round((value(what) / divisor / size) * 10 ** digits) / 10 ** digits
  })
}

/** Places of the measures, from 0, that make a kind's first figure. */
export function mainMeasures(of: ReportKind): { of: number; per: number | undefined } {
  const names = measuresOf(of).map(([name]) => name)
  const [first] = columnsOf(of)
  return { of: names.indexOf(first?.of ?? ''), per: first?.per === undefined ? undefined : names.indexOf(first.per) }
}
