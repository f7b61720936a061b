import type { LiveVehicle } from '@huanwei/contract/live/messages'
import { ObjectType } from '@huanwei/contract/objects'
import { Severity } from '@huanwei/contract/rules/codes'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { departments } from '../departments/table.ts'
import { dictionaryItems } from '../dictionaries/table.ts'
import { devices } from '../terminals/table.ts'
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
export type VehicleFacts = Awaited<ReturnType<typeof findFacts>>[number]

/** Every vehicle of every tenant with what trees and cards say about it. */
export const findFacts = (tx: Tx) =>
  tx
    .select({
      tenantId: vehicles.tenantId,
      id: vehicles.id,
      deptId: vehicles.deptId,
      deptName: departments.name,
      plateNumber: vehicles.plateNumber,
      name: vehicles.name,
      initials: vehicles.initials,
      vehicleType: vehicles.vehicleType,
      vehicleTypeName: sql<string>`coalesce(${dictionaryItems.label}, ${vehicles.vehicleType})`,
      vehicleFunction: vehicles.vehicleFunction,
      vehicleCamera: vehicles.vehicleCamera,
      driverName: vehicles.driverName,
      driverPhone: vehicles.driverPhone,
      deviceId: devices.id,
      terminalNo: devices.terminalNo,
    })
    .from(vehicles)
    .innerJoin(departments, and(eq(departments.tenantId, vehicles.tenantId), eq(departments.id, vehicles.deptId)))
    .leftJoin(
      devices,
      and(eq(devices.tenantId, vehicles.tenantId), eq(devices.objectType, ObjectType.vehicle), eq(devices.objectId, vehicles.id)),
    )
    .leftJoin(
      dictionaryItems,
      and(
        eq(dictionaryItems.tenantId, vehicles.tenantId),
        eq(dictionaryItems.type, 'vehicle_type'),
        eq(dictionaryItems.value, vehicles.vehicleType),
      ),
    )
    .where(isNull(vehicles.removedTime))
    .orderBy(vehicles.tenantId, vehicles.plateNumber)

type LastFix = { deviceId: number; altitude: number | null; mileage: number | null; live: Omit<LiveVehicle, 'id' | 'status'> }

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
  }>(sql`
    select d.id as device_id, extract(epoch from greatest(d.last_seen, p.received))::float8 * 1000 as seen_at,
           extract(epoch from p.time)::float8 * 1000 as time, p.lng, p.lat, p.speed, p.direction, p.altitude, p.status, p.mileage
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
    },
  }))
}

/** How many violations are in force, by vehicle. */
export const findInForce = (tx: Tx) =>
  tx
    .select({
      tenantId: violations.tenantId,
      objectId: violations.objectId,
      alarms: sql<number>`count(*) filter (where ${violations.severity} = ${Severity.alarm})`,
      warnings: sql<number>`count(*) filter (where ${violations.severity} = ${Severity.warning})`,
    })
    .from(violations)
    .where(and(eq(violations.objectType, ObjectType.vehicle), isNull(violations.endTime)))
    .groupBy(violations.tenantId, violations.objectId)
