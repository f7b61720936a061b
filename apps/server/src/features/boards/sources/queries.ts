import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import type { SourceParams } from '@huanwei/contract/designs/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { Metric, metrics } from '@huanwei/contract/readings/codes'
import { Measure } from '@huanwei/contract/rules/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../../db/connect.ts'
import { inScope } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { cleaningInSight, isCleaningOverdue } from '../../cleaning/queries.ts'
import { cleaningReports } from '../../cleaning/table.ts'
import { departments } from '../../departments/table.ts'
import { facilities, isAboutType } from '../../facilities/table.ts'
import { trackDays } from '../../history/table.ts'
import { readings } from '../../readings/table.ts'
import { type positions, terminalBindings, terminals } from '../../terminals/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import { violations } from '../../violations/table.ts'

const { type, status, score, deptId, reportTime, assignTime, processTime } = cleaningReports
export const today = sql`date_trunc('day', now())`
const daysBack = (days: number) => sql`${today} - make_interval(days => ${days})`
/** Days of the figures that look back, today among them. */
export const lookBack = 30
const recently = gte(reportTime, daysBack(lookBack - 1))
/** Narrows to reports of a type, and to those about facilities of a type. */
export type CleaningKind = Pick<SourceParams, 'cleaningType' | 'facilityType'>
const ofKind = ({ cleaningType, facilityType }: CleaningKind) =>
  and(cleaningType && eq(type, cleaningType), facilityType ? isAboutType(cleaningReports, facilityType) : undefined)
const inDepartment = and(eq(departments.tenantId, cleaningReports.tenantId), eq(departments.id, deptId))

/** Recent reports by the score that they were given, 1 to 5. */
export const countScores = (tx: Tx, viewer: Viewer, kind: CleaningKind) =>
  tx
    .select({ score, total: count() })
    .from(cleaningReports)
    .where(and(cleaningInSight(viewer), ofKind(kind), recently, isNotNull(score)))
    .groupBy(score)

/** Departments by the mean score of their recent reports, best first. */
export const rankScores = (tx: Tx, viewer: Viewer, kind: CleaningKind) =>
  tx
    .select({ deptId, name: departments.name, mean: sql`avg(${score})`.mapWith(Number), total: count() })
    .from(cleaningReports)
    .innerJoin(departments, inDepartment)
    .where(and(cleaningInSight(viewer), ofKind(kind), recently, isNotNull(score)))
    .groupBy(deptId, departments.name)
    .orderBy(desc(sql`avg(${score})`), desc(count()), deptId)

/** Mean minutes of recent reports from their coming to their dispatch, and from there to the work's end; null without any. */
export async function findResponse(tx: Tx, viewer: Viewer, kind: CleaningKind) {
  const minutes = (from: AnyPgColumn, to: AnyPgColumn) =>
    sql<number | null>`(avg(extract(epoch from ${to} - ${from})) / 60)::float8`
  const [found] = await tx
    .select({ toAssign: minutes(reportTime, assignTime), toProcess: minutes(assignTime, processTime) })
    .from(cleaningReports)
    .where(and(cleaningInSight(viewer), ofKind(kind), recently))
  return found!
}

/** Departments by what waits there of cleaning reports: open ones, those of them that are overdue, and those worked off today. */
export function rankQueues(tx: Tx, viewer: Viewer) {
  const isOpen = sql`${status} < ${sql.raw(String(CleaningStatus.processed))}`
  const number = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition})`.mapWith(Number)
  const doneToday = gte(processTime, today)
  return tx
    .select({
      deptId,
      name: departments.name,
      open: number(isOpen),
      overdue: number(isCleaningOverdue),
      done: number(sql`${doneToday}`),
      oldest: sql<string | null>`to_char(min(${reportTime}) filter (where ${isOpen}), 'MM-DD HH24:MI')`,
    })
    .from(cleaningReports)
    .innerJoin(departments, inDepartment)
    .where(and(cleaningInSight(viewer), or(isOpen, doneToday)))
    .groupBy(deptId, departments.name)
    .orderBy(desc(number(isOpen)), deptId)
}

/** Recent reports by the day of their coming, and by the day on which they were worked off; `yyyy-MM-dd`. */
export async function countCleaningDays(tx: Tx, viewer: Viewer, kind: CleaningKind, days: number) {
  const since = daysBack(days - 1)
  const byDay = (time: AnyPgColumn) => {
    const day = sql<string>`to_char(${time}, 'YYYY-MM-DD')`
    return tx
      .select({ day, total: count() })
      .from(cleaningReports)
      .where(and(cleaningInSight(viewer), ofKind(kind), gte(time, since)))
      .groupBy(sql`1`)
  }
  return { reported: await byDay(reportTime), processed: await byDay(processTime) }
}

/** Those of these days, `yyyy-MM-dd`, that are worked out for every terminal that was on a vehicle for all of the day. */
export async function findFullDays(tx: Tx, tenantId: number, days: readonly string[]) {
  const { rows } = await tx.execute<{ day: string }>(sql`
    select day from unnest(${sql.param([...days])}::text[]) as asked (day)
    where not exists (
      select from ${terminalBindings} b
      where b.tenant_id = ${tenantId} and b.object_type = ${ObjectType.vehicle} and b.started <= day::date
        and (b.ended is null or b.ended >= day::date + 1)
        and not exists (
          select from ${trackDays} d
          where d.tenant_id = b.tenant_id and d.device_id = b.device_id and d.day = asked.day::date and d.line is not null
        )
    ) order by day`)
  return rows.map(({ day }) => day)
}

/** Days of the vehicles in scope that had a terminal, m. */
export const findVehicleDays = (tx: Tx, viewer: Viewer, days: string[]) => {
  const b = terminalBindings
  return tx
    .select({
      id: vehicles.id,
      plateNumber: vehicles.plateNumber,
      deptId: vehicles.deptId,
      day: trackDays.day,
      metres: trackDays.mileage,
      fixes: trackDays.fixes,
      work: trackDays.work,
    })
    .from(vehicles)
    .innerJoin(b, and(eq(b.tenantId, vehicles.tenantId), eq(b.objectType, ObjectType.vehicle), eq(b.objectId, vehicles.id)))
    .innerJoin(
      trackDays,
      and(
        eq(trackDays.tenantId, b.tenantId),
        eq(trackDays.deviceId, b.deviceId),
        inArray(trackDays.day, days),
        isNotNull(trackDays.line),
        sql`${b.started} < ${trackDays.day}::timestamptz + interval '1 day'`,
        or(isNull(b.ended), sql`${b.ended} > ${trackDays.day}::timestamptz`),
      ),
    )
    .where(and(eq(vehicles.tenantId, viewer.tenantId), inScope(viewer, vehicles.deptId), isNull(vehicles.removedTime)))
}

/** Days on which vehicles were heard, and metres, by department, the most metres first. */
export async function sumVehicleDays(tx: Tx, viewer: Viewer, days: string[]) {
  const of = findVehicleDays(tx, viewer, days).as('vehicle_day')
  const metres = sql`sum(${of.metres})`.mapWith(Number)
  return tx
    .select({
      deptId: of.deptId,
      deptName: departments.name,
      days: sql`count(distinct (${of.id}, ${of.day}))`.mapWith(Number),
      metres,
    })
    .from(of)
    .innerJoin(departments, and(eq(departments.tenantId, viewer.tenantId), eq(departments.id, of.deptId)))
    .where(sql`${of.fixes} > 0`)
    .groupBy(of.deptId, departments.name)
    .orderBy(desc(metres), of.deptId)
}

/** People who went into these facilities today by the hour, by what the counters' calibrations make of them. */
export async function countVisitors(tx: Tx, tenantId: number, facilityIds: number[]) {
  if (!facilityIds.length) return []
  const { min, max } = metrics[Metric.peopleIn]
  const { rows } = await tx.execute<{ hour: number; total: number }>(sql`
    with calibrated as (
      select facility_id, channel, start_time as since, factor, "offset",
        lead(start_time, 1, 'infinity') over (partition by facility_id, channel order by start_time, id) as until
      from box_calibration
      where tenant_id = ${tenantId} and metric = ${Metric.peopleIn} and revoke_time is null
    )
    select extract(hour from r.time)::int as hour, sum(case when c.factor is null then r.value
      else least(${max}::float8, greatest(${min}::float8, r.value * c.factor + c."offset")) end)::float8 as total
    from ${terminalBindings} b
    join ${facilities} f on f.tenant_id = b.tenant_id and f.id = b.object_id
    join ${readings} r on r.tenant_id = b.tenant_id and r.device_id = b.device_id
      and r.time >= b.started and (b.ended is null or r.time < b.ended)
    left join calibrated c on c.facility_id = b.object_id and c.channel = r.channel and r.time >= c.since and r.time < c.until
    where b.tenant_id = ${tenantId} and b.object_type = ${ObjectType.facility} and b.object_id = any(${sql.param(facilityIds)}::int[])
      and r.tenant_id = ${tenantId} and r.metric = ${Metric.peopleIn} and r.time >= ${today} and r.time < ${today} + interval '1 day'
    group by 1 order by 1`)
  return rows
}

/** Terminals on these facilities. */
export const findFacilityTerminals = (tx: Tx, tenantId: number, facilityIds: readonly number[]) =>
  tx
    .select({ id: terminals.id })
    .from(terminals)
    .where(
      and(
        eq(terminals.tenantId, tenantId),
        eq(terminals.objectType, ObjectType.facility),
        sql`${terminals.objectId} = any(${sql.param([...facilityIds])}::int[])`,
      ),
    )

/** Positions or readings of these terminals by the minute that they are of, `HH:mm`, over the last finished minutes. */
export async function countByMinute(
  tx: Tx,
  tenantId: number,
  table: typeof positions | typeof readings,
  deviceIds: readonly number[],
  minutes: number,
) {
  const { rows } = await tx.execute<{ minute: string; total: number }>(sql`
    select to_char(m, 'HH24:MI') as minute, coalesce(total, 0)::int as total
    from generate_series(date_trunc('minute', now()) - make_interval(mins => ${minutes}),
      date_trunc('minute', now()) - interval '1 minute', interval '1 minute') m
    left join (
      select date_trunc('minute', time) as at, count(*) as total from ${table}
      where tenant_id = ${tenantId} and time >= date_trunc('minute', now()) - make_interval(mins => ${minutes})
        and time < date_trunc('minute', now()) and device_id = any(${sql.param([...deviceIds])}::int[])
      group by 1
    ) p on p.at = m
    order by m`)
  return rows
}

/** Vehicles in scope that were too fast, by the day, `yyyy-MM-dd`; not those whose event was judged to be none. */
export async function findSpeeding(tx: Tx, viewer: Viewer, since: string) {
  const { tenantId, departments: among } = viewer
  const { rows } = await tx.execute<{ day: string; id: number }>(sql`
    select distinct to_char(create_time, 'YYYY-MM-DD') as day, object_id as id from ${violations}
    where tenant_id = ${tenantId} and object_type = ${ObjectType.vehicle} and measure = ${Measure.speed}
      and create_time >= ${since}::timestamptz and alarm_type in (${AlarmType.pending}, ${AlarmType.real})
      ${among === null ? sql`` : sql`and dept_id = any(${sql.param(among)}::int[])`}`)
  return rows
}

/** Where the events of today began, the newest `most` of those whose place is known, and whether each waits. */
export const findPlacesToday = (tx: Tx, viewer: Viewer, most: number) => {
  const { id, objectType, violationEvent, lng, lat, severity, alarmType, createTime, mergedInto } = violations
  return tx
    .select({ id, objectType, violationEvent, lng, lat, severity, isPending: sql<boolean>`${alarmType} = ${AlarmType.pending}` })
    .from(violations)
    .where(
      and(
        eq(violations.tenantId, viewer.tenantId),
        inScope(viewer, violations.deptId),
        isNull(mergedInto),
        gte(createTime, today),
        lt(createTime, sql`${today} + interval '1 day'`),
        isNotNull(lng),
        isNotNull(lat),
      ),
    )
    .orderBy(desc(createTime), desc(id))
    .limit(most)
}
