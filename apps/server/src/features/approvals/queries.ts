import { ApprovalStatus, Half, LeaveType } from '@huanwei/contract/approvals/codes'
import { type addApproval, type listApprovals, mostAbsences } from '@huanwei/contract/approvals/endpoints'
import { daysOf, type Span } from '@huanwei/contract/approvals/rules'
import type { Parsed } from '@huanwei/contract/endpoint'
import { MsgType, ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { defaultLanguage, type Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { and, asc, desc, eq, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import type { Cursor } from '../../db/keyset.ts'
import { during, type Period } from '../../db/period.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { type DatedList, findDatedPage } from '../deadlines/queries.ts'
import { departments } from '../departments/table.ts'
import { labelOf } from '../dictionaries/queries.ts'
import { isOwnPush, type PushesAsked, pushColumns, wantedPushes } from '../messages/queries.ts'
import { endReminders, movePushes, pushTo, remind } from '../messages/sending/queries.ts'
import { pushes } from '../messages/table.ts'
import { roles } from '../roles/table.ts'
import { countEvents } from '../tallies/queries.ts'
import { displayName, displayNameOf } from '../users/queries.ts'
import { userRoles, users } from '../users/table.ts'
import { approvalSteps, approvals } from './table.ts'

/** Types of application of a person who is at work, or may be. */
const atWork: number[] = [LeaveType.work, LeaveType.undetermined]

type Account = Pick<typeof users, 'tenantId' | 'id'>

/** True of a user with an approved leave from one moment of the clock to another. */
const isAway = ({ tenantId, id }: Account, from: SQL, until: SQL) =>
  sql`exists (select from ${approvals} a where a.tenant_id = ${tenantId} and a.object_id = ${id}
    and a.status = ${ApprovalStatus.approved} and a.type not in ${atWork}
    and a.first_day + case a.first_half when ${Half.morning} then time '00:00' else time '12:00' end <= ${from}
    and a.last_day + case a.last_half when ${Half.morning} then time '12:00' else time '24:00' end > ${until})`

/** True of a user with an approved leave at this moment. */
export const isAwayNow = (user: Account) => isAway(user, sql`localtimestamp`, sql`localtimestamp`)
/** True of a user whose approved leave is all of today. */
export const isAwayAllDay = (user: Account) => isAway(user, sql`current_date`, sql`current_date + time '23:59'`)

const applicant = alias(users, 'applicant')
const submitter = alias(users, 'submitter')
const startTime = sql<string>`${approvals.firstDay} || case ${approvals.firstHalf} when ${Half.morning} then ' 00:00:00' else ' 12:00:00' end`
const endTime = sql<string>`${approvals.lastDay} || case ${approvals.lastHalf} when ${Half.morning} then ' 11:59:59' else ' 23:59:59' end`

/** The type of leave, with its name in `language`. */
const leaveType = (language: Language) => ({
  type: approvals.type,
  typeName: labelOf(language, 'leave_type', approvals.tenantId, approvals.type),
})

/** Columns of a row as the wire shows it, from the joins of `withPeople`. */
const columns = (language: Language) => ({
  id: approvals.id,
  objectId: approvals.objectId,
  objectName: displayName(applicant),
  submittedBy: approvals.submittedBy,
  submittedByName: displayName(submitter),
  deptId: approvals.deptId,
  deptName: sql<string>`coalesce(${departments.name}, '')`,
  roleName: sql<string>`coalesce((select string_agg(r.role_name, ${say(defaultLanguage, 'common:and')} order by r.role_id) from ${userRoles} ur
    join ${roles} r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
    where ur.tenant_id = ${approvals.tenantId} and ur.user_id = ${approvals.objectId}), '')`,
  ...leaveType(language),
  fate: approvals.fate,
  firstDay: approvals.firstDay,
  firstHalf: approvals.firstHalf,
  lastDay: approvals.lastDay,
  lastHalf: approvals.lastHalf,
  startTime,
  endTime,
  time: sql<string>`${startTime} || ' ~ ' || ${endTime}`,
  reason: approvals.reason,
  status: approvals.status,
  createTime: approvals.createTime,
  soonTime: approvals.soonTime,
  dueTime: approvals.dueTime,
  decideTime: approvals.decideTime,
})
const isApplicant = and(eq(applicant.tenantId, approvals.tenantId), eq(applicant.id, approvals.objectId))
const isSubmitter = and(eq(submitter.tenantId, approvals.tenantId), eq(submitter.id, approvals.submittedBy))
const isDepartment = and(eq(departments.tenantId, approvals.tenantId), eq(departments.id, approvals.deptId))

const isOwn = ({ userId }: Viewer) => or(eq(approvals.objectId, userId), eq(approvals.submittedBy, userId))
/** Applications in the viewer's scope, for the viewer or submitted by the viewer. */
const inSight = (viewer: Viewer) =>
  viewer.departments === null ? undefined : or(inScope(viewer, approvals.deptId), isOwn(viewer))
const some = (viewer: Viewer, ids: readonly number[]) =>
  and(eq(approvals.tenantId, viewer.tenantId), inArray(approvals.id, [...ids]), inSight(viewer))
const one = (viewer: Viewer, id: number) => some(viewer, [id])

/** True of an application that waits or is approved and shares a half day with `span`; `am` is before `pm`. */
const standsIn = ({ firstDay, firstHalf, lastDay, lastHalf }: Span): SQL | undefined =>
  and(
    inArray(approvals.status, [ApprovalStatus.pending, ApprovalStatus.approved]),
    sql`(${approvals.firstDay}, ${approvals.firstHalf}) <= (${lastDay}::date, ${lastHalf}::text)`,
    sql`(${approvals.lastDay}, ${approvals.lastHalf}) >= (${firstDay}::date, ${firstHalf}::text)`,
  )

const list: DatedList = {
  table: approvals,
  deptId: approvals.deptId,
  time: approvals.createTime,
  id: approvals.id,
  soonTime: approvals.soonTime,
  dueTime: approvals.dueTime,
  isOpen: sql`${approvals.status} = ${sql.raw(String(ApprovalStatus.pending))}`,
  isLate: sql`(date_trunc('second', ${approvals.decideTime}) > ${approvals.dueTime}) is true`,
}

/** Push records of applications that were decided after their due time. */
const isOfLate = sql`exists (select from ${approvals}
  where ${approvals.tenantId} = ${pushes.tenantId} and ${approvals.id} = ${pushes.eventId} and ${list.isLate})`

type Filter = Parsed<typeof listApprovals> & { after?: Cursor | undefined }

/** One page of the applications in sight, newest first, with the total. `among` narrows to a department with all below. */
export async function findApprovals(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null, language: Language) {
  const where = (period: Period) =>
    and(
      eq(approvals.tenantId, viewer.tenantId),
      inSight(viewer),
      filter.mine ? isOwn(viewer) : undefined,
      filter.deptId === undefined ? undefined : amongDepartments(among, approvals.deptId),
      filter.status && eq(approvals.status, filter.status),
      filter.objectId ? eq(approvals.objectId, filter.objectId) : undefined,
      filter.submittedBy ? eq(approvals.submittedBy, filter.submittedBy) : undefined,
      during(approvals.createTime, period),
    )
  const isParticular = !!(filter.mine || filter.objectId || filter.submittedBy)
  const asked = { filter, departments: among, statuses: filter.status && [filter.status], own: isOwn(viewer), isParticular }
  const { total, only, order } = await findDatedPage(tx, viewer, list, asked, where)
  const records = await tx
    .select(columns(language))
    .from(approvals)
    .innerJoin(applicant, isApplicant)
    .innerJoin(submitter, isSubmitter)
    .leftJoin(departments, isDepartment)
    .where(and(eq(approvals.tenantId, viewer.tenantId), only))
    .orderBy(...order)
  return { records, total }
}

/** Counts the applications in sight that wait for a decision. */
export function countPendingApprovals(tx: Tx, viewer: Viewer) {
  const { pending } = ApprovalStatus
  const asked = { filter: {}, departments: viewer.departments, statuses: [pending], own: isOwn(viewer) }
  return countEvents(tx, viewer, list, asked, () => and(eq(approvals.tenantId, viewer.tenantId), eq(approvals.status, pending)))
}

/** One page of the applications pushed to the viewer, with the total. */
export async function findApprovalPushes(tx: Tx, viewer: Viewer, asked: PushesAsked, language: Language) {
  const { wanted, order, total } = await wantedPushes(tx, viewer, {
    ...asked,
    fromId: asked.filter.submittedBy,
    ofLate: isOfLate,
  })
  const records = await tx
    .select({ ...columns(language), ...pushColumns<typeof MsgType.approval>(wanted) })
    .from(wanted)
    .innerJoin(approvals, and(eq(approvals.tenantId, wanted.tenantId), eq(approvals.id, wanted.eventId)))
    .innerJoin(applicant, isApplicant)
    .innerJoin(submitter, isSubmitter)
    .leftJoin(departments, isDepartment)
    .orderBy(...order)
  return { records, total }
}

/** An application in sight with the viewer's push record. */
export async function findApproval(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const [row] = await tx
    .select({ ...columns(language), pushId: pushes.id })
    .from(approvals)
    .innerJoin(applicant, isApplicant)
    .innerJoin(submitter, isSubmitter)
    .leftJoin(departments, isDepartment)
    .leftJoin(pushes, isOwnPush(viewer, MsgType.approval, approvals.id))
    .where(one(viewer, id))
  return row
}

/** Steps of an application in sight, oldest first; empty when there is none. */
export const findApprovalSteps = (tx: Tx, viewer: Viewer, id: number) =>
  tx
    .select({
      status: approvalSteps.status,
      createTime: approvalSteps.createTime,
      objectName: displayName(applicant),
      approvalName: approvalSteps.userName,
      submittedByName: displayName(submitter),
      reason: approvalSteps.reason,
      type: approvals.type,
    })
    .from(approvals)
    .innerJoin(approvalSteps, and(eq(approvalSteps.tenantId, approvals.tenantId), eq(approvalSteps.applyForId, approvals.id)))
    .innerJoin(applicant, isApplicant)
    .innerJoin(submitter, isSubmitter)
    .where(one(viewer, id))
    .orderBy(approvalSteps.id)

/** Columns of an application in a list of some. */
const briefColumns = (language: Language) => ({
  id: approvals.id,
  objectName: displayName(applicant),
  ...leaveType(language),
  firstDay: approvals.firstDay,
  firstHalf: approvals.firstHalf,
  lastDay: approvals.lastDay,
  lastHalf: approvals.lastHalf,
  status: approvals.status,
})

/** True of an approved application that shares a half day with a day. */
export const isApprovedOn = (day: string) =>
  and(eq(approvals.status, ApprovalStatus.approved), sql`${day}::date between ${approvals.firstDay} and ${approvals.lastDay}`)

/** Approved absences of a person on a day, with their names. */
export const findApprovedOn = (tx: Tx, { tenantId }: Viewer, objectId: number, day: string, language: Language) =>
  tx
    .select({ id: approvals.id, typeName: leaveType(language).typeName, startTime, endTime })
    .from(approvals)
    .innerJoin(applicant, isApplicant)
    .where(and(eq(approvals.tenantId, tenantId), eq(approvals.objectId, objectId), isApprovedOn(day)))
    .orderBy(approvals.id)

type Beside = Span & { objectId: number; deptId: number }

/** Absences in sight beside an application: of others in its department, in its days. The first of them and their number. */
export async function findAbsences(tx: Tx, viewer: Viewer, beside: Beside, language: Language) {
  const rows = await tx
    .select({ ...briefColumns(language), total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(approvals)
    .innerJoin(applicant, isApplicant)
    .where(
      and(
        eq(approvals.tenantId, viewer.tenantId),
        inSight(viewer),
        eq(approvals.deptId, beside.deptId),
        ne(approvals.objectId, beside.objectId),
        notInArray(approvals.type, atWork),
        standsIn(beside),
      ),
    )
    .orderBy(asc(approvals.firstDay), asc(approvals.firstHalf), asc(approvals.id))
    .limit(mostAbsences)
  return { records: rows.map(({ total: _, ...absence }) => absence), total: rows[0]?.total ?? 0 }
}

/** Locks those of the applications that are in sight until the transaction ends, in one order, which serialises two people acting at once. */
export const lockApprovals = (tx: Tx, viewer: Viewer, ids: readonly number[], language: Language) =>
  tx
    .select({ ...briefColumns(language), objectId: approvals.objectId, submittedBy: approvals.submittedBy })
    .from(approvals)
    .innerJoin(applicant, isApplicant)
    .where(some(viewer, ids))
    .orderBy(approvals.id)
    .for('update', { of: approvals })

/** The last step of each, by application: who was faster. */
export async function findLastApprovalSteps(tx: Tx, { tenantId }: Viewer, ids: readonly number[]) {
  const { applyForId, status, createTime, userName } = approvalSteps
  const rows = await tx
    .selectDistinctOn([applyForId], { id: applyForId, status, createTime, approvalName: userName })
    .from(approvalSteps)
    .where(and(eq(approvalSteps.tenantId, tenantId), inArray(applyForId, [...ids])))
    .orderBy(applyForId, desc(approvalSteps.id))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Sets the status of applications, adds the steps with author and reason, and moves the pushes to the matching tab of every recipient. */
export async function setApprovalStatus(tx: Tx, viewer: Viewer, ids: number[], status: ApprovalStatus, reason: string) {
  if (!ids.length) return
  const { tenantId } = viewer
  const isDecided = status === ApprovalStatus.approved || status === ApprovalStatus.rejected
  await tx
    .update(approvals)
    .set({ status, ...(isDecided && { decideTime: sql`now()` }) })
    .where(some(viewer, ids))
  await addSteps(tx, viewer, ids, status, reason)
  await movePushes(tx, { tenantId, msgType: MsgType.approval, eventId: ids }, status)
  await endReminders(tx, { tenantId, tasks: [ReminderTask.approval], eventId: ids })
}

async function addSteps(tx: Tx, { tenantId, userId }: Viewer, ids: number[], status: ApprovalStatus, reason: string) {
  const userName = displayNameOf(tenantId, userId)
  await tx.insert(approvalSteps).values(ids.map((applyForId) => ({ tenantId, applyForId, userId, userName, status, reason })))
}

/** The viewer or a person in their scope, locked until the transaction ends, which serialises two applications for one person. */
export async function lockApplicant(tx: Tx, viewer: Viewer, userId: number) {
  const [person] = await tx
    .select({ userId: users.id, deptId: users.deptId, name: displayName(users) })
    .from(users)
    .where(
      and(
        eq(users.tenantId, viewer.tenantId),
        eq(users.id, userId),
        userId === viewer.userId ? undefined : inScope(viewer, users.deptId),
      ),
    )
    .for('no key update')
  return person
}

/** A pending or approved application of the person that shares a half day with `span`. */
export async function findOverlap(tx: Tx, tenantId: number, objectId: number, span: Span) {
  const [first] = await tx
    .select({ startTime, endTime })
    .from(approvals)
    .where(and(eq(approvals.tenantId, tenantId), eq(approvals.objectId, objectId), standsIn(span)))
    .orderBy(approvals.firstDay, approvals.firstHalf)
    .limit(1)
  return first
}

type NewApproval = Parsed<typeof addApproval> & { objectId: number; deptId: number }

/** Adds an application with its first step and pushes it to its approvers. Returns its id. */
export async function insertApproval(tx: Tx, viewer: Viewer, fields: NewApproval, approvers: readonly number[]) {
  const { tenantId, userId: submittedBy } = viewer
  const { objectId, deptId } = fields
  const [added] = await tx
    .insert(approvals)
    .values({ ...fields, tenantId, submittedBy, fate: daysOf(fields) })
    .returning()
  const { id: eventId, createTime, soonTime, dueTime } = added!
  await addSteps(tx, viewer, [eventId], ApprovalStatus.pending, fields.reason)
  const event = {
    tenantId,
    createTime,
    soonTime,
    dueTime,
    msgType: MsgType.approval,
    eventId,
    objectType: ObjectType.person,
    objectId,
    deptId,
    fromId: submittedBy,
  }
  await pushTo(tx, event, approvers, ApprovalStatus.pending)
  await remind(tx, { tenantId, task: ReminderTask.approval, eventId, objectType: ObjectType.person, objectId, deptId }, approvers)
  return eventId
}
