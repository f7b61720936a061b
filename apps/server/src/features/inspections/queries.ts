import type { Parsed } from '@huanwei/contract/endpoint'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import type { listInspections, reportInspection } from '@huanwei/contract/inspections/endpoints'
import { type InspectionStep, tabOf, tabsAsked } from '@huanwei/contract/inspections/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/contract/words'
import { and, asc, desc, eq, getTableColumns, gte, inArray, lte, not, or, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { type After, behind, offsetOf, totalOf } from '../../lib/keyset.ts'
import { joined } from '../../lib/photos.ts'
import { amongDepartments, inScope } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { departments } from '../departments/table.ts'
import { labelIn } from '../dictionaries/queries.ts'
import { dictionaryItems } from '../dictionaries/table.ts'
import { isOwnPush, movePushes, type PushesAsked, pushColumns, pushTo, recipientsOf, wantedPushes } from '../messages/queries.ts'
import { pushes } from '../messages/table.ts'
import { called, calledOf } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { inspectionSteps, inspections } from './table.ts'

const { tenantId: _, img, treatImg, ...stored } = getTableColumns(inspections)
const reporter = alias(users, 'reporter')
const responsible = alias(users, 'responsible')

const itemIn = (language: Language, type: string, value: PgColumn) =>
  sql<string>`coalesce((select ${labelIn(language)} from ${dictionaryItems}
    where ${dictionaryItems.tenantId} = ${inspections.tenantId} and ${dictionaryItems.type} = ${type} and ${dictionaryItems.value} = ${value}), ${value})`

/** A row as the wire shows it, in `language`. */
const columns = (language: Language) => ({
  ...stored,
  img: joined(img),
  treatImg: joined(treatImg),
  reportPersonName: called(reporter),
  responsibleName: called(responsible),
  personResponsibleName: called(responsible),
  deptName: departments.name,
  businessTypeName: itemIn(language, 'inspection_business', inspections.businessType),
  assessmentStandardName: itemIn(language, 'assessment_standard', inspections.assessmentStandard),
})

const isReporter = and(eq(reporter.tenantId, inspections.tenantId), eq(reporter.id, inspections.reportPersonId))
const isResponsible = and(eq(responsible.tenantId, inspections.tenantId), eq(responsible.id, inspections.responsibleId))
const isDepartment = and(eq(departments.tenantId, inspections.tenantId), eq(departments.id, inspections.deptId))

/** Those of the viewer's scope, and those they reported or answer for. */
const inSight = (viewer: Viewer) =>
  and(
    eq(inspections.tenantId, viewer.tenantId),
    viewer.departments
      ? or(
          inScope(viewer, inspections.deptId),
          eq(inspections.reportPersonId, viewer.userId),
          eq(inspections.responsibleId, viewer.userId),
        )
      : undefined,
  )
const one = (viewer: Viewer, id: number) => and(inSight(viewer), eq(inspections.id, id))

type Filter = Parsed<typeof listInspections> & { after?: After | undefined }

/** One page of the inspections in sight, newest first unless asked otherwise, with the total. `among` are the departments that a filter leaves. */
export async function findInspections(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null, language: Language) {
  const where = and(
    inSight(viewer),
    filter.deptId === undefined ? undefined : amongDepartments(among, inspections.deptId),
    filter.status && eq(inspections.status, filter.status),
    filter.ifReturn && sql`${inspections.ifReturn} = 1`,
    filter.reportPersonId ? eq(inspections.reportPersonId, filter.reportPersonId) : undefined,
    filter.responsibleId ? eq(inspections.responsibleId, filter.responsibleId) : undefined,
    filter.startTime ? gte(inspections.createTime, filter.startTime) : undefined,
    filter.endTime ? lte(inspections.createTime, filter.endTime) : undefined,
  )
  const inOrder = filter.ascs ? asc : desc
  const records = await tx
    .select({ ...columns(language), readUnread: pushes.readUnread })
    .from(inspections)
    .innerJoin(reporter, isReporter)
    .innerJoin(responsible, isResponsible)
    .innerJoin(departments, isDepartment)
    .leftJoin(pushes, isOwnPush(viewer, MsgType.inspection, inspections.id))
    .where(and(where, behind(filter, inspections.createTime, inspections.id, !!filter.ascs)))
    .orderBy(inOrder(inspections.createTime), inOrder(inspections.id))
    .limit(filter.size)
    .offset(offsetOf(filter))
  return { records, total: await totalOf(filter, () => tx.$count(inspections, where)) }
}

/** How many inspections in sight wait for feedback. */
export const countWaitingInspections = (tx: Tx, viewer: Viewer) =>
  tx.$count(inspections, and(inSight(viewer), eq(inspections.status, InspectionStatus.waiting)))

/** One page of the inspections pushed to the viewer, with the total. The object of a push is the person responsible. */
export async function findInspectionPushes(
  tx: Tx,
  viewer: Viewer,
  { filter, departments: among }: PushesAsked,
  language: Language,
) {
  const statuses = tabsAsked(filter.status, filter.ifReturn)
  const objectId = filter.responsibleId ?? filter.objectId
  const asked = { filter: { ...filter, objectId }, ...(statuses && { statuses }) }
  const reported = filter.reportPersonId
    ? inArray(
        pushes.eventId,
        tx
          .select({ id: inspections.id })
          .from(inspections)
          .where(and(eq(inspections.tenantId, viewer.tenantId), eq(inspections.reportPersonId, filter.reportPersonId))),
      )
    : undefined
  const inside = wantedPushes(tx, viewer, { ...asked, departments: among }, reported)
  // Whoever answers for an inspection is told of it wherever it is.
  const outside = outsideScope(viewer, filter)
  const { wanted, order } = outside
    ? wantedPushes(tx, viewer, { ...asked, departments: null }, and(reported, or(inScope(viewer, pushes.deptId), outside)))
    : inside
  const records = await tx
    .select({ ...columns(language), ...pushColumns<typeof MsgType.inspection>(wanted) })
    .from(wanted)
    .innerJoin(inspections, and(eq(inspections.tenantId, wanted.tenantId), eq(inspections.id, wanted.eventId)))
    .innerJoin(reporter, isReporter)
    .innerJoin(responsible, isResponsible)
    .innerJoin(departments, isDepartment)
    .orderBy(...order)
  const more = outside ? await wantedPushes(tx, viewer, { ...asked, departments: null }, and(reported, outside)).total() : 0
  return { records, total: (await inside.total()) + more }
}

/** Pushes about the viewer's own duties beyond their departments; undefined when there can be none. */
const outsideScope = (viewer: Viewer, { deptId }: PushesAsked['filter']) => {
  const within = deptId === undefined ? inScope(viewer, pushes.deptId) : undefined
  return within && and(eq(pushes.objectId, viewer.userId), not(within))
}

/** Locks the row until the transaction ends, so that of two people one comes second. Moments are epoch ms, `now` is the database's. */
export async function lockInspection(tx: Tx, viewer: Viewer, id: number) {
  const [row] = await tx
    .select({
      id: inspections.id,
      status: inspections.status,
      ifReturn: inspections.ifReturn,
      responsibleId: inspections.responsibleId,
      reportPersonId: inspections.reportPersonId,
      deptId: inspections.deptId,
      createTime: inspections.createTime,
      disposeTime: inspections.disposeTime,
      reported: sql`extract(epoch from ${inspections.createTime}) * 1000`.mapWith(Number),
      now: sql`extract(epoch from now()) * 1000`.mapWith(Number),
    })
    .from(inspections)
    .where(one(viewer, id))
    .for('update')
  return row
}
type Locked = NonNullable<Awaited<ReturnType<typeof lockInspection>>>

/** An inspection in sight with its steps and the viewer's push record. */
export async function findDetail(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const [row] = await tx
    .select({ ...columns(language), pushId: pushes.id })
    .from(inspections)
    .innerJoin(reporter, isReporter)
    .innerJoin(responsible, isResponsible)
    .innerJoin(departments, isDepartment)
    .leftJoin(pushes, isOwnPush(viewer, MsgType.inspection, inspections.id))
    .where(one(viewer, id))
  return row && { ...row, historyInspectEventList: await findSteps(tx, viewer, id) }
}

/** What was done to an inspection, oldest first. */
export const findSteps = (tx: Tx, viewer: Viewer, id: number) =>
  tx
    .select({
      createTime: inspectionSteps.createTime,
      objectName: inspectionSteps.userName,
      status: inspectionSteps.status,
      ifReturn: inspectionSteps.ifReturn,
      remark: inspectionSteps.remark,
      img: joined(inspectionSteps.img),
    })
    .from(inspectionSteps)
    .where(and(eq(inspectionSteps.tenantId, viewer.tenantId), eq(inspectionSteps.inspectEventId, id)))
    .orderBy(inspectionSteps.id)

const reported = { status: InspectionStatus.waiting, ifReturn: null } as const

/** Stores what the viewer found, and tells the person responsible and the handlers. Returns its id. */
export async function insertInspection(tx: Tx, viewer: Viewer, fields: Parsed<typeof reportInspection>): Promise<number> {
  const { tenantId, userId: reportPersonId } = viewer
  const [added] = await tx
    .insert(inspections)
    .values({ tenantId, reportPersonId, ...fields, createTime: sql`date_trunc('second', now())` })
    .returning({ id: inspections.id, createTime: inspections.createTime })
  const { id, createTime } = added!
  await addStep(tx, viewer, id, reported, fields)
  await tell(tx, viewer, { ...fields, id, createTime }, reported, [fields.responsibleId])
  return id
}

type Said = { remark: string; img: string[] }

/** Moves an inspection on, writes who did it, and tells whoever is to act next and the handlers; a closed one only changes its tab. */
export async function moveInspection(
  tx: Tx,
  viewer: Viewer,
  locked: Locked,
  next: InspectionStep & { disposeTime?: number },
  said: Said,
) {
  const isAnswer = next.disposeTime !== undefined
  await tx
    .update(inspections)
    .set({ ...next, ...(isAnswer && { treatImg: said.img }) })
    .where(and(eq(inspections.tenantId, viewer.tenantId), eq(inspections.id, locked.id)))
  await addStep(tx, viewer, locked.id, next, said)
  if (next.status === InspectionStatus.closed) await movePushes(tx, eventOf(viewer, locked), tabOf(next))
  else await tell(tx, viewer, locked, next, [isAnswer ? locked.reportPersonId : locked.responsibleId])
}

/** Takes an inspection back, with everything about it. */
export async function deleteInspection(tx: Tx, viewer: Viewer, locked: Locked) {
  const { tenantId } = viewer
  await tx
    .delete(pushes)
    .where(and(eq(pushes.tenantId, tenantId), eq(pushes.msgType, MsgType.inspection), eq(pushes.eventId, locked.id)))
  await tx
    .delete(inspectionSteps)
    .where(and(eq(inspectionSteps.tenantId, tenantId), eq(inspectionSteps.inspectEventId, locked.id)))
  await tx.delete(inspections).where(and(eq(inspections.tenantId, tenantId), eq(inspections.id, locked.id)))
}

/** Written under the name that the person had then. */
const addStep = (tx: Tx, { tenantId, userId }: Viewer, id: number, { status, ifReturn }: InspectionStep, { remark, img }: Said) =>
  tx.insert(inspectionSteps).values({
    ...{ tenantId, inspectEventId: id, userId, status, ifReturn, remark, img },
    userName: calledOf(tenantId, userId),
  })

type Event = Pick<Locked, 'id' | 'createTime' | 'responsibleId' | 'deptId'>
const eventOf = ({ tenantId }: Viewer, { id, createTime, responsibleId, deptId }: Event) =>
  ({
    ...{ tenantId, createTime, deptId },
    ...{ msgType: MsgType.inspection, eventId: id, objectType: ObjectType.person, objectId: responsibleId },
  }) as const

/** Puts an inspection under its tab for all who have it, as something new for those in `userIds` and the handlers, but not for who did it. */
async function tell(tx: Tx, viewer: Viewer, inspection: Event, now: InspectionStep, userIds: number[]) {
  const event = eventOf(viewer, inspection)
  const handlers = await recipientsOf(tx, viewer.tenantId, 'inspection_handle', inspection.deptId)
  await pushTo(tx, event, [...userIds, ...handlers], tabOf(now))
  await movePushes(tx, event, tabOf(now))
  await tx
    .update(pushes)
    .set({ readUnread: 1 })
    .where(isOwnPush(viewer, event.msgType, event.eventId))
}
