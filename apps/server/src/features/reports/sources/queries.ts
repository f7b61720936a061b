import { AttendanceState } from '@huanwei/contract/attendance/codes'
import { emptiedBy } from '@huanwei/contract/cans/rules'
import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { ComplaintStatus, ComplaintType } from '@huanwei/contract/complaints/codes'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Metric } from '@huanwei/contract/readings/codes'
import { Grouping, measuresOf, ReportKind } from '@huanwei/contract/reports/codes'
import { Severity } from '@huanwei/contract/rules/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { type SQL, sql } from 'drizzle-orm'
import { meaningSql } from '../../../position/store/meaning-sql.ts'
import { figureOf } from '../../parameters/queries.ts'
import type { reports } from '../table.ts'

/** What a report is about, as far as its sources ask. */
type ReportAbout = Pick<
  typeof reports.$inferSelect,
  'tenantId' | 'grouping' | 'departments' | 'objectType' | 'objectId' | 'projectId'
>
/** Days of a report, `yyyy-MM-dd`: from the beginning of the first to the beginning of the last. */
export type Days = { from: string; to: string }
/** A query of rows with a `key` and these measures. */
export type SourceRows = { query: SQL; measures: readonly string[] }

/** Rows of a source with all measures of the kind, those that it does not have as 0. */
export function tableOf(kind: ReportKind, { query, measures }: SourceRows) {
  const all = measuresOf(kind).map(([name]) =>
    measures.includes(name) ? sql`coalesce(${sql.identifier(name)}, 0)::float8` : sql`0`,
  )
  return sql`select key, array[${sql.join(all, sql`, `)}]::float8[] as sums from (${query}) as source`
}

/** What a row has and what is added to it, joined measure by measure. */
export function joined(kind: ReportKind) {
  const all = measuresOf(kind).map(([, how], i) => {
    const [had, added] = ['report_row', 'excluded'].map((row) => `${row}.sums[${i + 1}]`)
    return sql.raw(how === 'sum' ? `${had} + ${added}` : `greatest(${had}, ${added})`)
  })
  return sql`array[${sql.join(all, sql`, `)}]::float8[]`
}

/** Expressions over one row of a table: its time, its department, and the key of the object that it is about. */
type Columns = { time: SQL; deptId: SQL; object: SQL }

const keyOf = ({ grouping }: ReportAbout, { time, deptId, object }: Columns) => {
  if (grouping === Grouping.day) return sql`to_char(${time}, 'YYYY-MM-DD')`
  return grouping === Grouping.department ? sql`${deptId}::text` : object
}

const keyOfObject = (type: ObjectType, id: string) => sql.raw(`'${type}-' || ${id}`)

type Asked = { table: SQL; columns: Columns; where?: SQL; objectId: SQL }

/** Counts and sums over the rows of a table that a report is about. */
function aggregate(report: ReportAbout, { from, to }: Days, asked: Asked, measures: Record<string, SQL>): SourceRows {
  const { table, columns, where = sql`true`, objectId } = asked
  const { tenantId, departments: among } = report
  const selected = Object.entries(measures).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
  const query = sql`
    select ${keyOf(report, columns)} as key, ${sql.join(selected, sql`, `)}
    from ${table}
    where e.tenant_id = ${tenantId} and ${columns.time} >= ${from}::timestamptz and ${columns.time} < ${to}::timestamptz and ${where}
      ${among === null ? sql`` : sql`and ${columns.deptId} = any(${sql.param(among)}::int[])`}
      ${report.objectId === null ? sql`` : sql`and ${objectId} = ${report.objectId}`}
    group by 1`
  return { query, measures: Object.keys(measures) }
}

const count = sql`count(*)`
const countIf = (condition: SQL) => sql`count(*) filter (where ${condition})`
const seconds = (from: string, to: string) => sql.raw(`sum(extract(epoch from ${to} - ${from}))`)

/** What counts is what the list of violations shows: an alarm that is merged into another violation is no row of its own. */
function violationsOf(report: ReportAbout, days: Days, objectType: ObjectType | null, measures: Record<string, SQL>) {
  const columns = { time: sql`e.create_time`, deptId: sql`e.dept_id`, object: sql`e.object_type || '-' || e.object_id` }
  const where = sql`e.merged_into is null ${objectType === null ? sql`` : sql`and e.object_type = ${objectType}`}`
  return aggregate(report, days, { table: sql`violation_event e`, columns, where, objectId: sql`e.object_id` }, measures)
}

const complaintsOf = (report: ReportAbout, days: Days, measures: Record<string, SQL>) =>
  aggregate(
    report,
    days,
    {
      table: sql`wc_complaint e`,
      columns: { time: sql`e.event_time`, deptId: sql`e.dept_id`, object: keyOfObject(ObjectType.facility, 'e.facility_id') },
      objectId: sql`e.facility_id`,
    },
    measures,
  )

const verdict = (alarmType: AlarmType) => countIf(sql`e.alarm_type = ${alarmType}`)

const violations = (report: ReportAbout, days: Days) => [
  violationsOf(report, days, report.objectType, {
    total: count,
    pending: verdict(AlarmType.pending),
    real: verdict(AlarmType.real),
    falseSystem: verdict(AlarmType.falseSystem),
    falseDispatch: verdict(AlarmType.falseDispatch),
    revoked: verdict(AlarmType.revoked),
    alarms: countIf(sql`e.severity = ${Severity.alarm}`),
  }),
]

function cleaning(report: ReportAbout, days: Days) {
  const inState = (status: CleaningStatus) => countIf(sql`e.status = ${status}`)
  const object = sql`case when e.facility_id is null then 'none' else ${keyOfObject(ObjectType.facility, 'e.facility_id')} end`
  const columns = { time: sql`e.report_time`, deptId: sql`e.dept_id`, object }
  return [
    aggregate(
      report,
      days,
      { table: sql`wc_report_to_clean e`, columns, objectId: sql`e.facility_id` },
      {
        total: count,
        created: inState(CleaningStatus.created),
        assigned: inState(CleaningStatus.assigned),
        processed: inState(CleaningStatus.processed),
        evaluated: inState(CleaningStatus.evaluated),
        over: inState(CleaningStatus.over),
        seconds: seconds('e.report_time', 'e.process_time'),
        timed: sql`count(e.process_time)`,
        score: sql`sum(e.score)`,
        scored: sql`count(e.score)`,
      },
    ),
  ]
}

function inspections(report: ReportAbout, days: Days) {
  const inState = (status: InspectionStatus) => countIf(sql`e.status = ${status}`)
  const object = keyOfObject(ObjectType.person, 'e.responsible_id')
  const columns = { time: sql`e.create_time`, deptId: sql`e.dept_id`, object }
  const where = report.projectId === null ? sql`true` : sql`e.project_id = ${report.projectId}`
  return [
    aggregate(
      report,
      days,
      { table: sql`inspect_event e`, columns, where, objectId: sql`e.responsible_id` },
      {
        total: count,
        waiting: inState(InspectionStatus.waiting),
        returned: countIf(sql`e.if_return = 1`),
        fedBack: inState(InspectionStatus.fedBack),
        closed: inState(InspectionStatus.closed),
        score: sql`sum(e.score)`,
        seconds: sql`sum(e.dispose_time) * 60`,
        timed: sql`count(e.dispose_time)`,
      },
    ),
  ]
}

function attendance(report: ReportAbout, days: Days) {
  const inState = (state: AttendanceState) => countIf(sql`e.state = ${state}`)
  const columns = { time: sql`e.day_time`, deptId: sql`e.dept_id`, object: keyOfObject(ObjectType.person, 'e.user_id') }
  return [
    aggregate(
      report,
      days,
      { table: sql`attendance_day e`, columns, objectId: sql`e.user_id` },
      {
        total: count,
        normal: inState(AttendanceState.normal),
        late: inState(AttendanceState.late),
        early: inState(AttendanceState.early),
        absent: inState(AttendanceState.absent),
        leave: inState(AttendanceState.leave),
        rest: inState(AttendanceState.rest),
      },
    ),
  ]
}

const complaints = (report: ReportAbout, days: Days) => [
  complaintsOf(report, days, {
    total: count,
    complaints: countIf(sql`e.event_type = ${ComplaintType.complaint}`),
    feedback: countIf(sql`e.event_type = ${ComplaintType.feedback}`),
    waiting: countIf(sql`e.status <> ${ComplaintStatus.handled}`),
    handled: countIf(sql`e.status = ${ComplaintStatus.handled}`),
    seconds: seconds('e.event_time', 'e.result_time'),
    timed: sql`count(e.result_time)`,
    score: sql`sum(e.score)`,
    scored: sql`count(e.score)`,
  }),
]

/** Readings at facilities while their devices were bound there; `before` is what the device measured there before, at most a day earlier. */
function readingsOf(
  report: ReportAbout,
  days: Days,
  { metrics, where = sql`true` }: { metrics: Metric[]; where?: SQL },
  measures: Record<string, SQL>,
) {
  const named = sql.param(metrics)
  const table = sql`(
    select n.tenant_id, n.time, f.dept_id, f.id as facility_id, n.metric, ${sql.raw(meaningSql)} as value,
      lag(${sql.raw(meaningSql)}) over (partition by f.id, n.device_id, n.metric, n.channel order by n.time) as before
    from device_binding b
    join facility f on f.tenant_id = b.tenant_id and f.id = b.object_id
    join reading n on n.tenant_id = b.tenant_id and n.device_id = b.device_id and n.time >= b.started and (b.ended is null or n.time < b.ended)
    where b.tenant_id = ${report.tenantId} and b.object_type = ${ObjectType.facility} and n.metric = any(${named}::text[]) and ${where}
      and n.time >= ${days.from}::timestamptz - interval '1 day' and n.time < ${days.to}::timestamptz
  ) e`
  return aggregate(report, days, { table, columns: facilityColumns, objectId: sql`e.facility_id` }, measures)
}

const facilityColumns = {
  time: sql`e.time`,
  deptId: sql`e.dept_id`,
  object: keyOfObject(ObjectType.facility, 'e.facility_id'),
}

function facilities(report: ReportAbout, days: Days) {
  const { occupied, peopleIn } = Metric
  const all = sql`(
    select n.tenant_id, n.time, f.dept_id, f.id as facility_id
    from device_binding b
    join facility f on f.tenant_id = b.tenant_id and f.id = b.object_id
    join reading n on n.tenant_id = b.tenant_id and n.device_id = b.device_id and n.time >= b.started and (b.ended is null or n.time < b.ended)
    where b.tenant_id = ${report.tenantId} and b.object_type = ${ObjectType.facility}
  ) e`
  return [
    aggregate(report, days, { table: all, columns: facilityColumns, objectId: sql`e.facility_id` }, { readings: count }),
    readingsOf(
      report,
      days,
      { metrics: [occupied, peopleIn] },
      {
        opens: countIf(sql`e.metric = ${occupied} and e.value = 1 and e.before = 0`),
        visitors: sql`sum(e.value) filter (where e.metric = ${peopleIn})`,
      },
    ),
    violationsOf(report, days, ObjectType.facility, { alarms: count }),
    complaintsOf(report, days, { complaints: count }),
  ]
}

/** Fill level from which a can is overfull, percent. */
const overfull = ({ tenantId }: ReportAbout) => figureOf(tenantId, 'can_overfull_percent')

const cans = (report: ReportAbout, days: Days) => [
  readingsOf(
    report,
    days,
    { metrics: [Metric.fill], where: sql`f.facility_type = ${canType}` },
    {
      fill: sql`sum(e.value)`,
      readings: count,
      highest: sql`max(e.value)`,
      overflows: countIf(sql`e.value >= ${overfull(report)} and (e.before is null or e.before < ${overfull(report)})`),
      emptied: countIf(sql`e.before - e.value >= ${emptiedBy}`),
    },
  ),
]

/** What a report reads from tables of some of its days. Work, mileage and positions come from tracks. */
export const sourcesOf: Record<ReportKind, (report: ReportAbout, days: Days) => SourceRows[]> = {
  [ReportKind.vehicles]: () => [],
  [ReportKind.mileage]: () => [],
  [ReportKind.people]: (report, days) => [violationsOf(report, days, ObjectType.person, { violations: count })],
  [ReportKind.violations]: violations,
  [ReportKind.attendance]: attendance,
  [ReportKind.facilities]: facilities,
  [ReportKind.cans]: cans,
  [ReportKind.cleaning]: cleaning,
  [ReportKind.inspections]: inspections,
  [ReportKind.complaints]: complaints,
  [ReportKind.workReport]: () => [],
}

/** Figures that were worked out elsewhere, as a source; rows of one key are joined. */
export function listed(
  kind: ReportKind,
  rows: readonly ({ key: string } & Record<string, string | number>)[],
  measures: readonly string[],
) {
  const asked = measuresOf(kind).filter(([name]) => measures.includes(name))
  const columns = asked.map(([name, how]) => sql`${sql.raw(how)}(${sql.identifier(name)}) as ${sql.identifier(name)}`)
  const types = asked.map(([name]) => sql`${sql.identifier(name)} float8`)
  const query = sql`
    select key, ${sql.join(columns, sql`, `)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (key text, ${sql.join(types, sql`, `)}) group by key`
  return { query, measures }
}
