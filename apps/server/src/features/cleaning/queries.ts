import { type CauseKind, CleaningStatus } from '@huanwei/contract/cleaning/codes'
import type { listCleaning, NewCleaning } from '@huanwei/contract/cleaning/endpoints'
import { Timeliness } from '@huanwei/contract/deadlines/codes'
import type { Parsed } from '@huanwei/contract/endpoint'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Permission } from '@huanwei/contract/permissions'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import { and, asc, eq, getTableColumns, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { asCommaList } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import type { Cursor } from '../../db/keyset.ts'
import { during, type Period } from '../../db/period.ts'
import { amongDepartments, inScope, mayUse } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { isAwayNow } from '../approvals/queries.ts'
import { type DatedList, findDatedPage, findLoads, isTimely } from '../deadlines/queries.ts'
import { departments } from '../departments/table.ts'
import { isAboutType } from '../facilities/table.ts'
import { endReminders, recipientsOf, remind, removeReminders } from '../messages/sending/queries.ts'
import { findFigures } from '../parameters/queries.ts'
import { addRemoval } from '../removals/queries.ts'
import { rules } from '../rules/table.ts'
import { shifts } from '../shifts/table.ts'
import { countEvents } from '../tallies/queries.ts'
import { displayName, displayNameOf } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { cleaningCodeCounters as codeCounters, isDueUnsaid, cleaningReports as reports, cleaningSteps as steps } from './table.ts'

const { tenantId: _, dueReminded: __, img, processImg, ...stored } = getTableColumns(reports)

const columns = {
  ...stored,
  img: asCommaList(img),
  processImg: asCommaList(processImg),
  deptName: departments.name,
  plateNumber: vehicles.plateNumber,
}

/** Reports as the wire shows them. */
export const findCleaning = (tx: Tx, where: SQL | undefined) =>
  tx
    .select(columns)
    .from(reports)
    .innerJoin(departments, and(eq(departments.tenantId, reports.tenantId), eq(departments.id, reports.deptId)))
    .leftJoin(vehicles, and(eq(vehicles.tenantId, reports.tenantId), eq(vehicles.id, reports.vehicleId)))
    .where(where)

/** Reports that the viewer made or is assigned to. */
const isOwn = ({ userId }: Viewer) => or(eq(reports.assigneeId, userId), eq(reports.reporterId, userId))
/** Reports in the viewer's scope, and their own. */
export const cleaningInSight = (viewer: Viewer) =>
  and(eq(reports.tenantId, viewer.tenantId), viewer.departments ? or(inScope(viewer, reports.deptId), isOwn(viewer)) : undefined)
const one = (viewer: Viewer, id: number) => and(cleaningInSight(viewer), eq(reports.id, id))

const list: DatedList = {
  table: reports,
  deptId: reports.deptId,
  time: reports.reportTime,
  id: reports.id,
  soonTime: reports.soonTime,
  dueTime: reports.dueTime,
  isOpen: sql`${reports.status} < ${sql.raw(String(CleaningStatus.processed))}`,
  // By whole seconds, as the times on the wire are.
  isLate: sql`(date_trunc('second', ${reports.processTime}) > ${reports.dueTime}) is true`,
}

type Filter = Parsed<typeof listCleaning> & { after?: Cursor | undefined }

/** The states that the filter asks for. */
const statusesAsked = ({ status, statusFrom = CleaningStatus.created, statusTo = CleaningStatus.over, over }: Filter) =>
  Object.values(CleaningStatus).filter(
    (one) =>
      (status === undefined || one === status) &&
      one >= statusFrom &&
      one <= statusTo &&
      (over === undefined || over === (one === CleaningStatus.over)),
  )

/** Condition of a report that is still to be processed after its time. */
export const isCleaningOverdue = sql`(${isTimely(list, Timeliness.overdue)})`

/** One page of the reports in sight, newest first, with the total. `among` are the departments that a filter allows. */
export async function findReports(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null) {
  const statuses = statusesAsked(filter)
  const where = (period: Period) =>
    and(
      cleaningInSight(viewer),
      filter.deptId === undefined ? undefined : amongDepartments(among, reports.deptId),
      inArray(reports.status, statuses),
      filter.type && eq(reports.type, filter.type),
      filter.score ? eq(reports.score, filter.score) : undefined,
      filter.causeKind && eq(reports.causeKind, filter.causeKind),
      filter.facilityId ? eq(reports.facilityId, filter.facilityId) : undefined,
      filter.facilityType ? isAboutType(reports, filter.facilityType) : undefined,
      filter.assigneeId ? eq(reports.assigneeId, filter.assigneeId) : undefined,
      filter.code ? sql`starts_with(${reports.code}, upper(${filter.code}))` : undefined,
      during(reports.reportTime, period),
    )
  const { facilityId, facilityType, assigneeId, code, causeKind, score } = filter
  const isParticular = !!(facilityId || facilityType || assigneeId || code || causeKind || score)
  const kind = filter.type && Number(filter.type)
  // A facility can become one of another type.
  const isSteady = !filter.facilityType
  const asked = { filter, departments: among, statuses, kind, own: isOwn(viewer), isParticular, isSteady }
  const { total, only, order } = await findDatedPage(tx, viewer, list, asked, where)
  const records = await findCleaning(tx, and(eq(reports.tenantId, viewer.tenantId), only)).orderBy(...order)
  return { records, total }
}

export const findCleaningLoads = (tx: Tx, viewer: Viewer) =>
  findLoads(tx, viewer, list, { tenantId: reports.tenantId, personId: reports.assigneeId })

/** The states in which a report of the scope waits for the viewer. */
const waitingHere = ({ permissions }: Viewer) => [
  ...(permissions.has('clean_assign') ? [CleaningStatus.created] : []),
  ...(permissions.has('clean_process') ? [CleaningStatus.assigned] : []),
  ...(permissions.has('clean_evaluate') ? [CleaningStatus.processed, CleaningStatus.evaluated] : []),
]
const isAssignedTo = ({ userId }: Viewer) => and(eq(reports.status, CleaningStatus.assigned), eq(reports.assigneeId, userId))

const waitsHere = (viewer: Viewer): SQL =>
  sql`(${and(inArray(reports.status, waitingHere(viewer)), inScope(viewer, reports.deptId))})`

/** Open reports whose next step is the viewer's. */
const waiting = (viewer: Viewer) =>
  and(
    eq(reports.tenantId, viewer.tenantId),
    sql`${reports.status} <> ${sql.raw(String(CleaningStatus.over))}`,
    or(waitsHere(viewer), isAssignedTo(viewer)),
  )

/** Maximum number of waiting reports in one answer. */
const mostWaiting = 200

/** Reports that wait for the viewer, oldest first. `code` narrows to one. */
export const findWaiting = (tx: Tx, viewer: Viewer, code: string | undefined) =>
  findCleaning(tx, and(waiting(viewer), code ? eq(reports.code, code) : undefined))
    .orderBy(asc(reports.reportTime), asc(reports.id))
    .limit(mostWaiting)

export async function countWaiting(tx: Tx, viewer: Viewer) {
  const asked = { filter: {}, departments: viewer.departments, statuses: waitingHere(viewer) }
  const elsewhere = and(eq(reports.tenantId, viewer.tenantId), isAssignedTo(viewer), not(waitsHere(viewer)))
  return (await countEvents(tx, viewer, list, asked, () => undefined)) + (await tx.$count(reports, elsewhere))
}

/** Locks the row until the transaction ends, which serialises two people acting at once. */
export async function lockReport(tx: Tx, viewer: Viewer, id: number) {
  const [row] = await tx.select().from(reports).where(one(viewer, id)).for('update')
  return row
}

/** A report in sight with its steps. */
export async function findCleaningDetail(tx: Tx, viewer: Viewer, id: number) {
  const [row] = await findCleaning(tx, one(viewer, id))
  return row && { ...row, isInScope: mayUse(viewer, row.deptId), process: await findCleaningSteps(tx, viewer, id) }
}

/** Reports that were just added, in the order of their ids. */
export const findMany = (tx: Tx, viewer: Viewer, ids: number[]) =>
  findCleaning(tx, and(cleaningInSight(viewer), inArray(reports.id, ids))).orderBy(asc(reports.id))

/** Steps of a report, oldest first. */
export const findCleaningSteps = (tx: Tx, viewer: Viewer, id: number) =>
  tx
    .select({
      status: steps.status,
      createTime: steps.createTime,
      objectName: steps.userName,
      remark: steps.remark,
      img: asCommaList(steps.img),
    })
    .from(steps)
    .where(and(eq(steps.tenantId, viewer.tenantId), eq(steps.reportId, id)))
    .orderBy(steps.id)

/** A new report with the fields that a request may omit when its facility supplies them. */
export type FullReport = Pick<NewCleaning, 'type' | 'content' | 'contact' | 'img' | 'position'> & {
  facilityId: number | null
  facilityName: string
  deptId: number
  lng: number | null
  lat: number | null
  causeKind: CauseKind | null
  causeId: number | null
}

/** Stores reports with the next codes of the day. Returns their ids in this order. */
export async function insertReports(tx: Tx, viewer: Viewer, list: FullReport[]): Promise<number[]> {
  const { tenantId, userId } = viewer
  const { day, first } = await takeCodes(tx, tenantId, list.length)
  const added = await tx
    .insert(reports)
    .values(
      list.map((report, i) => ({
        ...report,
        tenantId,
        reporterId: userId,
        reporter: displayNameOf(tenantId, userId),
        code: `${day}${String(first + i).padStart(4, '0')}`,
      })),
    )
    .returning({ id: reports.id })
  const ids = added.map(({ id }) => id)
  const userName = displayNameOf(tenantId, userId)
  await tx.insert(steps).values(
    ids.map((reportId, i) => ({
      tenantId,
      reportId,
      userId,
      userName,
      status: CleaningStatus.created,
      remark: list[i]!.content,
      img: list[i]!.img,
    })),
  )
  return ids
}

/** Takes the next `count` numbers of the day; other transactions of the tenant wait for theirs until this one ends. Returns the first, and `BJ` with the day. */
async function takeCodes(tx: Tx, tenantId: number, count: number) {
  const [taken] = await tx
    .insert(codeCounters)
    .values({ tenantId, day: sql`current_date`, last: count })
    .onConflictDoUpdate({
      target: [codeCounters.tenantId, codeCounters.day],
      set: { last: sql`${codeCounters.last} + excluded.last` },
    })
    .returning({ day: sql<string>`'BJ' || to_char(${codeCounters.day}, 'YYYYMMDD')`, last: codeCounters.last })
  if (!taken) throw new Error('an upsert returned no row')
  return { day: taken.day, first: taken.last - count + 1 }
}

/** Column that holds the time of each step. */
const stamps = {
  [CleaningStatus.created]: 'reportTime',
  [CleaningStatus.assigned]: 'assignTime',
  [CleaningStatus.processed]: 'processTime',
  [CleaningStatus.evaluated]: 'evaluateTime',
  [CleaningStatus.over]: 'overTime',
} as const

type Change = Partial<Omit<typeof reports.$inferInsert, 'tenantId' | 'id' | 'status'>>

/** Moves a report to `status` with the changed fields, and adds the step with its author and photos; `before` are photos added to those of the report. */
export async function moveReport(
  tx: Tx,
  { tenantId, userId }: Viewer,
  id: number,
  status: CleaningStatus,
  { remark, img = [], before = [], ...change }: Omit<Change, 'img'> & { remark: string; img?: string[]; before?: string[] },
) {
  await tx
    .update(reports)
    .set({
      ...change,
      ...(before.length > 0 && { img: sql`${reports.img} || ${sql.param(before)}::text[]` }),
      status,
      [stamps[status]]: sql`now()`,
    })
    .where(and(eq(reports.tenantId, tenantId), eq(reports.id, id)))
  await tx
    .insert(steps)
    .values({ tenantId, reportId: id, userId, userName: displayNameOf(tenantId, userId), status, remark, img })
  // Of the person who had it before, and of the one who has done it.
  await endReminders(tx, { tenantId, tasks: cleaningTasks, eventId: id })
}

const cleaningTasks = [ReminderTask.cleaning, ReminderTask.overdueCleaning]

/** Maximum number of overdue reports in one transaction. */
const mostReminded = 100

/**
 * Reminds the assignee of each report that fell overdue, and the people who assign in its department, once, where the organisation wants it. Returns how many reports there were.
 * Those that somebody is acting on are left to the next time.
 */
export async function remindOfOverdue(tx: Tx): Promise<number> {
  const overdue = await tx
    .select()
    .from(reports)
    .where(and(isDueUnsaid, isCleaningOverdue))
    .limit(mostReminded)
    .for('update', { skipLocked: true })
  for (const { tenantId, id, deptId, assigneeId, reporterId } of overdue) {
    await tx
      .update(reports)
      .set({ dueReminded: true })
      .where(and(eq(reports.tenantId, tenantId), eq(reports.id, id)))
    const { cleaning_overdue_reminder: isWanted } = await findFigures(tx, tenantId, ['cleaning_overdue_reminder'])
    if (!isWanted) continue
    const people = await recipientsOf(tx, tenantId, 'clean_assign', deptId)
    const task = {
      task: ReminderTask.overdueCleaning,
      eventId: id,
      objectType: ObjectType.person,
      objectId: assigneeId ?? reporterId,
    }
    await remind(tx, { tenantId, deptId, ...task }, assigneeId === null ? people : [...people, assigneeId])
  }
  return overdue.length
}

/** Reminds a person of the report that the viewer assigned to them; who takes one is not told so. */
export async function remindAssignee(
  tx: Tx,
  { tenantId, userId }: Viewer,
  { id, deptId }: { id: number; deptId: number },
  assigneeId: number,
) {
  if (assigneeId === userId) return
  const task = { task: ReminderTask.cleaning, eventId: id, objectType: ObjectType.person, objectId: assigneeId }
  await remind(tx, { tenantId, deptId, ...task }, [assigneeId])
}

/** Tells the person who dispatched work from something that it is done, or taken back; of what they did themselves they are not told. */
export async function tellReporter(
  tx: Tx,
  { userId }: Viewer,
  task: typeof ReminderTask.workDone | typeof ReminderTask.workRemoved,
  { tenantId, id, deptId, reporterId, causeKind }: typeof reports.$inferSelect,
) {
  if (causeKind === null || reporterId === userId) return
  await remind(tx, { tenantId, deptId, task, eventId: id, objectType: ObjectType.person, objectId: reporterId }, [reporterId])
}

/** Deletes a report with its steps; a removal record keeps who deleted it. */
export async function deleteReport(tx: Tx, viewer: Viewer, report: typeof reports.$inferSelect) {
  const { tenantId, id, deptId, reporterId, causeKind, causeId } = report
  await addRemoval(tx, viewer, reports, { id, deptId, ownerIds: [reporterId], causeKind, causeId })
  await removeReminders(tx, { tenantId, tasks: cleaningTasks, eventId: id })
  await tellReporter(tx, viewer, ReminderTask.workRemoved, report)
  await tx.delete(steps).where(and(eq(steps.tenantId, tenantId), eq(steps.reportId, id)))
  await tx.delete(reports).where(and(eq(reports.tenantId, tenantId), eq(reports.id, id)))
}

/** Shifts of `users.user_id`: those of the enabled rules about absence that watch the person, their department or one above it. */
const shiftsOfPerson = sql<({ name: string } & Hours)[]>`(select coalesce(json_agg(distinct jsonb_build_object(
    'name', s.name, 'start', s.start, 'end', s."end", 'weekdays', s.weekdays)), '[]')
  from ${rules} r join ${shifts} s on s.tenant_id = r.tenant_id and s.id = any(r.shift_ids)
  where r.tenant_id = ${users}.tenant_id and r.enabled and r.object_type = ${ObjectType.person}
    and r.condition->>'kind' = ${ConditionKind.absent}
    and (${users}.user_id = any(r.object_ids) or cardinality(r.object_ids) + cardinality(r.dept_ids) = 0
      or ${users}.dept_id in (select departments_below(r.tenant_id, r.dept_ids))))`

/**
 * People in the viewer's scope who may process reports of `deptId` and are not on leave, with the number of their open reports and their shifts.
 * `isNear` tells those of the departments `nearby`.
 */
export function findStaff(tx: Tx, viewer: Viewer, deptId: number, nearby: number[]) {
  const { tenantId } = viewer
  const open = sql<number>`(select count(*)::int from ${reports} r where r.tenant_id = ${users}.tenant_id
    and r.assignee_id = ${users}.user_id and r.status = ${CleaningStatus.assigned})`
  const mayProcess: Permission = 'clean_process'
  return tx
    .select({
      userId: users.id,
      name: displayName(users),
      deptName: departments.name,
      isNear: sql<boolean>`${amongDepartments(nearby, users.deptId)}`,
      open,
      shifts: shiftsOfPerson,
    })
    .from(users)
    .innerJoin(departments, and(eq(departments.tenantId, users.tenantId), eq(departments.id, users.deptId)))
    .where(
      and(
        eq(users.tenantId, tenantId),
        inScope(viewer, users.deptId),
        sql`${users.id} in (select user_id from users_covering(${tenantId}, ${mayProcess}, array[${deptId}::int]))`,
        not(isAwayNow(users)),
      ),
    )
}
