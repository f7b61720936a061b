import type { Parsed } from '@huanwei/contract/endpoint'
import { ExportStatus } from '@huanwei/contract/exports/codes'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Grouping, type ReportKind } from '@huanwei/contract/reports/codes'
import type { listReports } from '@huanwei/contract/reports/endpoints'
import { longestDays, mostDrawn, mostOfSchedule } from '@huanwei/contract/reports/rules'
import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import type { Cursor } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { departmentsBelow, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { areas } from '../areas/table.ts'
import { departments } from '../departments/table.ts'
import { endReminders, remind, removeReminders } from '../messages/sending/queries.ts'
import { projectDepartments, projects } from '../projects/table.ts'
import { displayNameOf } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { reportRows, reports } from './table.ts'

export type ReportFormRow = typeof reports.$inferSelect
/** A report with rows. */
export type TableReport = ReportFormRow & { grouping: Grouping }
export type ReportFigures = typeof reportRows.$inferSelect

/** Reports whose departments the viewer sees, all of them. */
const inSight = ({ tenantId, departments: seen }: Viewer) =>
  and(eq(reports.tenantId, tenantId), seen ? sql`${reports.departments} <@ ${sql.param(seen)}::int[]` : undefined)

const list = { table: reports, id: reports.id, time: reports.createTime }

/** One page of the kept reports in sight, newest first, with the total. `among` narrows to reports of one of these departments. */
export async function findReportForms(
  tx: Tx,
  viewer: Viewer,
  filter: Parsed<typeof listReports> & { after?: Cursor | undefined },
  among: number[] | null,
) {
  const { total, only } = await findPage(tx, list, filter, {
    tenantId: viewer.tenantId,
    where: and(
      inSight(viewer),
      contains(reports.name, filter.name),
      filter.kind && eq(reports.kind, filter.kind),
      filter.status && eq(reports.status, filter.status),
      filter.scheduleId ? eq(reports.scheduleId, filter.scheduleId) : undefined,
      filter.deptId && among ? sql`${reports.departments} && ${sql.param(among)}::int[]` : undefined,
    ),
  })
  const records = await tx
    .select()
    .from(reports)
    .where(and(eq(reports.tenantId, viewer.tenantId), only))
    .orderBy(desc(reports.createTime), desc(reports.id))
  return { records, total }
}

/** A report in sight; undefined when there is none. */
export async function findReportForm(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await tx
    .select()
    .from(reports)
    .where(and(inSight(viewer), eq(reports.id, id)))
  return one
}

/** The same, locked until the transaction ends. */
export async function lockReportForm(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await tx
    .select()
    .from(reports)
    .where(and(inSight(viewer), eq(reports.id, id)))
    .for('update')
  return one
}

/** A report of any user; the caller must have checked the signed address. */
export async function findAnyReport(tx: Tx, id: number) {
  const [one] = await tx.select().from(reports).where(eq(reports.id, id))
  return one
}

const rowsOf = ({ tenantId, id }: Pick<ReportFormRow, 'tenantId' | 'id'>) =>
  and(eq(reportRows.tenantId, tenantId), eq(reportRows.reportId, id))

/** Rows of a report behind a place, in their order. */
export const findRowsAfter = (tx: Tx, report: Pick<ReportFormRow, 'tenantId' | 'id'>, place: number, most: number) =>
  tx
    .select()
    .from(reportRows)
    .where(and(rowsOf(report), gt(reportRows.place, place)))
    .orderBy(asc(reportRows.place))
    .limit(most)

/** One row of a report. */
export async function findRow(tx: Tx, report: ReportFormRow, key: string) {
  const [row] = await tx
    .select()
    .from(reportRows)
    .where(and(rowsOf(report), eq(reportRows.key, key)))
  return row
}

/** Rows that a chart draws: all days, or the objects or lowest departments with the largest first figure, which these measures make. */
export function findDrawn(tx: Tx, report: ReportFormRow, { of, per }: { of: number; per: number | undefined }) {
  if (report.grouping === Grouping.day) return findRowsAfter(tx, report, 0, longestDays)
  const stored = (index: number) => sql`${reportRows.sums}[${sql.raw(String(index + 1))}]`
  const largest = per === undefined ? stored(of) : sql`coalesce(${stored(of)} / nullif(${stored(per)}, 0), 0)`
  return tx
    .select()
    .from(reportRows)
    .where(and(rowsOf(report), eq(reportRows.isLeaf, true)))
    .orderBy(desc(largest), asc(reportRows.place))
    .limit(mostDrawn)
}

const own = ({ tenantId, userId }: Viewer) => and(eq(reports.tenantId, tenantId), eq(reports.userId, userId))

/** Lets one person begin one report at a time, until the transaction ends, and counts those that they have. */
export async function countOwn(tx: Tx, viewer: Viewer) {
  await tx.execute(
    sql`select from ${users} where tenant_id = ${viewer.tenantId} and user_id = ${viewer.userId} for no key update`,
  )
  const isOpen = inArray(reports.status, [ExportStatus.waiting, ExportStatus.running])
  const byHand = and(own(viewer), isNull(reports.scheduleId))
  return { kept: await tx.$count(reports, byHand), unfinished: await tx.$count(reports, and(byHand, isOpen)) }
}

type NewReport = Pick<
  typeof reports.$inferInsert,
  'name' | 'kind' | 'grouping' | 'firstDay' | 'lastDay' | 'language' | 'total' | 'scheduleId' | 'departments'
> &
  Subject

/** What a report is about, by id and by name. */
export type Subject = Record<'deptId' | 'projectId' | 'objectId', number | null> &
  Record<'deptName' | 'projectName' | 'objectName', string | null> & { objectType: ObjectType | null }

export async function insertReport(tx: Tx, { tenantId, userId }: Viewer, report: NewReport) {
  const [added] = await tx
    .insert(reports)
    .values({ tenantId, userId, createBy: displayNameOf(tenantId, userId), ...report })
    .returning()
  return added!
}

export async function setReportStatus(tx: Tx, { tenantId, id }: ReportFormRow, status: ExportStatus) {
  const [changed] = await tx
    .update(reports)
    .set({ status, worker: null, error: null, updateTime: sql`now()` })
    .where(and(eq(reports.tenantId, tenantId), eq(reports.id, id)))
    .returning()
  return changed!
}

export const reminderOf = (tenantId: number, eventId: number | number[]) => ({ tenantId, eventId, tasks: [ReminderTask.report] })

/** With its rows and its reminders. */
export async function deleteReportForm(tx: Tx, { tenantId, id }: Pick<ReportFormRow, 'tenantId' | 'id'>) {
  await tx.delete(reports).where(and(eq(reports.tenantId, tenantId), eq(reports.id, id)))
  await removeReminders(tx, reminderOf(tenantId, id))
}

/** The viewer has opened the report: nothing to remind of any more. */
export const endReportReminder = (tx: Tx, { tenantId, userId }: Viewer, id: number) =>
  endReminders(tx, { ...reminderOf(tenantId, id), userId })

/** Reminds people of a report that is ready. */
export const remindReceivers = (tx: Tx, { tenantId, id, userId }: ReportFormRow, deptId: number, userIds: number[]) =>
  remind(
    tx,
    { tenantId, deptId, task: ReminderTask.report, eventId: id, objectType: ObjectType.person, objectId: userId },
    userIds,
  )

/** Removes the oldest reports of a schedule beyond those that are kept; returns the names of their sheets. */
export async function removeOldest(tx: Tx, tenantId: number, scheduleId: number) {
  const old = await tx
    .select()
    .from(reports)
    .where(and(eq(reports.tenantId, tenantId), eq(reports.scheduleId, scheduleId)))
    .orderBy(desc(reports.id))
    .offset(mostOfSchedule)
  for (const one of old) await deleteReportForm(tx, one)
  return old.flatMap(({ fileName }) => fileName ?? [])
}

/** Departments of a project with all below them. */
async function departmentsOfProject(tx: Tx, tenantId: number, projectId: number) {
  const rows = await tx
    .select({ deptId: projectDepartments.deptId })
    .from(projectDepartments)
    .where(and(eq(projectDepartments.tenantId, tenantId), eq(projectDepartments.projectId, projectId)))
  const ofAreas = await tx.execute<{ id: number }>(sql`
    select distinct a.dept_id as id from project_area p join ${areas} a on a.tenant_id = p.tenant_id and a.id = p.area_id
    where p.tenant_id = ${tenantId} and p.project_id = ${projectId}`)
  return departmentsBelow(tx, tenantId, [...rows.map(({ deptId }) => deptId), ...ofAreas.rows.map(({ id }) => id)])
}

/** The departments that a report may be about: those that both the viewer's scope and its subject allow; null for the whole tenant. */
export async function departmentsOfReport(
  tx: Tx,
  viewer: Viewer,
  { kind, deptId, projectId }: { kind: ReportKind; deptId: number | null; projectId: number | null },
) {
  const limits = [viewer.departments]
  if (deptId !== null) limits.push(await departmentsBelow(tx, viewer.tenantId, [deptId]))
  // An inspection names its project itself, wherever it was made.
  if (projectId !== null && kind !== 'inspections') limits.push(await departmentsOfProject(tx, viewer.tenantId, projectId))
  return limits.reduce((found, limit) => (found && limit ? found.filter((one) => limit.includes(one)) : (found ?? limit)))
}

/** Names of the department and the project that a report is about; undefined where the viewer does not see one. */
export async function findNames(
  tx: Tx,
  viewer: Viewer,
  { deptId, projectId }: { deptId: number | null; projectId: number | null },
) {
  const { tenantId } = viewer
  const deptName = deptId === null ? null : await findDepartmentName(tx, viewer, deptId)
  const [project] = await tx
    .select({ name: projects.name })
    .from(projectDepartments)
    .innerJoin(projects, and(eq(projects.tenantId, projectDepartments.tenantId), eq(projects.id, projectDepartments.projectId)))
    .where(and(eq(projects.tenantId, tenantId), eq(projects.id, projectId ?? 0), inScope(viewer, projectDepartments.deptId)))
    .limit(1)
  const projectName = projectId === null ? null : project?.name
  return deptName === undefined || projectName === undefined ? undefined : { deptName, projectName }
}

async function findDepartmentName(tx: Tx, viewer: Viewer, deptId: number) {
  const [department] = await tx
    .select({ name: departments.name })
    .from(departments)
    .where(and(eq(departments.tenantId, viewer.tenantId), eq(departments.id, deptId), inScope(viewer, departments.id)))
  return department?.name
}
