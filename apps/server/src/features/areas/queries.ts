import type { listAreas } from '@huanwei/contract/areas/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import { and, count, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import type { Cursor } from '../../db/keyset.ts'
import { holdRow } from '../../db/last-change.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { amongDepartments, inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { rules } from '../rules/table.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { areas, areaVehicles } from './table.ts'

const vehicleIds = sql<
  number[]
>`coalesce((select array_agg(av.vehicle_id order by av.vehicle_id) from ${areaVehicles} av join ${vehicles} v on v.tenant_id = av.tenant_id and v.id = av.vehicle_id and v.removed_time is null where av.tenant_id = ${areas.tenantId} and av.area_id = ${areas.id}), '{}')`

const select = (tx: Tx) =>
  tx
    .select({ ...getTableColumns(areas), deptName: departments.name, vehicleIds })
    .from(areas)
    .innerJoin(departments, and(eq(departments.tenantId, areas.tenantId), eq(departments.id, areas.deptId)))
    .$dynamic()

const list = { table: areas, id: areas.id }

type Filter = Parsed<typeof listAreas> & { after?: Cursor | undefined }
export type AreaRow = Awaited<ReturnType<typeof findAreas>>['records'][number]

/** One page of the areas in scope, newest first, with the total. */
export async function findAreas(tx: Tx, viewer: Viewer, filter: Filter, within: number[] | null) {
  const where = and(
    eq(areas.tenantId, viewer.tenantId),
    inScope(viewer, areas.deptId),
    amongDepartments(within, areas.deptId),
    contains(areas.name, filter.name),
  )
  const { total, only } = await findPage(tx, list, filter, { tenantId: viewer.tenantId, where })
  const records = await select(tx)
    .where(and(eq(areas.tenantId, viewer.tenantId), only))
    .orderBy(desc(areas.id))
  return { records, total }
}

export async function findArea(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await select(tx).where(and(eq(areas.tenantId, viewer.tenantId), eq(areas.id, id), inScope(viewer, areas.deptId)))
  return one
}

/** The areas in scope assigned to a vehicle of the scope, by name. */
export const findVehicleAreas = (tx: Tx, viewer: Viewer, vehicleId: number) =>
  select(tx)
    .innerJoin(areaVehicles, and(eq(areaVehicles.tenantId, areas.tenantId), eq(areaVehicles.areaId, areas.id)))
    .innerJoin(vehicles, and(eq(vehicles.tenantId, areas.tenantId), eq(vehicles.id, areaVehicles.vehicleId)))
    .where(
      and(
        eq(areas.tenantId, viewer.tenantId),
        eq(vehicles.id, vehicleId),
        isNull(vehicles.removedTime),
        inScope(viewer, vehicles.deptId),
        inScope(viewer, areas.deptId),
      ),
    )
    .orderBy(areas.name, areas.id)

/**
 * The areas in scope where a person of the scope has to be, by name; no rule for people forbids an area. A rule covers its people, the people
 * of its departments and all below, or everybody, and names its areas or means the person's own.
 */
export const findPersonAreas = (tx: Tx, viewer: Viewer, userId: number) =>
  select(tx)
    .where(
      and(
        eq(areas.tenantId, viewer.tenantId),
        inScope(viewer, areas.deptId),
        sql`${areas.id} in (
          with recursive above as (
            select ${departments.id}, ${departments.parentId}, 0 as steps from ${users} join ${departments} using (tenant_id, dept_id)
            where ${users.tenantId} = ${viewer.tenantId} and ${users.id} = ${userId} and ${inScope(viewer, users.deptId) ?? sql`true`}
            union
            select d.dept_id, d.parent_id, a.steps + 1 from ${departments} d join above a on d.dept_id = a.parent_id
            where d.tenant_id = ${viewer.tenantId}
          ), own as (
            select o.id, rank() over (order by a.steps) as nearness from above a
            join area o on o.tenant_id = ${viewer.tenantId} and o.dept_id = a.dept_id
          ), covering as (
            select r.condition from ${rules} r
            where r.tenant_id = ${viewer.tenantId} and r.object_type = ${ObjectType.person} and r.enabled and exists (select from above)
              and (cardinality(r.object_ids) + cardinality(r.dept_ids) = 0 or ${userId} = any(r.object_ids)
                or r.dept_ids && array(select dept_id from above))
          )
          select jsonb_array_elements(condition->'areaIds')::int from covering
          union
          select id from own where nearness = 1 and exists (select from covering where condition->'ownAreas' = 'true'))`,
      ),
    )
    .orderBy(areas.name, areas.id)

/** The shapes of the areas in scope. */
export const findAreaShapes = (tx: Tx, viewer: Viewer) =>
  tx
    .select({ id: areas.id, deptId: areas.deptId, shape: areas.shape })
    .from(areas)
    .where(and(eq(areas.tenantId, viewer.tenantId), inScope(viewer, areas.deptId)))
    .orderBy(areas.id)

type Fields = Pick<typeof areas.$inferInsert, 'name' | 'deptId' | 'shape' | 'remark'>

/** Holds the area as it stands until the transaction ends. */
export const holdArea = (tx: Tx, tenantId: number, id: number) => holdRow(tx, areas, tenantId, id)

export async function insertArea(tx: Tx, { tenantId, username }: Viewer, fields: Fields) {
  const [added] = await tx
    .insert(areas)
    .values({ tenantId, ...fields, updateBy: username })
    .returning({ id: areas.id })
  return added!.id
}

export const updateArea = (tx: Tx, viewer: Viewer, id: number, fields: Fields) =>
  tx
    .update(areas)
    .set({
      ...fields,
      shapeTime: sql`case when ${areas.shape} = ${JSON.stringify(fields.shape)}::jsonb then ${areas.shapeTime} else now() end`,
      ...updatedBy(areas, viewer),
    })
    .where(and(eq(areas.tenantId, viewer.tenantId), eq(areas.id, id)))

/** Counts the ids that are vehicles in the viewer's scope. */
export async function countVehicles(tx: Tx, viewer: Viewer, ids: number[]) {
  const [counted] = await tx
    .select({ n: count() })
    .from(vehicles)
    .where(
      and(
        eq(vehicles.tenantId, viewer.tenantId),
        inArray(vehicles.id, ids),
        isNull(vehicles.removedTime),
        inScope(viewer, vehicles.deptId),
      ),
    )
  return counted!.n
}

/** Replaces the vehicles of an area. */
export async function setVehicles(tx: Tx, tenantId: number, areaId: number, ids: number[]) {
  await tx.delete(areaVehicles).where(and(eq(areaVehicles.tenantId, tenantId), eq(areaVehicles.areaId, areaId)))
  if (ids.length) await tx.insert(areaVehicles).values(ids.map((vehicleId) => ({ tenantId, areaId, vehicleId })))
}

export const deleteArea = (tx: Tx, tenantId: number, id: number) =>
  tx.delete(areas).where(and(eq(areas.tenantId, tenantId), eq(areas.id, id)))
