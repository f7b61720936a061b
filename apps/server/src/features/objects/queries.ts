import { canType } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Permission } from '@huanwei/contract/permissions'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { departmentsBelow, inScope } from '../../db/scope.ts'
import { notFound } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { facilities } from '../facilities/table.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'

type Kind = {
  table: PgTable
  tenantId: AnyPgColumn
  id: AnyPgColumn
  deptId: AnyPgColumn
  name: SQL<string>
  /** Null as long as the object is there; people leave no row. */
  removedTime?: AnyPgColumn
}

/** Tables of monitored objects, and their display names. */
const kinds: Record<ObjectType, Kind> = {
  [ObjectType.person]: {
    table: users,
    tenantId: users.tenantId,
    id: users.id,
    deptId: users.deptId,
    name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.username})`,
  },
  [ObjectType.vehicle]: {
    table: vehicles,
    tenantId: vehicles.tenantId,
    id: vehicles.id,
    deptId: vehicles.deptId,
    name: sql<string>`${vehicles.plateNumber}`,
    removedTime: vehicles.removedTime,
  },
  [ObjectType.facility]: {
    table: facilities,
    tenantId: facilities.tenantId,
    id: facilities.id,
    deptId: facilities.deptId,
    name: sql<string>`${facilities.name}`,
    removedTime: facilities.removedTime,
  },
}

const find = (tx: Tx, tenantId: number, kind: Kind, objectId: number, ...only: (SQL | undefined)[]) =>
  tx
    .select({ id: kind.id, name: kind.name })
    .from(kind.table)
    .where(and(eq(kind.tenantId, tenantId), eq(kind.id, objectId), ...only))

/** Display name of the object. Refuses with 404 when it is not in scope; removed objects keep their history. */
export async function mustSeeObject(tx: Tx, viewer: Viewer, objectType: ObjectType, objectId: number): Promise<string> {
  const kind = kinds[objectType]
  const [found] = await find(tx, viewer.tenantId, kind, objectId, inScope(viewer, kind.deptId))
  if (!found) throw notFound()
  return found.name
}

/** Returns the objects in scope; removed ones too. */
export async function objectsInScope(
  tx: Tx,
  viewer: Viewer,
  objectType: ObjectType,
  ids: readonly number[],
): Promise<Set<number>> {
  if (!ids.length) return new Set()
  const { table, tenantId, id, deptId } = kinds[objectType]
  const found = await tx
    .select({ id })
    .from(table)
    .where(and(eq(tenantId, viewer.tenantId), inArray(id, [...ids]), inScope(viewer, deptId)))
  return new Set(found.map((one) => Number(one.id)))
}

/** Department of an object that is there, and the permission to change it; undefined when it is removed. */
export async function findKeeper(tx: Tx, tenantId: number, objectType: ObjectType, objectId: number) {
  const kind = kinds[objectType]
  const isCan = objectType === ObjectType.facility ? sql<boolean>`${facilities.facilityType} = ${canType}` : sql<boolean>`false`
  const [found] = await tx
    .select({ deptId: sql<number>`${kind.deptId}`, isCan })
    .from(kind.table)
    .where(and(eq(kind.tenantId, tenantId), eq(kind.id, objectId), kind.removedTime && isNull(kind.removedTime)))
  const permission: Permission = found?.isCan ? 'admin_garbagecan_edit' : changedBy[objectType]
  return found && { deptId: found.deptId, permission }
}

const changedBy = {
  [ObjectType.person]: 'sys_user_edit',
  [ObjectType.vehicle]: 'admin_vehicle_edit',
  [ObjectType.facility]: 'admin_facility_edit',
} as const satisfies Record<ObjectType, Permission>

/** True when the object exists and is in scope; locks it until the transaction ends. */
export async function lockObject(tx: Tx, viewer: Viewer, objectType: ObjectType, objectId: number) {
  const kind = kinds[objectType]
  const isThere = kind.removedTime && isNull(kind.removedTime)
  const found = await find(tx, viewer.tenantId, kind, objectId, isThere, inScope(viewer, kind.deptId)).for('update')
  return found.length > 0
}

/**
 * The objects of a kind in scope that are there: those named and those of the departments (with all below), or every one where neither is
 * named. In an order of its own, the same each time: the first of them are a fair picture of all.
 */
export async function findObjects(
  tx: Tx,
  viewer: Viewer,
  { objectType, objectIds, deptIds }: { objectType: ObjectType; objectIds: number[]; deptIds: number[] },
) {
  const { table, tenantId, id, deptId, name, removedTime } = kinds[objectType]
  const below = await departmentsBelow(tx, viewer.tenantId, deptIds)
  const isNamed = or(inArray(id, objectIds), inArray(deptId, below))
  return tx
    .select({ id: sql<number>`${id}`, name, deptId: sql<number>`${deptId}` })
    .from(table)
    .where(
      and(
        eq(tenantId, viewer.tenantId),
        removedTime && isNull(removedTime),
        inScope(viewer, deptId),
        objectIds.length || deptIds.length ? isNamed : undefined,
      ),
    )
    .orderBy(sql`hashint4(${id})`, id)
}

/** Holds the object until the transaction ends, whoever may see it. */
export const holdObject = (tx: Tx, tenantId: number, objectType: ObjectType, objectId: number) =>
  find(tx, tenantId, kinds[objectType], objectId).for('update')

const every = Object.entries(kinds).map(
  ([type, { table, tenantId, id, deptId, name }]) =>
    sql`select ${tenantId} as tenant_id, ${type}::text as type, ${id} as id, ${deptId} as dept_id, ${name} as name from ${table}`,
)

type Placed = { tenantId: AnyPgColumn; objectType: AnyPgColumn; objectId: AnyPgColumn }

/** Condition for rows on an object in scope, which looks each object up; none for who sees all. */
export const isOnTheirs = (viewer: Viewer, on: Placed) =>
  viewer.departments === null
    ? undefined
    : or(
        ...Object.entries(kinds).map(
          ([type, { table, tenantId, id, deptId }]) => sql`(${on.objectType} = ${type} and exists (
            select from ${table} where ${tenantId} = ${on.tenantId} and ${id} = ${on.objectId} and ${inScope(viewer, deptId)} offset 0))`,
        ),
      )

/** Everything that is watched, to be joined, and its columns then. */
export const objects = sql`(${sql.join(every, sql` union all `)}) as object`
export const object = {
  tenantId: sql<number>`object.tenant_id`,
  type: sql<ObjectType>`object.type`,
  id: sql<number>`object.id`,
  deptId: sql<number>`object.dept_id`,
  name: sql<string | null>`object.name`,
}

/** The cameras of a vehicle, 0 where nobody has entered their number; undefined where there is no such vehicle. */
export async function camerasOf(tx: Tx, tenantId: number, vehicleId: number) {
  const [vehicle] = await tx.select({ cameras: vehicles.vehicleCamera }).from(vehicles).where(isVehicle(tenantId, vehicleId))
  return vehicle?.cameras
}

/** Enters the number of cameras of a vehicle where nobody has. */
export const enterCameras = (tx: Tx, tenantId: number, vehicleId: number, vehicleCamera: number) =>
  tx
    .update(vehicles)
    .set({ vehicleCamera })
    .where(and(isVehicle(tenantId, vehicleId), eq(vehicles.vehicleCamera, 0)))

const isVehicle = (tenantId: number, id: number) => and(eq(vehicles.tenantId, tenantId), eq(vehicles.id, id))
