import type { LiveObject } from '@huanwei/contract/live/messages'
import { ObjectType } from '@huanwei/contract/objects'
import { Severity } from '@huanwei/contract/rules/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { and, count, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'
import { terminals } from '../terminals/table.ts'
import { displayName, roleList } from '../users/queries.ts'
import { users } from '../users/table.ts'
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
  deviceId: terminals.id,
  terminalNo: terminals.terminalNo,
})
const itsDepartment = ({ tenantId, deptId }: ObjectTable) => and(eq(departments.tenantId, tenantId), eq(departments.id, deptId))
const itsTerminal = (objectType: ObjectType, { tenantId, id }: ObjectTable) =>
  and(eq(terminals.tenantId, tenantId), eq(terminals.objectType, objectType), eq(terminals.objectId, id))

/** Rows of these tenants, of all where none are named. */
const ofTenants = (column: AnyPgColumn, tenantIds: readonly number[] | undefined) => tenantIds && inArray(column, [...tenantIds])

/** Every user of the tenants who may log in, by name. */
export const findPersonFacts = (tx: Tx, tenantIds?: readonly number[]) =>
  tx
    .select({
      ...common(ObjectType.person, users),
      username: users.username,
      name: displayName(users),
      initials: users.initials,
      phone: users.phone,
      roles: roleList,
    })
    .from(users)
    .innerJoin(departments, itsDepartment(users))
    .leftJoin(terminals, itsTerminal(ObjectType.person, users))
    .where(and(ofTenants(users.tenantId, tenantIds), eq(users.lockFlag, '0')))
    .orderBy(users.tenantId, displayName(users), users.id)

/** Every vehicle of the tenants, by plate. */
export const findVehicleFacts = (tx: Tx, tenantIds?: readonly number[]) =>
  tx
    .select({
      ...common(ObjectType.vehicle, vehicles),
      plateNumber: vehicles.plateNumber,
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
    .where(and(ofTenants(vehicles.tenantId, tenantIds), isNull(vehicles.removedTime)))
    .orderBy(vehicles.tenantId, vehicles.plateNumber)

/** Every facility of the tenants, garbage cans among them, by name. */
export const findFacilityFacts = (tx: Tx, tenantIds?: readonly number[]) =>
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
    .where(and(ofTenants(facilities.tenantId, tenantIds), isNull(facilities.removedTime)))
    .orderBy(facilities.tenantId, facilities.name, facilities.id)

type LastFix = { deviceId: number; altitude: number | null; mileage: number | null; live: Omit<LiveObject, 'id' | 'status'> }

/** The last valid fix of each device and when it was last heard. Status bit 1 says that a fix is valid; a clock that runs ahead does not count. */
export async function findLastFixes(tx: Tx, deviceIds: number[]): Promise<LastFix[]> {
  if (!deviceIds.length) return []
  const { rows } = await tx.execute<{
    device_id: number
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
    select d.id as device_id, extract(epoch from greatest(d.last_seen, p.received))::float8 * 1000 as seen_at,
           extract(epoch from p.time)::float8 * 1000 as time, p.lng, p.lat, p.speed, p.direction, p.altitude, p.status, p.mileage,
           (p.additions->>'battery')::float8 as battery
    from device d
    left join lateral (
      select * from position
      where tenant_id = d.tenant_id and device_id = d.id and status & 2 <> 0 and time <= now() + interval '10 minutes'
      order by time desc limit 1
    ) p on true
    where d.id = any(${sql.param(deviceIds)}::int[])`)
  return rows.map((row) => ({
    deviceId: row.device_id,
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

/** Counts the tenants' violations in force, by object. */
export const countViolationsInForce = (tx: Tx, tenantIds?: readonly number[]) =>
  tx
    .select({
      tenantId: violations.tenantId,
      objectType: violations.objectType,
      objectId: violations.objectId,
      alarms: sql<number>`count(*) filter (where ${violations.severity} = ${Severity.alarm})`,
      warnings: sql<number>`count(*) filter (where ${violations.severity} = ${Severity.warning})`,
    })
    .from(violations)
    .where(and(ofTenants(violations.tenantId, tenantIds), isNull(violations.endTime)))
    .groupBy(violations.tenantId, violations.objectType, violations.objectId)

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
        gte(violations.createTime, sql`date_trunc('day', now())`),
      ),
    )
    .groupBy(violations.objectType)
