import type { LiveObject } from '@huanwei/contract/live/messages'
import { ObjectType } from '@huanwei/contract/objects'
import { Severity } from '@huanwei/contract/rules/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { and, count, eq, gte, inArray, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Rows } from '../../position/read-touched.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'
import { isFix } from '../terminals/newest-fixes/queries.ts'
import { terminals } from '../terminals/table.ts'
import { displayName, roleList } from '../users/queries.ts'
import { userRoles, users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { violations } from '../violations/table.ts'

/** All departments of a tenant, by `sort`. */
export const findAllDepartments = (tx: Tx, tenantId: number) =>
  tx
    .select({ deptId: departments.id, parentId: departments.parentId, name: departments.name })
    .from(departments)
    .where(eq(departments.tenantId, tenantId))
    .orderBy(departments.sort, departments.id)

export type DepartmentFacts = Awaited<ReturnType<typeof findAllDepartments>>[number]
export type PersonFacts = Awaited<ReturnType<typeof findPersonFacts>>[number]
export type VehicleFacts = Awaited<ReturnType<typeof findVehicleFacts>>[number]
export type FacilityFacts = Awaited<ReturnType<typeof findFacilityFacts>>[number]
/** Fields of an object in trees and cards. */
export type Facts = PersonFacts | VehicleFacts | FacilityFacts

type ObjectTable = Record<'tenantId' | 'id' | 'deptId' | 'intercomAccount', AnyPgColumn>

/** Columns that every kind of object has. */
const common = <K extends ObjectType>(objectType: K, { tenantId, id, deptId, intercomAccount }: ObjectTable) => ({
  objectType: sql<K>`${objectType}::text`,
  tenantId: sql<number>`${tenantId}`,
  id: sql<number>`${id}`,
  deptId: sql<number>`${deptId}`,
  deptName: departments.name,
  intercomAccount: sql<string>`${intercomAccount}`,
  deviceId: sql<number | null>`${terminals.id}`,
  terminalNo: sql<string | null>`${terminals.terminalNo}`,
})
const itsDepartment = ({ tenantId, deptId }: ObjectTable) => and(eq(departments.tenantId, tenantId), eq(departments.id, deptId))
const itsTerminal = (objectType: ObjectType, { tenantId, id }: ObjectTable) =>
  and(eq(terminals.tenantId, tenantId), eq(terminals.objectType, objectType), eq(terminals.objectId, id))

/** Objects to read: these, or all of these tenants, or all. */
export type Which = { objects?: Rows | undefined; tenantIds?: readonly number[] | undefined }

/** Ids are unique over all tenants. */
const among = (tenantId: AnyPgColumn, id: AnyPgColumn, { objects, tenantIds }: Which) =>
  objects
    ? and(
        inArray(tenantId, [...objects.keys()]),
        inArray(
          id,
          [...objects.values()].flatMap((ids) => [...ids]),
        ),
      )
    : tenantIds && inArray(tenantId, [...tenantIds])

/** Order of texts in trees, in every database the same: that of their code points. */
const inOrder = (text: AnyPgColumn | SQL) => sql`${text} collate "C"`

const personFacts = {
  ...common(ObjectType.person, users),
  username: users.username,
  name: displayName(users),
  initials: users.initials,
  phone: users.phone,
  roles: roleList,
}

/** Users who may log in and have a terminal, by name. */
export const findPersonFacts = (tx: Tx, which: Which) =>
  tx
    .select(personFacts)
    .from(users)
    .innerJoin(departments, itsDepartment(users))
    .innerJoin(terminals, itsTerminal(ObjectType.person, users))
    .where(and(among(users.tenantId, users.id, which), eq(users.lockFlag, '0')))
    .orderBy(users.tenantId, inOrder(displayName(users)), users.id)

/** Narrows people: to these departments (null for all), to a role, to those with an intercom account. */
export type PeopleFilter = { departments: number[] | null; roleId?: number | undefined; hasIntercom?: boolean | undefined }

/** Users who may log in and have no terminal, by name; undefined when they are more than `most`. */
export async function findPeopleWithoutTerminal(tx: Tx, tenantId: number, filter: PeopleFilter, most: number) {
  const terminal = tx.select({ id: terminals.id }).from(terminals).where(itsTerminal(ObjectType.person, users))
  const holders = tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(and(eq(userRoles.tenantId, tenantId), eq(userRoles.roleId, filter.roleId ?? 0)))
  const wanted = and(
    eq(users.tenantId, tenantId),
    eq(users.lockFlag, '0'),
    notExists(terminal),
    amongDepartments(filter.departments, users.deptId),
    filter.roleId === undefined ? undefined : inArray(users.id, holders),
    filter.hasIntercom ? ne(users.intercomAccount, '') : undefined,
  )
  const first = tx
    .select({ id: users.id })
    .from(users)
    .where(wanted)
    .limit(most + 1)
  if ((await tx.$count(first.as('first'))) > most) return undefined
  return tx
    .select({ ...personFacts, deviceId: sql<null>`null`, terminalNo: sql<null>`null` })
    .from(users)
    .innerJoin(departments, itsDepartment(users))
    .where(wanted)
    .orderBy(inOrder(displayName(users)), users.id)
}

/** Vehicles, by plate. */
export const findVehicleFacts = (tx: Tx, which: Which) =>
  tx
    .select({
      ...common(ObjectType.vehicle, vehicles),
      plateNumber: vehicles.plateNumber,
      plateColour: vehicles.plateColour,
      name: vehicles.name,
      initials: vehicles.initials,
      vehicleType: vehicles.vehicleType,
      vehicleFunction: vehicles.vehicleFunction,
      vehicleCamera: vehicles.vehicleCamera,
      channelNames: vehicles.channelNames,
      hideChannel: vehicles.hideChannel,
      videoDeviceId: vehicles.videoDeviceId,
      driverName: vehicles.driverName,
      driverPhone: vehicles.driverPhone,
    })
    .from(vehicles)
    .innerJoin(departments, itsDepartment(vehicles))
    .leftJoin(terminals, itsTerminal(ObjectType.vehicle, vehicles))
    .where(and(among(vehicles.tenantId, vehicles.id, which), isNull(vehicles.removedTime)))
    .orderBy(vehicles.tenantId, inOrder(vehicles.plateNumber), vehicles.id)

/** Facilities, garbage cans among them, by name. */
export const findFacilityFacts = (tx: Tx, which: Which) =>
  tx
    .select({
      ...common(ObjectType.facility, facilities),
      name: facilities.name,
      initials: facilities.initials,
      facilityType: facilities.facilityType,
      address: facilities.address,
      lng: facilities.lng,
      lat: facilities.lat,
    })
    .from(facilities)
    .innerJoin(departments, itsDepartment(facilities))
    .leftJoin(terminals, itsTerminal(ObjectType.facility, facilities))
    .where(and(among(facilities.tenantId, facilities.id, which), isNull(facilities.removedTime)))
    .orderBy(facilities.tenantId, inOrder(facilities.name), facilities.id)

/** `isLate`: the terminal is not known yet to have been heard of then. */
type LastFix = {
  deviceId: number
  isLate: boolean
  altitude: number | null
  mileage: number | null
  live: Omit<LiveObject, 'id' | 'status'>
}

/** Time of the last fix of the device `d`. */
const lastTime = (among: SQL) => sql`(
  select time from position where tenant_id = d.tenant_id and device_id = d.id and ${isFix} and ${among} order by time desc limit 1)`

/**
 * The last fix of each device and when it was last heard. Most sent it when they were last heard: half a year of partitions is looked through for
 * the others only.
 */
export async function findLastFixes(tx: Tx, deviceIds: number[]): Promise<LastFix[]> {
  if (!deviceIds.length) return []
  const { rows } = await tx.execute<{
    device_id: number
    is_late: boolean
    seen_at: number | null
    time: number | null
    lng: number
    lat: number
    speed: number
    direction: number
    altitude: number
    status: number
    mileage: number | null
    battery: number | null
  }>(sql`
    select d.id as device_id, coalesce(p.received > d.last_seen, p.received is not null) as is_late,
           extract(epoch from greatest(d.last_seen, p.received))::float8 * 1000 as seen_at,
           extract(epoch from p.time)::float8 * 1000 as time, p.lng, p.lat, p.speed, p.direction, p.altitude, p.status, p.mileage,
           (p.additions->>'battery')::float8 as battery
    from device d
    left join lateral (
      select * from position
      where tenant_id = d.tenant_id and device_id = d.id and ${isFix}
        and time = coalesce(${lastTime(sql`time >= d.last_seen - interval '10 minutes'`)}, ${lastTime(sql`true`)})
      limit 1
    ) p on true
    where d.id = any(${sql.param(deviceIds)}::int[])`)
  return rows.map((row) => ({
    deviceId: row.device_id,
    isLate: row.is_late,
    altitude: row.altitude,
    mileage: row.mileage === null ? null : row.mileage / 10,
    live: {
      lng: row.time === null ? null : row.lng / 1e6,
      lat: row.time === null ? null : row.lat / 1e6,
      speed: row.time === null ? 0 : row.speed / 10,
      direction: row.direction ?? 0,
      acc: (row.status & 1) !== 0,
      time: row.time,
      seenAt: row.seen_at === null ? null : Math.round(row.seen_at),
      ...(row.battery !== null && row.time !== null && { readings: { battery: { value: row.battery, time: row.time } } }),
    },
  }))
}

/** Counts the violations in force of objects of a kind, by object. */
export const countViolationsInForce = (tx: Tx, objectType: ObjectType, which: Which) =>
  tx
    .select({
      tenantId: violations.tenantId,
      objectId: violations.objectId,
      alarms: sql`count(*) filter (where ${violations.severity} = ${Severity.alarm})`.mapWith(Number),
      warnings: sql`count(*) filter (where ${violations.severity} = ${Severity.warning})`.mapWith(Number),
    })
    .from(violations)
    .where(
      and(
        among(violations.tenantId, violations.objectId, which),
        eq(violations.objectType, objectType),
        isNull(violations.endTime),
      ),
    )
    .groupBy(violations.tenantId, violations.objectId)

/** Number of violations in scope that began since midnight, by kind of object. Connections run in Asia/Shanghai. */
export const countTodaysViolations = (tx: Tx, viewer: Viewer) =>
  tx
    .select({
      objectType: violations.objectType,
      violations: count(),
      pending: sql`count(*) filter (where ${violations.alarmType} = ${AlarmType.pending})`.mapWith(Number),
    })
    .from(violations)
    .where(
      and(
        eq(violations.tenantId, viewer.tenantId),
        inScope(viewer, violations.deptId),
        isNull(violations.mergedInto),
        gte(violations.createTime, sql`date_trunc('day', now())`),
      ),
    )
    .groupBy(violations.objectType)
