import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import type { addAdjustment, listAdjustments } from '@huanwei/contract/adjustments/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { and, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { asCommaList } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { type Cursor, orderByTime } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { attendanceDays } from '../attendance/table.ts'
import { departments } from '../departments/table.ts'
import { endReminders, remind } from '../messages/sending/queries.ts'
import { displayName, displayNameOf } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { adjustments, adjustmentSteps as steps } from './table.ts'

const person = alias(users, 'person')
const submitter = alias(users, 'submitter')

const { tenantId: _, img, ...stored } = getTableColumns(adjustments)
const columns = {
  ...stored,
  img: asCommaList(img),
  objectName: displayName(person),
  submittedByName: displayName(submitter),
  deptName: sql<string>`coalesce(${departments.name}, '')`,
  steps: sql<{ status: AdjustmentStatus; createTime: string; userName: string; reason: string }[]>`(
    select json_agg(json_build_object('status', s.status, 'createTime', to_char(s.create_time, 'YYYY-MM-DD HH24:MI:SS'),
      'userName', s.user_name, 'reason', s.reason) order by s.id)
    from ${steps} s where s.tenant_id = ${adjustments.tenantId} and s.adjustment_id = ${adjustments.id})`,
}

const select = (tx: Tx, where: SQL | undefined) =>
  tx
    .select(columns)
    .from(adjustments)
    .innerJoin(person, and(eq(person.tenantId, adjustments.tenantId), eq(person.id, adjustments.objectId)))
    .innerJoin(submitter, and(eq(submitter.tenantId, adjustments.tenantId), eq(submitter.id, adjustments.submittedBy)))
    .leftJoin(departments, and(eq(departments.tenantId, adjustments.tenantId), eq(departments.id, adjustments.deptId)))
    .where(where)

/** Adjustments in the viewer's scope, and those for or by the viewer. */
export const adjustmentsInSight = (viewer: Viewer) =>
  and(
    eq(adjustments.tenantId, viewer.tenantId),
    viewer.departments
      ? or(
          inScope(viewer, adjustments.deptId),
          eq(adjustments.objectId, viewer.userId),
          eq(adjustments.submittedBy, viewer.userId),
        )
      : undefined,
  )

export const adjustmentList = { table: adjustments, time: adjustments.createTime, id: adjustments.id }

type Filter = Parsed<typeof listAdjustments> & { after?: Cursor | undefined }

/** One page of the adjustments in sight, newest first, with the total. `among` are the departments that a filter allows. */
export async function findAdjustments(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null) {
  const where = and(
    adjustmentsInSight(viewer),
    filter.deptId === undefined ? undefined : amongDepartments(among, adjustments.deptId),
    filter.objectId ? eq(adjustments.objectId, filter.objectId) : undefined,
    filter.status && eq(adjustments.status, filter.status),
  )
  const { total, only } = await findPage(tx, adjustmentList, filter, { tenantId: viewer.tenantId, where, period: filter })
  const records = await select(tx, and(eq(adjustments.tenantId, viewer.tenantId), only)).orderBy(...orderByTime(adjustmentList))
  return { records, total }
}
export type AdjustmentRow = Awaited<ReturnType<typeof findAdjustments>>['records'][number]

const mostOfPerson = 100

/** The latest adjustments of a person in sight, newest first, or those of one day. */
export const findAdjustmentsOf = (tx: Tx, viewer: Viewer, objectId: number, day: string | undefined) =>
  select(tx, and(adjustmentsInSight(viewer), eq(adjustments.objectId, objectId), day ? eq(adjustments.day, day) : undefined))
    .orderBy(desc(adjustments.id))
    .limit(mostOfPerson)

export async function findAdjustment(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await select(tx, and(adjustmentsInSight(viewer), eq(adjustments.id, id)))
  return one
}

/** A worked-out day in the viewer's scope, or their own, locked until the transaction ends. */
export async function lockDay(tx: Tx, viewer: Viewer, objectId: number, day: string) {
  const [found] = await tx
    .select({ deptId: attendanceDays.deptId, state: attendanceDays.state })
    .from(attendanceDays)
    .where(
      and(
        eq(attendanceDays.tenantId, viewer.tenantId),
        eq(attendanceDays.userId, objectId),
        eq(attendanceDays.day, day),
        objectId === viewer.userId ? undefined : inScope(viewer, attendanceDays.deptId),
      ),
    )
    .for('no key update')
  return found
}

type NewAdjustment = Omit<Parsed<typeof addAdjustment>, 'objectId'> & { objectId: number; deptId: number }

/** Adds an adjustment with its first step and reminds those who may decide it. Returns its id; undefined when the day has one that waits. */
export async function insertAdjustment(tx: Tx, viewer: Viewer, fields: NewAdjustment, deciders: readonly number[]) {
  const { tenantId, userId: submittedBy } = viewer
  const [added] = await tx
    .insert(adjustments)
    .values({ ...fields, tenantId, submittedBy })
    .onConflictDoNothing()
    .returning({ id: adjustments.id })
  if (!added) return undefined
  await addSteps(tx, viewer, [{ id: added.id, status: AdjustmentStatus.pending, reason: fields.reason }])
  const { objectId, deptId } = fields
  const task = { tenantId, task: ReminderTask.adjustment, eventId: added.id, objectType: ObjectType.person, objectId, deptId }
  await remind(tx, task, deciders)
  return added.id
}

type Step = { id: number; status: AdjustmentStatus; reason: string }

async function addSteps(tx: Tx, { tenantId, userId }: Viewer, added: readonly Step[]) {
  const userName = displayNameOf(tenantId, userId)
  await tx
    .insert(steps)
    .values(added.map(({ id: adjustmentId, ...step }) => ({ tenantId, adjustmentId, userId, userName, ...step })))
}

/** Locks those of the adjustments that are in scope until the transaction ends, in one order, which serialises two people deciding at once. */
export const lockAdjustments = (tx: Tx, viewer: Viewer, ids: readonly number[]) =>
  tx
    .select({ ...stored, objectName: displayName(person) })
    .from(adjustments)
    .innerJoin(person, and(eq(person.tenantId, adjustments.tenantId), eq(person.id, adjustments.objectId)))
    .where(and(eq(adjustments.tenantId, viewer.tenantId), inArray(adjustments.id, [...ids]), inScope(viewer, adjustments.deptId)))
    .orderBy(adjustments.id)
    .for('update', { of: adjustments })

/** The last step of each, by adjustment: who was faster. */
export async function findLastAdjustmentSteps(tx: Tx, { tenantId }: Viewer, ids: readonly number[]) {
  const rows = await tx
    .selectDistinctOn([steps.adjustmentId])
    .from(steps)
    .where(and(eq(steps.tenantId, tenantId), inArray(steps.adjustmentId, [...ids])))
    .orderBy(steps.adjustmentId, desc(steps.id))
  return new Map(rows.map((row) => [row.adjustmentId, row]))
}

type Decided = Step & Pick<AdjustmentRow, 'objectId' | 'day' | 'toState'>

/** Writes decisions with their steps; the days of those that were approved have their new state, which what is seen later does not change. */
export async function decideAll(tx: Tx, viewer: Viewer, decided: readonly Decided[]) {
  if (!decided.length) return
  const { tenantId } = viewer
  for (const { id, status, objectId, day, toState } of decided) {
    const one = and(eq(adjustments.tenantId, tenantId), eq(adjustments.id, id))
    await tx.update(adjustments).set({ status }).where(one)
    const itsDay = and(eq(attendanceDays.tenantId, tenantId), eq(attendanceDays.userId, objectId), eq(attendanceDays.day, day))
    if (status === AdjustmentStatus.approved)
      await tx.update(attendanceDays).set({ adjustedState: toState, state: toState }).where(itsDay)
  }
  await addSteps(
    tx,
    viewer,
    decided.map(({ id, status, reason }) => ({ id, status, reason })),
  )
  const eventId = decided.map(({ id }) => id)
  await endReminders(tx, { tenantId, tasks: [ReminderTask.adjustment], eventId })
}
