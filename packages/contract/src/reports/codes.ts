import { ObjectType } from '../objects.ts'

/** Kinds of reports. Source: spec 3, section 19. */
export const ReportKind = {
  vehicles: 'vehicles',
  mileage: 'mileage',
  violations: 'violations',
  people: 'people',
  attendance: 'attendance',
  facilities: 'facilities',
  cans: 'cans',
  cleaning: 'cleaning',
  inspections: 'inspections',
  complaints: 'complaints',
  /** The work report of a day, a week or a month: A4 pages, no rows. */
  workReport: 'workReport',
} as const
export type ReportKind = (typeof ReportKind)[keyof typeof ReportKind]

/** What a row of a report stands for: an object, a department with all below it, a day. */
export const Grouping = { object: 'object', department: 'department', day: 'day' } as const
export type Grouping = (typeof Grouping)[keyof typeof Grouping]

/** Length of a report's span; a week begins on Monday. */
export const Period = { day: 'day', week: 'week', month: 'month', free: 'free' } as const
export type Period = (typeof Period)[keyof typeof Period]

/** How often a schedule makes a report, each time of the whole day, week or month before. */
export const Every = { day: 'day', week: 'week', month: 'month' } as const
export type Every = (typeof Every)[keyof typeof Every]

/** Why a schedule makes nothing any more: its owner is locked or gone, lost the permission, or lost a department that it is for. */
export const StopReason = { owner: 'owner', permission: 'permission', scope: 'scope' } as const
export type StopReason = (typeof StopReason)[keyof typeof StopReason]

/** FigureUnit of a column. `count` counts rows of a list, `times` counts anything else. */
export type FigureUnit = 'count' | 'times' | 'days' | 'hours' | 'km' | 'percent' | 'score'

/** Digits behind the point, and how much of what is stored makes one: seconds are shown as hours, metres as km. */
export const units: Record<FigureUnit, { digits: number; size: number }> = {
  count: { digits: 0, size: 1 },
  times: { digits: 0, size: 1 },
  days: { digits: 0, size: 1 },
  hours: { digits: 2, size: 3600 },
  km: { digits: 2, size: 1000 },
  percent: { digits: 1, size: 1 },
  score: { digits: 2, size: 1 },
}

/** What a report stores of each row; a *sum* over days and departments, or the largest of them. */
type Measures = Record<string, 'sum' | 'max'>
type Column<M extends string, K extends string> = {
  key: K
  unit: FigureUnit
  of: M
  /** The figure is a mean: `of` divided by this. */
  per?: M
}
const kind = <const M extends Measures, const K extends string>(
  /** Objects that its rows can be; null when violations say it each by itself. */
  objectType: ObjectType | null,
  measures: M,
  columns: readonly Column<Extract<keyof M, string>, K>[],
) => ({ objectType, measures, columns })

/** The figures of each kind of report: its table, chart and sheet show these columns. The first one is drawn unless another is chosen. */
export const reportKinds = {
  [ReportKind.vehicles]: kind(
    ObjectType.vehicle,
    { days: 'sum', work: 'sum', driving: 'sum', standing: 'sum', metres: 'sum', trips: 'sum' },
    [
      { key: 'workHours', unit: 'hours', of: 'work' },
      { key: 'drivingHours', unit: 'hours', of: 'driving' },
      { key: 'standingHours', unit: 'hours', of: 'standing' },
      { key: 'mileage', unit: 'km', of: 'metres' },
      { key: 'trips', unit: 'times', of: 'trips' },
      { key: 'vehicleDays', unit: 'days', of: 'days' },
    ],
  ),
  [ReportKind.mileage]: kind(ObjectType.vehicle, { days: 'sum', metres: 'sum', longest: 'max' }, [
    { key: 'mileage', unit: 'km', of: 'metres' },
    { key: 'vehicleDays', unit: 'days', of: 'days' },
    { key: 'mileagePerDay', unit: 'km', of: 'metres', per: 'days' },
    { key: 'longestDay', unit: 'km', of: 'longest' },
  ]),
  [ReportKind.violations]: kind(
    null,
    { total: 'sum', pending: 'sum', real: 'sum', falseSystem: 'sum', falseDispatch: 'sum', revoked: 'sum', alarms: 'sum' },
    [
      { key: 'violations', unit: 'count', of: 'total' },
      { key: 'pending', unit: 'count', of: 'pending' },
      { key: 'real', unit: 'count', of: 'real' },
      { key: 'falseSystem', unit: 'count', of: 'falseSystem' },
      { key: 'falseDispatch', unit: 'count', of: 'falseDispatch' },
      { key: 'revoked', unit: 'count', of: 'revoked' },
      { key: 'alarms', unit: 'count', of: 'alarms' },
    ],
  ),
  [ReportKind.people]: kind(ObjectType.person, { days: 'sum', fixes: 'sum', violations: 'sum' }, [
    { key: 'personDays', unit: 'days', of: 'days' },
    { key: 'fixes', unit: 'times', of: 'fixes' },
    { key: 'violations', unit: 'count', of: 'violations' },
  ]),
  [ReportKind.attendance]: kind(
    ObjectType.person,
    { total: 'sum', normal: 'sum', late: 'sum', early: 'sum', absent: 'sum', leave: 'sum', rest: 'sum' },
    [
      { key: 'attendanceDays', unit: 'count', of: 'total' },
      { key: 'onTime', unit: 'count', of: 'normal' },
      { key: 'late', unit: 'count', of: 'late' },
      { key: 'early', unit: 'count', of: 'early' },
      { key: 'absent', unit: 'count', of: 'absent' },
      { key: 'onLeave', unit: 'count', of: 'leave' },
      { key: 'resting', unit: 'count', of: 'rest' },
    ],
  ),
  [ReportKind.facilities]: kind(
    ObjectType.facility,
    { readings: 'sum', alarms: 'sum', opens: 'sum', visitors: 'sum', complaints: 'sum' },
    [
      { key: 'readings', unit: 'times', of: 'readings' },
      { key: 'facilityAlarms', unit: 'count', of: 'alarms' },
      { key: 'opens', unit: 'times', of: 'opens' },
      { key: 'visitors', unit: 'times', of: 'visitors' },
      { key: 'complaints', unit: 'count', of: 'complaints' },
    ],
  ),
  [ReportKind.cans]: kind(
    ObjectType.facility,
    { fill: 'sum', readings: 'sum', highest: 'max', overflows: 'sum', emptied: 'sum' },
    [
      { key: 'fill', unit: 'percent', of: 'fill', per: 'readings' },
      { key: 'highestFill', unit: 'percent', of: 'highest' },
      { key: 'overflows', unit: 'times', of: 'overflows' },
      { key: 'emptied', unit: 'times', of: 'emptied' },
      { key: 'readings', unit: 'times', of: 'readings' },
    ],
  ),
  [ReportKind.cleaning]: kind(
    ObjectType.facility,
    {
      total: 'sum',
      created: 'sum',
      assigned: 'sum',
      processed: 'sum',
      evaluated: 'sum',
      over: 'sum',
      seconds: 'sum',
      timed: 'sum',
      score: 'sum',
      scored: 'sum',
    },
    [
      { key: 'cleanings', unit: 'count', of: 'total' },
      { key: 'created', unit: 'count', of: 'created' },
      { key: 'assigned', unit: 'count', of: 'assigned' },
      { key: 'processed', unit: 'count', of: 'processed' },
      { key: 'evaluated', unit: 'count', of: 'evaluated' },
      { key: 'over', unit: 'count', of: 'over' },
      { key: 'processHours', unit: 'hours', of: 'seconds', per: 'timed' },
      { key: 'score', unit: 'score', of: 'score', per: 'scored' },
    ],
  ),
  [ReportKind.inspections]: kind(
    ObjectType.person,
    { total: 'sum', waiting: 'sum', returned: 'sum', fedBack: 'sum', closed: 'sum', score: 'sum', seconds: 'sum', timed: 'sum' },
    [
      { key: 'inspections', unit: 'count', of: 'total' },
      { key: 'waiting', unit: 'count', of: 'waiting' },
      { key: 'returned', unit: 'count', of: 'returned' },
      { key: 'fedBack', unit: 'count', of: 'fedBack' },
      { key: 'closed', unit: 'count', of: 'closed' },
      { key: 'inspectionScore', unit: 'score', of: 'score', per: 'total' },
      { key: 'answerHours', unit: 'hours', of: 'seconds', per: 'timed' },
    ],
  ),
  [ReportKind.complaints]: kind(
    ObjectType.facility,
    {
      total: 'sum',
      complaints: 'sum',
      feedback: 'sum',
      waiting: 'sum',
      handled: 'sum',
      seconds: 'sum',
      timed: 'sum',
      score: 'sum',
      scored: 'sum',
    },
    [
      { key: 'publicEvents', unit: 'count', of: 'total' },
      { key: 'complaintsMade', unit: 'count', of: 'complaints' },
      { key: 'feedback', unit: 'count', of: 'feedback' },
      { key: 'unanswered', unit: 'count', of: 'waiting' },
      { key: 'answered', unit: 'count', of: 'handled' },
      { key: 'answerHours', unit: 'hours', of: 'seconds', per: 'timed' },
      { key: 'satisfaction', unit: 'score', of: 'score', per: 'scored' },
    ],
  ),
  [ReportKind.workReport]: kind<Record<never, 'sum'>, never>(null, {}, []),
} as const satisfies Record<ReportKind, ReturnType<typeof kind>>

/** True for a kind with rows, which are grouped; its file is a sheet. The other is a PDF about departments only. */
export const hasRows = (of: ReportKind) => of !== ReportKind.workReport

export type ColumnKey = (typeof reportKinds)[ReportKind]['columns'][number]['key']
/** One column of any report. */
export type ReportColumn = { key: ColumnKey; unit: FigureUnit; of: string; per?: string }

export const columnsOf = (of: ReportKind): readonly ReportColumn[] => reportKinds[of].columns
/** Names of what a kind stores, in order, each with how it is joined. */
export const measuresOf = (of: ReportKind): [name: string, how: 'sum' | 'max'][] => Object.entries(reportKinds[of].measures)
