import { CauseKind } from '@huanwei/contract/cleaning/codes'
import type { SeededDictionary } from '@huanwei/contract/dictionaries/codes'
import type { Parsed } from '@huanwei/contract/endpoint'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import type { listInspections, reportInspection } from '@huanwei/contract/inspections/endpoints'
import { type InspectionState, tabOf, tabsAsked } from '@huanwei/contract/inspections/rules'
import { MsgType, ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/words/languages'
import { and, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { asCommaList } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import type { Cursor } from '../../db/keyset.ts'
import { during, type Period } from '../../db/period.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { type DatedList, findDatedPage, findLoads } from '../deadlines/queries.ts'
import { departments } from '../departments/table.ts'
import { labelOf } from '../dictionaries/queries.ts'
import { isWorkIn, newestWork } from '../dispatched/queries.ts'
import { isOwnPush, type PushesAsked, pushColumns, wantedPushes } from '../messages/queries.ts'
import { endReminders, movePushes, pushTo, recipientsOf, remind, removeReminders } from '../messages/sending/queries.ts'
import { pushes } from '../messages/table.ts'
import { projects } from '../projects/table.ts'
import { addRemoval } from '../removals/queries.ts'
import { countEvents } from '../tallies/queries.ts'
import { displayName, displayNameOf } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { inspectionSteps, inspections } from './table.ts'

const { tenantId: _, img, treatImg, ...stored } = getTableColumns(inspections)
const reporter = alias(users, 'reporter')
const responsible = alias(users, 'responsible')

const itemIn = (language: Language, type: SeededDictionary, value: PgColumn) =>
  labelOf(language, type, inspections.tenantId, value)

/** To the minute: what is stored are the minutes from the report on. */
const feedbackTime = sql<string | null>`(${inspections.createTime} + make_interval(mins => ${inspections.disposeTime}))`.mapWith(
  inspections.createTime,
)

/** A row as the wire shows it, in `language`. */
const columns = (language: Language) => ({
  ...stored,
  img: asCommaList(img),
  treatImg: asCommaList(treatImg),
  feedbackTime,
  reportPersonName: displayName(reporter),
  responsibleName: displayName(responsible),
  personResponsibleName: displayName(responsible),
  deptName: departments.name,
  projectName: sql<string | null>`(select p.name from ${projects} p
    where p.tenant_id = ${inspections.tenantId} and p.id = ${inspections.projectId})`,
  businessTypeName: itemIn(language, 'inspection_business', inspections.businessType),
  assessmentStandardName: itemIn(language, 'assessment_standard', inspections.assessmentStandard),
})

const asCause = { tenantId: inspections.tenantId, kind: CauseKind.inspection, id: inspections.id }
const work = (viewer: Viewer) => newestWork(viewer, asCause)

const isReporter = and(eq(reporter.tenantId, inspections.tenantId), eq(reporter.id, inspections.reportPersonId))
const isResponsible = and(eq(responsible.tenantId, inspections.tenantId), eq(responsible.id, inspections.responsibleId))
const isDepartment = and(eq(departments.tenantId, inspections.tenantId), eq(departments.id, inspections.deptId))

/** Inspections that the viewer reported or is responsible for. */
const isOwn = ({ userId }: Viewer) => or(eq(inspections.reportPersonId, userId), eq(inspections.responsibleId, userId))
/** Reports in the viewer's scope, and their own. */
export const inspectionsInSight = (viewer: Viewer) =>
  and(
    eq(inspections.tenantId, viewer.tenantId),
    viewer.departments ? or(inScope(viewer, inspections.deptId), isOwn(viewer)) : undefined,
  )
const one = (viewer: Viewer, id: number) => and(inspectionsInSight(viewer), eq(inspections.id, id))

const list: DatedList = {
  table: inspections,
  deptId: inspections.deptId,
  time: inspections.createTime,
  id: inspections.id,
  soonTime: inspections.soonTime,
  dueTime: inspections.dueTime,
  isOpen: sql`${inspections.status} = ${sql.raw(String(InspectionStatus.waiting))}`,
  isLate: sql`(${inspections.status} <> ${sql.raw(String(InspectionStatus.waiting))} and ${feedbackTime} > ${inspections.dueTime}) is true`,
}

type Filter = Parsed<typeof listInspections> & { after?: Cursor | undefined }

/** One page of the inspections in sight, newest first by default, with the total. `among` are the departments that a filter allows. */
export async function findInspections(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null, language: Language) {
  const where = (period: Period) =>
    and(
      inspectionsInSight(viewer),
      filter.deptId === undefined ? undefined : amongDepartments(among, inspections.deptId),
      filter.projectId ? eq(inspections.projectId, filter.projectId) : undefined,
      filter.status && eq(inspections.status, filter.status),
      filter.ifReturn && sql`${inspections.ifReturn} = 1`,
      filter.reportPersonId ? eq(inspections.reportPersonId, filter.reportPersonId) : undefined,
      filter.responsibleId ? eq(inspections.responsibleId, filter.responsibleId) : undefined,
      filter.work && isWorkIn(asCause, filter.work),
      during(inspections.createTime, period),
    )
  const isParticular = !!(filter.reportPersonId || filter.responsibleId || filter.projectId || filter.work)
  const statuses = tabsAsked(filter.status, filter.ifReturn)
  const isAscending = filter.ascs === 'createTime'
  const asked = { filter, departments: among, statuses, own: isOwn(viewer), isParticular, isAscending }
  const { total, only, order } = await findDatedPage(tx, viewer, list, asked, where)
  const records = await tx
    .select({ ...columns(language), work: work(viewer), readUnread: pushes.readUnread })
    .from(inspections)
    .innerJoin(reporter, isReporter)
    .innerJoin(responsible, isResponsible)
    .innerJoin(departments, isDepartment)
    .leftJoin(pushes, isOwnPush(viewer, MsgType.inspection, inspections.id))
    .where(and(eq(inspections.tenantId, viewer.tenantId), only))
    .orderBy(...order)
  return { records, total }
}

export const findInspectionLoads = (tx: Tx, viewer: Viewer) =>
  findLoads(tx, viewer, list, { tenantId: inspections.tenantId, personId: inspections.responsibleId })

/** Number of visible inspections that wait for feedback. */
export function countWaitingInspections(tx: Tx, viewer: Viewer) {
  const { waiting } = InspectionStatus
  const asked = { filter: {}, departments: viewer.departments, statuses: tabsAsked(waiting, undefined), own: isOwn(viewer) }
  return countEvents(tx, viewer, list, asked, () =>
    and(eq(inspections.tenantId, viewer.tenantId), eq(inspections.status, waiting)),
  )
}

/** Condition on push records by what holds of their inspection. */
const isOfEvent = (condition: SQL) => sql`exists (select from ${inspections}
  where ${inspections.tenantId} = ${pushes.tenantId} and ${inspections.id} = ${pushes.eventId} and ${condition})`
const isOfProject = (projectId: number) => isOfEvent(eq(inspections.projectId, projectId))

/** One page of the inspections pushed to the viewer, with the total. The object of a push is the person responsible. */
export async function findInspectionPushes(
  tx: Tx,
  viewer: Viewer,
  { filter, departments: among }: PushesAsked,
  language: Language,
) {
  const { wanted, order, total } = await wantedPushes(tx, viewer, {
    filter: { ...filter, objectId: filter.responsibleId ?? filter.objectId },
    departments: among,
    statuses: tabsAsked(filter.status, filter.ifReturn),
    fromId: filter.reportPersonId,
    ofEvents: filter.projectId ? isOfProject(filter.projectId) : undefined,
    ofLate: isOfEvent(list.isLate),
  })
  const records = await tx
    .select({ ...columns(language), work: work(viewer), ...pushColumns<typeof MsgType.inspection>(wanted) })
    .from(wanted)
    .innerJoin(inspections, and(eq(inspections.tenantId, wanted.tenantId), eq(inspections.id, wanted.eventId)))
    .innerJoin(reporter, isReporter)
    .innerJoin(responsible, isResponsible)
    .innerJoin(departments, isDepartment)
    .orderBy(...order)
  return { records, total }
}

/** The person whom the last inspection of a department of the scope named responsible, if they can log in and are in scope; else null. */
export async function findLastResponsible(tx: Tx, viewer: Viewer, deptId: number) {
  const last = tx
    .select({ id: inspections.responsibleId })
    .from(inspections)
    .where(and(eq(inspections.tenantId, viewer.tenantId), eq(inspections.deptId, deptId), inScope(viewer, inspections.deptId)))
    .orderBy(desc(inspections.createTime), desc(inspections.id))
    .limit(1)
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.tenantId, viewer.tenantId), eq(users.lockFlag, '0'), inScope(viewer, users.deptId), inArray(users.id, last)),
    )
  return person?.id ?? null
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
      img: inspections.img,
      createTime: inspections.createTime,
      soonTime: inspections.soonTime,
      dueTime: inspections.dueTime,
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
export async function findInspectionDetail(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const [row] = await tx
    .select({ ...columns(language), pushId: pushes.id })
    .from(inspections)
    .innerJoin(reporter, isReporter)
    .innerJoin(responsible, isResponsible)
    .innerJoin(departments, isDepartment)
    .leftJoin(pushes, isOwnPush(viewer, MsgType.inspection, inspections.id))
    .where(one(viewer, id))
  return row && { ...row, historyInspectEventList: await findInspectionSteps(tx, viewer, id) }
}

/** Steps of an inspection, oldest first. */
export const findInspectionSteps = (tx: Tx, viewer: Viewer, id: number) =>
  tx
    .select({
      createTime: inspectionSteps.createTime,
      objectName: inspectionSteps.userName,
      status: inspectionSteps.status,
      ifReturn: inspectionSteps.ifReturn,
      remark: inspectionSteps.remark,
      img: asCommaList(inspectionSteps.img),
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
    .returning(getTableColumns(inspections))
  const { id } = added!
  await addStep(tx, viewer, id, reported, fields)
  await tell(tx, viewer, added!, reported, [fields.responsibleId])
  if (fields.responsibleId !== reportPersonId)
    await remind(tx, { ...taskOf(viewer, { ...fields, id }), task: ReminderTask.inspection }, [fields.responsibleId])
  return id
}

type StepFields = { remark: string; img: string[] }

/** Moves an inspection on, writes who did it, and tells whoever is to act next and the handlers; a closed one only changes its tab. */
export async function moveInspection(
  tx: Tx,
  viewer: Viewer,
  locked: Locked,
  next: InspectionState & { disposeTime?: number },
  fields: StepFields,
) {
  const isAnswer = next.disposeTime !== undefined
  await tx
    .update(inspections)
    .set({ ...next, ...(isAnswer && { treatImg: fields.img }) })
    .where(and(eq(inspections.tenantId, viewer.tenantId), eq(inspections.id, locked.id)))
  await addStep(tx, viewer, locked.id, next, fields)
  if (next.status === InspectionStatus.closed) await movePushes(tx, eventOf(viewer, locked), tabOf(next))
  else await tell(tx, viewer, locked, next, [isAnswer ? locked.reportPersonId : locked.responsibleId])
  // Last, as in every act: reminders are locked after the messages of the queue.
  await endReminders(tx, { tenantId: viewer.tenantId, tasks: answering, eventId: locked.id })
  if (next.ifReturn && locked.responsibleId !== viewer.userId)
    await remind(tx, { ...taskOf(viewer, locked), task: ReminderTask.returnedInspection }, [locked.responsibleId])
}

/** Tasks of who has to answer an inspection. */
const answering = [ReminderTask.inspection, ReminderTask.returnedInspection]
const taskOf = ({ tenantId }: Viewer, { id, deptId, responsibleId }: Pick<Event, 'id' | 'deptId' | 'responsibleId'>) => ({
  tenantId,
  deptId,
  eventId: id,
  objectType: ObjectType.person,
  objectId: responsibleId,
})

/** Takes an inspection back, with everything about it but who did. */
export async function deleteInspection(tx: Tx, viewer: Viewer, locked: Locked) {
  const { tenantId } = viewer
  const { id, deptId, reportPersonId, responsibleId } = locked
  await addRemoval(tx, viewer, inspections, { id, deptId, ownerIds: [reportPersonId, responsibleId] })
  // First, as everywhere: who counts its list before its messages meets nobody who waits the other way round.
  await tx.delete(inspections).where(and(eq(inspections.tenantId, tenantId), eq(inspections.id, id)))
  await tx
    .delete(pushes)
    .where(and(eq(pushes.tenantId, tenantId), eq(pushes.msgType, MsgType.inspection), eq(pushes.eventId, id)))
  await removeReminders(tx, { tenantId, tasks: answering, eventId: id })
  await tx.delete(inspectionSteps).where(and(eq(inspectionSteps.tenantId, tenantId), eq(inspectionSteps.inspectEventId, id)))
}

/** Written under the name that the person had then. */
const addStep = (
  tx: Tx,
  { tenantId, userId }: Viewer,
  id: number,
  { status, ifReturn }: InspectionState,
  { remark, img }: StepFields,
) =>
  tx.insert(inspectionSteps).values({
    tenantId,
    inspectEventId: id,
    userId,
    status,
    ifReturn,
    remark,
    img,
    userName: displayNameOf(tenantId, userId),
  })

type Event = Pick<Locked, 'id' | 'createTime' | 'soonTime' | 'dueTime' | 'responsibleId' | 'reportPersonId' | 'deptId'>
const eventOf = ({ tenantId }: Viewer, { id, createTime, soonTime, dueTime, responsibleId, reportPersonId, deptId }: Event) =>
  ({
    tenantId,
    createTime,
    soonTime,
    dueTime,
    deptId,
    msgType: MsgType.inspection,
    eventId: id,
    objectType: ObjectType.person,
    objectId: responsibleId,
    fromId: reportPersonId,
  }) as const

/** Puts an inspection under its tab for all who have it, as something new for those in `userIds` and the handlers, but not for who did it. */
async function tell(tx: Tx, viewer: Viewer, inspection: Event, now: InspectionState, userIds: number[]) {
  const event = eventOf(viewer, inspection)
  const handlers = await recipientsOf(tx, viewer.tenantId, 'inspection_handle', inspection.deptId)
  await pushTo(tx, event, [...userIds, ...handlers], tabOf(now))
  await movePushes(tx, event, tabOf(now))
  await tx
    .update(pushes)
    .set({ readUnread: 1 })
    .where(isOwnPush(viewer, event.msgType, event.eventId))
}
