import { CleaningStatus, CleaningType } from '@huanwei/contract/cleaning/codes'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import type { ToiletKind } from '@huanwei/contract/facilities/codes'
import { and, count, desc, eq, gte, isNotNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../../db/connect.ts'
import type { Viewer } from '../../../../http/viewer.ts'
import { cleaningInSight, isCleaningOverdue } from '../../../cleaning/queries.ts'
import { cleaningReports } from '../../../cleaning/table.ts'
import { departments } from '../../../departments/table.ts'
import { facilities } from '../../../facilities/table.ts'
import { plannedVisits } from '../../../plans/queries.ts'
import { taskRecords } from '../../../plans/table.ts'
import { vehicles } from '../../../vehicles/table.ts'
import { today } from '../queries.ts'

const { type, status, processTime } = cleaningReports
const tomorrow = sql`(${today} + interval '1 day')`

/** Condition of the household toilets `f` in scope. */
const isHousehold = ({ tenantId, departments: among }: Viewer) => sql`f.tenant_id = ${tenantId} and f.removed_time is null
  and f.facility_type = ${FacilityType.ruralToilet} ${among === null ? sql`` : sql`and f.dept_id = any(${sql.param(among)}::int[])`}`

/** Open requests to empty a toilet. */
const openRequests = (tenantId: number) =>
  sql`${cleaningReports} where tenant_id = ${tenantId} and type = ${CleaningType.suction} and status < ${CleaningStatus.processed}`

/** Rounds of today that nobody has made, and those that the plans make on the days after it through `last`. */
const roundsToCome = (tenantId: number, last: ReturnType<typeof sql>) => sql`
      select facility_id, due_time from ${taskRecords}
      where tenant_id = ${tenantId} and done_time is null and due_time >= ${today} and due_time < ${tomorrow}
      union all
      select facility_id, due_time from (${plannedVisits(tomorrow, last, { tenantId })}) planned`

type Emptying = {
  id: number
  name: string
  village: string
  toiletKind: ToiletKind | null
  last: string | null
  next: string | null
  /** Of all households that the notice could name. */
  total: number
}

/**
 * The first household toilets by village, `most` of them: the day on which each was emptied last, for a request or on a round, and that on which
 * somebody is to come next, `yyyy-MM-dd`; null where there is none. Those without either are left out.
 */
export async function findEmptyings(tx: Tx, viewer: Viewer, most: number) {
  const { tenantId } = viewer
  const day = (time: string) => sql.raw(`to_char(${time}, 'YYYY-MM-DD')`)
  // Every plan visits its households every day: what comes after tomorrow is not the next.
  const { rows } = await tx.execute<Emptying>(sql`
    with told as (
      select facility_id, process_time as done, null::timestamptz as due from ${cleaningReports}
      where tenant_id = ${tenantId} and type = ${CleaningType.suction} and facility_id is not null and process_time is not null
      union all
      select facility_id, done_time, null from ${taskRecords} where tenant_id = ${tenantId} and done_time is not null
      union all
      select facility_id, null, due_time from ${openRequests(tenantId)} and facility_id is not null
      union all
      select facility_id, null, due_time from (${roundsToCome(tenantId, tomorrow)}) round
    ), household as (
      select facility_id, max(done) as done, min(due) as due from told group by 1
      having max(done) is not null or min(due) is not null
    )
    select f.id, f.name, d.name as village, f.toilet_kind as "toiletKind", ${day('h.done')} as last, ${day('h.due')} as next,
      (count(*) over ())::int as total
    from household h
    join ${facilities} f on f.id = h.facility_id and ${isHousehold(viewer)}
    join ${departments} d on d.tenant_id = f.tenant_id and d.dept_id = f.dept_id
    order by d.name, h.done desc nulls last, f.id limit ${most}`)
  return rows
}

/** Household toilets that somebody is to come to, by the day, `yyyy-MM-dd`, from today on: on a round, and requests to be worked off. */
export async function countDueEmptyings(tx: Tx, viewer: Viewer, days: number) {
  const { tenantId } = viewer
  const last = sql`(${today} + make_interval(days => ${days - 1}))`
  const { rows } = await tx.execute<{ day: string; rounds: number; requests: number }>(sql`
    with due as (
      select facility_id, due_time, true as is_round from (${roundsToCome(tenantId, last)}) round
      union all
      select facility_id, due_time, false from ${openRequests(tenantId)}
        and due_time >= ${today} and due_time < ${last} + interval '1 day'
    )
    select to_char(date_trunc('day', t.due_time), 'YYYY-MM-DD') as day,
      (count(distinct t.facility_id) filter (where t.is_round))::int as rounds,
      (count(*) filter (where not t.is_round))::int as requests
    from due t join ${facilities} f on f.id = t.facility_id and ${isHousehold(viewer)}
    group by 1`)
  return rows
}

/** Facilities with a request to be emptied that is open, and whether one of them is overdue. */
export async function findWaitingToilets(tx: Tx, viewer: Viewer) {
  const rows = await tx
    .select({ facilityId: cleaningReports.facilityId, isOverdue: sql<boolean>`bool_or(${isCleaningOverdue})` })
    .from(cleaningReports)
    .where(
      and(
        cleaningInSight(viewer),
        eq(type, CleaningType.suction),
        isNotNull(cleaningReports.facilityId),
        sql`${status} < ${sql.raw(String(CleaningStatus.processed))}`,
      ),
    )
    .groupBy(cleaningReports.facilityId)
  return new Map(rows.map(({ facilityId, isOverdue }) => [facilityId ?? 0, isOverdue]))
}

/** Vehicles by the requests to empty a toilet that they worked off in the last 24 hours, the most first. */
export async function rankEmptyingTrucks(tx: Tx, viewer: Viewer) {
  return tx
    .select({ id: vehicles.id, plateNumber: vehicles.plateNumber, done: count() })
    .from(cleaningReports)
    .innerJoin(vehicles, and(eq(vehicles.tenantId, cleaningReports.tenantId), eq(vehicles.id, cleaningReports.vehicleId)))
    .where(and(cleaningInSight(viewer), eq(type, CleaningType.suction), gte(processTime, sql`now() - interval '24 hours'`)))
    .groupBy(vehicles.id, vehicles.plateNumber)
    .orderBy(desc(count()), vehicles.id)
}

/** Columns of a request to empty a toilet: the household where it is one, else the position. */
const requestColumns = {
  id: cleaningReports.id,
  place: sql<string>`coalesce(nullif(${cleaningReports.facilityName}, ''), ${cleaningReports.position})`,
  plateNumber: vehicles.plateNumber,
  status,
  reportTime: cleaningReports.reportTime,
  assignTime: cleaningReports.assignTime,
  dueTime: cleaningReports.dueTime,
  processTime,
  isOverdue: sql<boolean>`${isCleaningOverdue}`,
  total: sql`count(*) over ()`.mapWith(Number),
}
const ofVehicle = and(eq(vehicles.tenantId, cleaningReports.tenantId), eq(vehicles.id, cleaningReports.vehicleId))

/** The open requests to empty a toilet, the earliest due first, `most` of them, each with the total. */
export const findEmptyingQueue = (tx: Tx, viewer: Viewer, most: number) =>
  tx
    .select(requestColumns)
    .from(cleaningReports)
    .leftJoin(vehicles, ofVehicle)
    .where(
      and(cleaningInSight(viewer), eq(type, CleaningType.suction), sql`${status} < ${sql.raw(String(CleaningStatus.processed))}`),
    )
    .orderBy(cleaningReports.dueTime, cleaningReports.id)
    .limit(most)

/** Trips of trucks to a toilet: those underway, then those that ended today, the latest first; `most` of them, each with the total. */
export const findEmptyingTrips = (tx: Tx, viewer: Viewer, most: number) =>
  tx
    .select(requestColumns)
    .from(cleaningReports)
    .innerJoin(vehicles, ofVehicle)
    .where(
      and(
        cleaningInSight(viewer),
        eq(type, CleaningType.suction),
        or(eq(status, CleaningStatus.assigned), gte(processTime, today)),
      ),
    )
    .orderBy(sql`${processTime} desc nulls first`, desc(cleaningReports.assignTime), desc(cleaningReports.id))
    .limit(most)
