import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { ComplaintStatus, type ComplaintType, ScoreBand } from '@huanwei/contract/complaints/codes'
import type { Complaint, listComplaints } from '@huanwei/contract/complaints/endpoints'
import { masked } from '@huanwei/contract/complaints/rules'
import type { Parsed } from '@huanwei/contract/endpoint'
import { MsgType, PushStatus, ReminderTask } from '@huanwei/contract/messages/codes'
import { and, asc, count, eq, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { asCommaList } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import type { Cursor } from '../../db/keyset.ts'
import { during, type Period } from '../../db/period.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { type DatedList, findDatedPage } from '../deadlines/queries.ts'
import { departments } from '../departments/table.ts'
import { isWorkIn, newestWork } from '../dispatched/queries.ts'
import { facilities, isAboutType } from '../facilities/table.ts'
import { files } from '../files/table.ts'
import { isOwnPush, type PushesAsked, pushColumns, wantedPushes } from '../messages/queries.ts'
import { endReminders, movePushes } from '../messages/sending/queries.ts'
import { pushes } from '../messages/table.ts'
import { displayNameOf } from '../users/queries.ts'
import { citizenPhotos, complaintSteps, complaints, identityViews } from './table.ts'

const columns = {
  id: complaints.id,
  facilityId: complaints.facilityId,
  facilityName: complaints.facilityName,
  deptId: complaints.deptId,
  deptName: departments.name,
  eventType: complaints.eventType,
  eventTime: complaints.eventTime,
  soonTime: complaints.soonTime,
  dueTime: complaints.dueTime,
  content: complaints.content,
  status: complaints.status,
  processStatus: complaints.status,
  reportPerson: complaints.reportPerson,
  contactInformation: complaints.contactInformation,
  identityCard: complaints.identityCard,
  position: complaints.position,
  lng: complaints.lng,
  lat: complaints.lat,
  distance: complaints.distance,
  isFlood: complaints.isFlood,
  url: asCommaList(complaints.url),
  resultContent: complaints.resultContent,
  resultUrl: asCommaList(complaints.resultUrl),
  resultTime: complaints.resultTime,
  score: complaints.score,
  scoreRemark: complaints.scoreRemark,
}

const asCause = { tenantId: complaints.tenantId, kind: CauseKind.publicEvent, id: complaints.id }
const work = (viewer: Viewer) => newestWork(viewer, asCause)

const inDepartment = and(eq(departments.tenantId, complaints.tenantId), eq(departments.id, complaints.deptId))

/** A public event as it leaves the server, with personal data masked; only `viewIdentity` returns them in full. */
const withMask = <T extends Pick<Complaint, 'reportPerson' | 'contactInformation' | 'identityCard'>>(row: T) => ({
  ...row,
  reportPerson: masked(row.reportPerson),
  contactInformation: masked(row.contactInformation),
  identityCard: masked(row.identityCard),
})

const statusesOf = {
  [PushStatus.pending]: [ComplaintStatus.new, ComplaintStatus.pending],
  [PushStatus.handled]: [ComplaintStatus.handled],
}

const list: DatedList = {
  table: complaints,
  deptId: complaints.deptId,
  time: complaints.eventTime,
  id: complaints.id,
  soonTime: complaints.soonTime,
  dueTime: complaints.dueTime,
  isOpen: sql`${complaints.status} < ${sql.raw(String(ComplaintStatus.handled))}`,
  isLate: sql`(date_trunc('second', ${complaints.resultTime}) > ${complaints.dueTime}) is true`,
}

/** Condition of public events by what the citizen said to the answer. */
const saidOf: Record<ScoreBand, SQL> = {
  [ScoreBand.dissatisfied]: sql`${complaints.score} <= 2`,
  [ScoreBand.neutral]: sql`${complaints.score} = 3`,
  [ScoreBand.satisfied]: sql`${complaints.score} >= 4`,
  [ScoreBand.unsaid]: sql`${complaints.status} = ${ComplaintStatus.handled} and ${complaints.score} is null`,
}

type Filter = Parsed<typeof listComplaints> & { after?: Cursor | undefined }

/** One page of the public events in scope, newest first, with the total. `among` are the departments that the scope and a filter allow (null: all). */
export async function findComplaints(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null) {
  const statuses = filter.status && statusesOf[filter.status]
  const where = (period: Period) =>
    and(
      eq(complaints.tenantId, viewer.tenantId),
      amongDepartments(among, complaints.deptId),
      statuses && inArray(complaints.status, statuses),
      filter.eventType === undefined ? undefined : eq(complaints.eventType, filter.eventType),
      filter.objectId ? eq(complaints.facilityId, filter.objectId) : undefined,
      filter.facilityType ? isAboutType(complaints, filter.facilityType) : undefined,
      filter.satisfaction && saidOf[filter.satisfaction],
      filter.work && isWorkIn(asCause, filter.work),
      during(complaints.eventTime, period),
    )
  const isParticular = !!(filter.objectId || filter.facilityType || filter.satisfaction || filter.work)
  // A facility can become one of another type.
  const isSteady = !filter.facilityType
  const asked = { filter, departments: among, statuses, kind: filter.eventType, isParticular, isSteady }
  const { total, only, order } = await findDatedPage(tx, viewer, list, asked, where)
  const records = await tx
    .select({ ...columns, work: work(viewer) })
    .from(complaints)
    .innerJoin(departments, inDepartment)
    .where(and(eq(complaints.tenantId, viewer.tenantId), only))
    .orderBy(...order)
  return { records: records.map(withMask), total }
}

/** Condition on push records by what holds of their public event. */
const isOfEvent = (condition: SQL) => sql`exists (select from ${complaints}
  where ${complaints.tenantId} = ${pushes.tenantId} and ${complaints.id} = ${pushes.eventId} and ${condition})`

/** One page of the public events pushed to the viewer, with the total. */
export async function findComplaintPushes(tx: Tx, viewer: Viewer, asked: PushesAsked) {
  const { complaintRecommendationEventType: kind, satisfaction } = asked.filter
  const ofEvents = satisfaction && isOfEvent(saidOf[satisfaction])
  const { wanted, order, total } = await wantedPushes(tx, viewer, { ...asked, kind, ofEvents, ofLate: isOfEvent(list.isLate) })
  const records = await tx
    .select({ ...columns, work: work(viewer), ...pushColumns<typeof MsgType.public>(wanted) })
    .from(wanted)
    .innerJoin(complaints, and(eq(complaints.tenantId, wanted.tenantId), eq(complaints.id, wanted.eventId)))
    .innerJoin(departments, inDepartment)
    .orderBy(...order)
  return { records: records.map(withMask), total }
}

/** Public events of facilities in the viewer's scope. */
export const complaintsInSight = (viewer: Viewer) =>
  and(eq(complaints.tenantId, viewer.tenantId), inScope(viewer, complaints.deptId))
const one = (viewer: Viewer, id: number) => and(complaintsInSight(viewer), eq(complaints.id, id))

/** Locks the row until the transaction ends, which serialises two answers at once. */
export async function lockComplaint(tx: Tx, viewer: Viewer, id: number) {
  const [row] = await tx.select({ status: complaints.status }).from(complaints).where(one(viewer, id)).for('update')
  return row
}

/** A public event of the scope with its steps, the viewer's push record and, if `seesViews`, the record of views of the personal data. */
export async function findComplaint(tx: Tx, viewer: Viewer, id: number, seesViews: boolean) {
  const [row] = await tx
    .select({ ...columns, pushId: pushes.id })
    .from(complaints)
    .innerJoin(departments, inDepartment)
    .leftJoin(pushes, isOwnPush(viewer, MsgType.public, complaints.id))
    .where(one(viewer, id))
  if (!row) return undefined
  const eventProcessList = await tx
    .select({
      status: complaintSteps.status,
      createTime: complaintSteps.createTime,
      objectName: complaintSteps.userName,
      remark: complaintSteps.remark,
      url: asCommaList(complaintSteps.url),
    })
    .from(complaintSteps)
    .where(and(eq(complaintSteps.tenantId, viewer.tenantId), eq(complaintSteps.complaintId, id)))
    .orderBy(complaintSteps.id)
  const views = seesViews
    ? await tx
        .select({ createTime: identityViews.createTime, userName: identityViews.userName, reason: identityViews.reason })
        .from(identityViews)
        .where(and(eq(identityViews.tenantId, viewer.tenantId), eq(identityViews.complaintId, id)))
        .orderBy(identityViews.id)
    : []
  return { ...withMask(row), eventVo: { eventProcessList }, identityViews: views }
}

/** Returns the personal data in full and records who asked for them and why. Undefined outside the scope. */
export async function takeIdentity(tx: Tx, viewer: Viewer, id: number, reason: string) {
  const { reportPerson, contactInformation, identityCard } = columns
  const [row] = await tx.select({ reportPerson, contactInformation, identityCard }).from(complaints).where(one(viewer, id))
  if (!row) return undefined
  const { tenantId, userId } = viewer
  const userName = displayNameOf(tenantId, userId)
  await tx.insert(identityViews).values({ tenantId, complaintId: id, userId, userName, reason })
  return row
}

/** Answers a public event, adds the step with its author, and takes it off every recipient's pending list. */
export async function answerComplaint(tx: Tx, viewer: Viewer, id: number, answer: { content: string; url: string[] }) {
  const { tenantId, userId } = viewer
  const userName = displayNameOf(tenantId, userId)
  const status = ComplaintStatus.handled
  await tx
    .update(complaints)
    .set({ status, resultContent: answer.content, resultUrl: answer.url, resultTime: sql`now()` })
    .where(one(viewer, id))
  await tx
    .insert(complaintSteps)
    .values({ tenantId, complaintId: id, userId, userName, status, remark: answer.content, url: answer.url })
  await movePushes(tx, { tenantId, msgType: MsgType.public, eventId: id }, PushStatus.handled)
  await endReminders(tx, { tenantId, tasks: [ReminderTask.complaint], eventId: id })
}

/** The code of the report already sent with this request key. */
export async function findSent(tx: Tx, tenantId: number, facilityId: number, requestKey: string) {
  const [sent] = await tx
    .select({ code: complaints.code })
    .from(complaints)
    .where(and(eq(complaints.tenantId, tenantId), eq(complaints.facilityId, facilityId), eq(complaints.requestKey, requestKey)))
  return sent
}

/** Stores a citizen's report with its first step. */
export async function addComplaint(tx: Tx, complaint: typeof complaints.$inferInsert) {
  const [added] = await tx.insert(complaints).values(complaint).returning()
  const { tenantId, id: complaintId, status, eventTime: createTime } = added!
  await tx.insert(complaintSteps).values({ tenantId, complaintId, createTime, userName: '', status, remark: '' })
  return added!
}

export async function addCitizenPhoto(tx: Tx, photo: typeof citizenPhotos.$inferInsert) {
  await tx.insert(citizenPhotos).values(photo)
}

/** Assigns photos to a report. Returns true when all of them were uploaded for this facility and no report uses them yet. */
export async function usePhotos(tx: Tx, tenantId: number, facilityId: number, names: readonly string[]) {
  if (!names.length) return true
  const taken = await tx
    .delete(citizenPhotos)
    .where(
      and(
        eq(citizenPhotos.tenantId, tenantId),
        eq(citizenPhotos.facilityId, facilityId),
        inArray(citizenPhotos.fileName, [...names]),
      ),
    )
    .returning({ fileName: citizenPhotos.fileName })
  return taken.length === names.length
}

/** Photos unused for a day, locked until the transaction ends so that no report takes them meanwhile. */
export const holdUnusedPhotos = (tx: Tx) =>
  tx
    .select({ tenantId: citizenPhotos.tenantId, fileName: citizenPhotos.fileName })
    .from(citizenPhotos)
    .where(lt(citizenPhotos.createTime, sql`now() - interval '1 day'`))
    .orderBy(asc(citizenPhotos.createTime))
    .limit(100)
    .for('update', { skipLocked: true })

export async function forgetPhotos(tx: Tx, names: string[]) {
  await tx.delete(citizenPhotos).where(inArray(citizenPhotos.fileName, names))
  await tx.delete(files).where(inArray(files.fileName, names))
}

/** A report by its reference code. */
export async function findReport(tx: Tx, code: string) {
  const { facilityName, eventType, eventTime, content, status, resultContent, resultTime, score, scoreRemark } = columns
  const said = { facilityName, eventType, eventTime, content, status, resultContent, resultTime, score, scoreRemark }
  const [found] = await tx
    .select({ ...said, tenantId: complaints.tenantId, id: complaints.id, resultUrl: complaints.resultUrl })
    .from(complaints)
    .where(eq(complaints.code, code))
  return found
}

/** Stores the citizen's satisfaction with the answer. False when there is no answer to this code yet, or it was scored. */
export async function storeScore(tx: Tx, code: string, { score, scoreRemark }: { score: number; scoreRemark: string }) {
  const stored = await tx
    .update(complaints)
    .set({ score, scoreRemark })
    .where(and(eq(complaints.code, code), eq(complaints.status, ComplaintStatus.handled), isNull(complaints.score)))
    .returning({ id: complaints.id })
  return stored.length > 0
}

/** About 200 m in degrees of latitude and longitude, in the region where the product is used. */
const near = { lat: 0.0018, lng: 0.0021 }

/** Counts the unanswered reports of the same kind in the last six hours for this facility or one close by, with the time of the last one. */
export async function countNearby(
  tx: Tx,
  { tenantId, lng, lat }: { tenantId: number; lng: number; lat: number },
  eventType: ComplaintType,
) {
  const [found] = await tx
    .select({
      count: count(),
      minutesAgo: sql<number | null>`floor(extract(epoch from now() - max(${complaints.eventTime})) / 60)::int`,
    })
    .from(complaints)
    .innerJoin(facilities, and(eq(facilities.tenantId, complaints.tenantId), eq(facilities.id, complaints.facilityId)))
    .where(
      and(
        eq(complaints.tenantId, tenantId),
        eq(complaints.eventType, eventType),
        ne(complaints.status, ComplaintStatus.handled),
        gte(complaints.eventTime, sql`now() - interval '6 hours'`),
        sql`${facilities.lng} between ${lng - near.lng} and ${lng + near.lng}`,
        sql`${facilities.lat} between ${lat - near.lat} and ${lat + near.lat}`,
      ),
    )
  return found!
}
