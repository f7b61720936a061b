import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import type { listCleaning, NewCleaning } from '@huanwei/contract/cleaning/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import { and, asc, eq, getTableColumns, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { type After, idsOf, ordered, totalOf } from '../../lib/keyset.ts'
import { during, type Period } from '../../lib/period.ts'
import { joined } from '../../lib/photos.ts'
import { amongDepartments, inScope, mayUse } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { departments } from '../departments/table.ts'
import { addRemoval } from '../removals/queries.ts'
import { countEvents } from '../tallies/queries.ts'
import { called, calledOf } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { cleaningReports as reports, cleaningSteps as steps } from './table.ts'

const { tenantId: _, img, processImg, ...stored } = getTableColumns(reports)

const columns = {
  ...stored,
  img: joined(img),
  processImg: joined(processImg),
  deptName: departments.name,
  plateNumber: vehicles.plateNumber,
}

const find = (tx: Tx, where: SQL | undefined) =>
  tx
    .select(columns)
    .from(reports)
    .innerJoin(departments, and(eq(departments.tenantId, reports.tenantId), eq(departments.id, reports.deptId)))
    .leftJoin(vehicles, and(eq(vehicles.tenantId, reports.tenantId), eq(vehicles.id, reports.vehicleId)))
    .where(where)

/** Those they reported or are to do. */
const isOwn = ({ userId }: Viewer) => or(eq(reports.assigneeId, userId), eq(reports.reporterId, userId))
/** Those of the viewer's scope, and their own. */
const inSight = (viewer: Viewer) =>
  and(eq(reports.tenantId, viewer.tenantId), viewer.departments ? or(inScope(viewer, reports.deptId), isOwn(viewer)) : undefined)
const one = (viewer: Viewer, id: number) => and(inSight(viewer), eq(reports.id, id))

const list = { table: reports, deptId: reports.deptId }
const place = { time: reports.reportTime, id: reports.id }

type Filter = Parsed<typeof listCleaning> & { after?: After | undefined }

/** The states that are asked for. */
const statusesAsked = ({ status, over }: Filter) =>
  Object.values(CleaningStatus).filter(
    (one) => (status === undefined || one === status) && (over === undefined || over === (one === CleaningStatus.over)),
  )

/** One page of the reports in sight, newest first, with the total. `among` are the departments that a filter leaves. */
export async function findReports(tx: Tx, viewer: Viewer, filter: Filter, among: number[] | null) {
  const statuses = statusesAsked(filter)
  const where = (period: Period) =>
    and(
      inSight(viewer),
      filter.deptId === undefined ? undefined : amongDepartments(among, reports.deptId),
      inArray(reports.status, statuses),
      filter.type && eq(reports.type, filter.type),
      filter.facilityId ? eq(reports.facilityId, filter.facilityId) : undefined,
      filter.assigneeId ? eq(reports.assigneeId, filter.assigneeId) : undefined,
      filter.code ? sql`starts_with(${reports.code}, upper(${filter.code}))` : undefined,
      during(reports.reportTime, period),
    )
  const isCounted = filter.facilityId || filter.assigneeId || filter.code
  const kind = filter.type && Number(filter.type)
  const asked = { filter, departments: among, statuses, kind, own: isOwn(viewer) }
  const total = await totalOf(filter, () =>
    isCounted ? tx.$count(reports, where(filter)) : countEvents(tx, viewer, list, asked, where),
  )
  const ids = idsOf(tx, place, filter, { where: where(filter), total })
  const records = await find(tx, and(eq(reports.tenantId, viewer.tenantId), inArray(reports.id, ids))).orderBy(...ordered(place))
  return { records, total }
}

/** The states in which a report of the scope waits for the viewer. */
const waitingHere = ({ permissions }: Viewer) => [
  ...(permissions.has('clean_assign') ? [CleaningStatus.created] : []),
  ...(permissions.has('clean_process') ? [CleaningStatus.assigned] : []),
  ...(permissions.has('clean_evaluate') ? [CleaningStatus.processed, CleaningStatus.evaluated] : []),
]
const isAssignedTo = ({ userId }: Viewer) => and(eq(reports.status, CleaningStatus.assigned), eq(reports.assigneeId, userId))

const waitsHere = (viewer: Viewer): SQL =>
  sql`(${and(inArray(reports.status, waitingHere(viewer)), inScope(viewer, reports.deptId))})`

/** What waits for the viewer: the acts that are theirs. */
const waiting = (viewer: Viewer) =>
  and(
    eq(reports.tenantId, viewer.tenantId),
    sql`${reports.status} <> ${sql.raw(String(CleaningStatus.over))}`,
    or(waitsHere(viewer), isAssignedTo(viewer)),
  )

/** So many that wait are named at once. */
const mostWaiting = 200

/** What waits for the viewer, longest first. `code` narrows to one. */
export const findWaiting = (tx: Tx, viewer: Viewer, code: string | undefined) =>
  find(tx, and(waiting(viewer), code ? eq(reports.code, code) : undefined))
    .orderBy(asc(reports.reportTime), asc(reports.id))
    .limit(mostWaiting)

export async function countWaiting(tx: Tx, viewer: Viewer) {
  const asked = { filter: {}, departments: viewer.departments, statuses: waitingHere(viewer) }
  const elsewhere = and(eq(reports.tenantId, viewer.tenantId), isAssignedTo(viewer), not(waitsHere(viewer)))
  return (await countEvents(tx, viewer, list, asked, () => undefined)) + (await tx.$count(reports, elsewhere))
}

/** Locks the row until the transaction ends, so that of two people one comes second. */
export async function lockReport(tx: Tx, viewer: Viewer, id: number) {
  const [row] = await tx.select().from(reports).where(one(viewer, id)).for('update')
  return row
}

/** A report in sight with its steps. */
export async function findDetail(tx: Tx, viewer: Viewer, id: number) {
  const [row] = await find(tx, one(viewer, id))
  return row && { ...row, isInScope: mayUse(viewer, row.deptId), process: await findSteps(tx, viewer, id) }
}

/** Reports that were just made, in this order. */
export const findMany = (tx: Tx, viewer: Viewer, ids: number[]) =>
  find(tx, and(inSight(viewer), inArray(reports.id, ids))).orderBy(asc(reports.id))

/** What was done to a report, oldest first. */
export const findSteps = (tx: Tx, viewer: Viewer, id: number) =>
  tx
    .select({
      status: steps.status,
      createTime: steps.createTime,
      objectName: steps.userName,
      remark: steps.remark,
      img: joined(steps.img),
    })
    .from(steps)
    .where(and(eq(steps.tenantId, viewer.tenantId), eq(steps.reportId, id)))
    .orderBy(steps.id)

/** A report with everything that it goes without on the wire when a facility says it. */
export type FullReport = Pick<NewCleaning, 'type' | 'content' | 'contact' | 'img' | 'position'> & {
  facilityId: number | null
  facilityName: string
  deptId: number
  lng: number | null
  lat: number | null
}

/** Stores reports with the next codes of the day. Returns their ids in this order. */
export async function insertReports(tx: Tx, viewer: Viewer, list: FullReport[]): Promise<number[]> {
  const { tenantId, userId } = viewer
  const { day, number } = await nextCode(tx, tenantId)
  const added = await tx
    .insert(reports)
    .values(
      list.map((report, i) => ({
        ...{ ...report, tenantId, reporterId: userId, reporter: calledOf(tenantId, userId) },
        code: `${day}${String(number + i).padStart(4, '0')}`,
      })),
    )
    .returning({ id: reports.id })
  const ids = added.map(({ id }) => id)
  const userName = calledOf(tenantId, userId)
  await tx.insert(steps).values(
    ids.map((reportId, i) => ({
      ...{ tenantId, reportId, userId, userName, status: CleaningStatus.created },
      ...{ remark: list[i]!.content, img: list[i]!.img },
    })),
  )
  return ids
}

/** `BJ` with the day, and the number that comes next on it; nobody else of the tenant takes one until the transaction ends. */
async function nextCode(tx: Tx, tenantId: number) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('wc_report_to_clean'), ${tenantId})`)
  const { rows } = await tx.execute<{ day: string; number: number }>(sql`
    select d.day, coalesce((select max(substr(r.code, 11)::int) from ${reports} r where r.tenant_id = ${tenantId}
      and r.report_time >= date_trunc('day', now()) and starts_with(r.code, d.day)), 0) + 1 as number
    from (select 'BJ' || to_char(now(), 'YYYYMMDD') as day) d`)
  return rows[0]!
}

/** Where the time of a step is kept. */
const stamps = {
  [CleaningStatus.created]: 'reportTime',
  [CleaningStatus.assigned]: 'assignTime',
  [CleaningStatus.processed]: 'processTime',
  [CleaningStatus.evaluated]: 'evaluateTime',
  [CleaningStatus.over]: 'overTime',
} as const

type Change = Partial<Omit<typeof reports.$inferInsert, 'tenantId' | 'id' | 'status'>>

/** Moves a report on, with what came of it, and writes who did it. */
export async function moveReport(
  tx: Tx,
  { tenantId, userId }: Viewer,
  id: number,
  status: CleaningStatus,
  { remark, img = [], ...change }: Change & { remark: string },
) {
  await tx
    .update(reports)
    .set({ ...change, status, [stamps[status]]: sql`now()` })
    .where(and(eq(reports.tenantId, tenantId), eq(reports.id, id)))
  await tx.insert(steps).values({ tenantId, reportId: id, userId, userName: calledOf(tenantId, userId), status, remark, img })
}

/** Takes a report back, with everything about it but who did. */
export async function deleteReport(tx: Tx, viewer: Viewer, { id, deptId, reporterId }: typeof reports.$inferSelect) {
  const { tenantId } = viewer
  await addRemoval(tx, viewer, reports, { id, deptId, ownerIds: [reporterId] })
  await tx.delete(steps).where(and(eq(steps.tenantId, tenantId), eq(steps.reportId, id)))
  await tx.delete(reports).where(and(eq(reports.tenantId, tenantId), eq(reports.id, id)))
}

/** Who could be asked: those who can log in, of `nearby` departments first, the least busy before others. */
export function findStaff(tx: Tx, viewer: Viewer, nearby: number[], atMost: number) {
  const open = sql<number>`(select count(*)::int from ${reports} r where r.tenant_id = ${users}.tenant_id
    and r.assignee_id = ${users}.user_id and r.status = ${CleaningStatus.assigned})`
  const isNear = sql`case when ${amongDepartments(nearby, users.deptId)} then 0 else 1 end`
  return tx
    .select({ userId: users.id, name: called(users), deptName: departments.name, open })
    .from(users)
    .innerJoin(departments, and(eq(departments.tenantId, users.tenantId), eq(departments.id, users.deptId)))
    .where(and(eq(users.tenantId, viewer.tenantId), inScope(viewer, users.deptId), eq(users.lockFlag, '0')))
    .orderBy(isNear, open, users.id)
    .limit(atMost)
}
