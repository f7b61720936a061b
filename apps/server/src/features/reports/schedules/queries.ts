import type { Parsed } from '@huanwei/contract/endpoint'
import type { Grouping, StopReason } from '@huanwei/contract/reports/codes'
import type { addReportSchedule, listReportSchedules } from '@huanwei/contract/reports/endpoints'
import type { Language } from '@huanwei/words/languages'
import { and, desc, eq, getTableColumns, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { updatedBy } from '../../../db/columns.ts'
import type { Tx } from '../../../db/connect.ts'
import { contains } from '../../../db/contains.ts'
import type { Cursor } from '../../../db/keyset.ts'
import { holdRow } from '../../../db/last-change.ts'
import { findPage } from '../../../db/lists/find-page.ts'
import { inScope } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { departments } from '../../departments/table.ts'
import { projects } from '../../projects/table.ts'
import { displayName } from '../../users/queries.ts'
import { users } from '../../users/table.ts'
import { reportSchedules } from '../table.ts'

export type ScheduleRow = typeof reportSchedules.$inferSelect

/** Schedules for departments in the viewer's scope, those of the whole tenant for who sees it, and their own. */
const inSight = (viewer: Viewer) =>
  and(
    eq(reportSchedules.tenantId, viewer.tenantId),
    viewer.departments
      ? or(
          eq(reportSchedules.userId, viewer.userId),
          and(isNotNull(reportSchedules.deptId), inScope(viewer, reportSchedules.deptId)),
        )
      : undefined,
  )

/** `what` of those receivers that the viewer sees; of one's own schedule all. */
const seenReceivers = <T>(viewer: Viewer, what: SQL) => sql<T>`array(
  select ${what} from sys_user u where ${and(
    sql`u.tenant_id = ${reportSchedules.tenantId} and u.user_id = any(${reportSchedules.receiverIds})`,
    viewer.departments ? or(eq(reportSchedules.userId, viewer.userId), inScope(viewer, sql`u.dept_id`)) : undefined,
  )} order by u.user_id)`

const select = (tx: Tx, viewer: Viewer) =>
  tx
    .select({
      ...getTableColumns(reportSchedules),
      deptName: departments.name,
      projectName: projects.name,
      createBy: displayName(users),
      isOwn: sql<boolean>`${reportSchedules.userId} = ${viewer.userId}`,
      receiverIds: seenReceivers<number[]>(viewer, sql`u.user_id`),
      receiverNames: seenReceivers<string[]>(viewer, sql`coalesce(nullif(u.name, ''), u.username)`),
    })
    .from(reportSchedules)
    .innerJoin(users, and(eq(users.tenantId, reportSchedules.tenantId), eq(users.id, reportSchedules.userId)))
    .leftJoin(departments, and(eq(departments.tenantId, reportSchedules.tenantId), eq(departments.id, reportSchedules.deptId)))
    .leftJoin(projects, and(eq(projects.tenantId, reportSchedules.tenantId), eq(projects.id, reportSchedules.projectId)))

const list = { table: reportSchedules, id: reportSchedules.id, time: reportSchedules.createTime }

export async function findSchedules(
  tx: Tx,
  viewer: Viewer,
  filter: Parsed<typeof listReportSchedules> & { after?: Cursor | undefined },
) {
  const where = and(
    inSight(viewer),
    contains(reportSchedules.name, filter.name),
    filter.kind && eq(reportSchedules.kind, filter.kind),
  )
  const { total, only } = await findPage(tx, list, filter, { tenantId: viewer.tenantId, where, isSteady: false })
  const records = await select(tx, viewer)
    .where(and(eq(reportSchedules.tenantId, viewer.tenantId), only))
    .orderBy(desc(reportSchedules.createTime), desc(reportSchedules.id))
  return { records, total }
}

const one = (viewer: Viewer, id: number): SQL | undefined => and(inSight(viewer), eq(reportSchedules.id, id))

/** A schedule in sight; undefined when there is none. */
export async function findSchedule(tx: Tx, viewer: Viewer, id: number) {
  const [found] = await select(tx, viewer).where(one(viewer, id))
  return found
}

/** Holds the schedule as it stands until the transaction ends. */
export const holdSchedule = (tx: Tx, tenantId: number, id: number) => holdRow(tx, reportSchedules, tenantId, id)

/** Lets one person add one schedule at a time, until the transaction ends, and counts those that they have. */
export async function countOwnSchedules(tx: Tx, { tenantId, userId }: Viewer) {
  await tx.execute(sql`select from ${users} where tenant_id = ${tenantId} and user_id = ${userId} for no key update`)
  return tx.$count(reportSchedules, and(eq(reportSchedules.tenantId, tenantId), eq(reportSchedules.userId, userId)))
}

/** True when these users are all there and in the viewer's scope. */
export async function areReceivers(tx: Tx, viewer: Viewer, ids: number[]) {
  const known = and(eq(users.tenantId, viewer.tenantId), inArray(users.id, ids), inScope(viewer, users.deptId))
  return !ids.length || (await tx.$count(users, known)) === new Set(ids).size
}

type Fields = Parsed<typeof addReportSchedule>
type Timed = Omit<Fields, 'grouping'> & { grouping: Grouping | null; nextTime: string; language: Language }

const stored = ({ deptId, projectId, ...fields }: Timed) => ({
  deptId: deptId ?? null,
  projectId: projectId ?? null,
  ...fields,
  stopReason: null,
})

/** Returns the new id. */
export async function insertSchedule(tx: Tx, { tenantId, userId, username }: Viewer, schedule: Timed) {
  const [added] = await tx
    .insert(reportSchedules)
    .values({ tenantId, userId, updateBy: username, ...stored(schedule) })
    .returning({ id: reportSchedules.id })
  return added!.id
}

export const updateSchedule = (tx: Tx, viewer: Viewer, id: number, schedule: Timed) =>
  tx
    .update(reportSchedules)
    .set({ ...stored(schedule), ...updatedBy(reportSchedules, viewer) })
    .where(and(eq(reportSchedules.tenantId, viewer.tenantId), eq(reportSchedules.id, id)))

export const deleteSchedule = (tx: Tx, tenantId: number, id: number) =>
  tx.delete(reportSchedules).where(and(eq(reportSchedules.tenantId, tenantId), eq(reportSchedules.id, id)))

/** Takes the next schedule that is due, until the transaction ends. */
export async function takeDue(tx: Tx, now: string): Promise<ScheduleRow | undefined> {
  const [due] = await tx
    .select()
    .from(reportSchedules)
    .where(lte(reportSchedules.nextTime, now))
    .orderBy(reportSchedules.nextTime)
    .limit(1)
    .for('update', { skipLocked: true })
  return due
}

/** Users who receive the reports of a schedule. */
export async function findReceivers(tx: Tx, tenantId: number, id: number) {
  const [found] = await tx
    .select({ ids: reportSchedules.receiverIds })
    .from(reportSchedules)
    .where(and(eq(reportSchedules.tenantId, tenantId), eq(reportSchedules.id, id)))
  return found?.ids ?? []
}

export const setNext = (
  tx: Tx,
  { tenantId, id }: ScheduleRow,
  next: { lastTime?: string; nextTime: string | null; stopReason?: StopReason },
) =>
  tx
    .update(reportSchedules)
    .set(next)
    .where(and(eq(reportSchedules.tenantId, tenantId), eq(reportSchedules.id, id)))
