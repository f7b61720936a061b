import type { listAreas } from '@huanwei/contract/areas/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import { and, count, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../lib/contains.ts'
import { amongDepartments, inScope } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { departments } from '../departments/table.ts'
import { rules } from '../rules/table.ts'
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

type Filter = Parsed<typeof listAreas>

/** One page of the areas in scope, newest first, with the total. */
export async function findAreas(tx: Tx, viewer: Viewer, filter: Filter, within: number[] | null) {
  const where = and(
    eq(areas.tenantId, viewer.tenantId),
    inScope(viewer, areas.deptId),
    amongDepartments(within, areas.deptId),
    contains(areas.name, filter.name),
  )
  const records = await select(tx)
    .where(where)
    .orderBy(desc(areas.id))
    .limit(filter.size)
    .offset((filter.current - 1) * filter.size)
  const [totals] = await tx.select({ total: count() }).from(areas).where(where)
  return { records, total: totals!.total }
}

export async function findArea(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await select(tx).where(and(eq(areas.tenantId, viewer.tenantId), eq(areas.id, id), inScope(viewer, areas.deptId)))
  return one
}

/** The areas in scope that a vehicle of the scope works in, by name. */
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

type Fields = Pick<typeof areas.$inferInsert, 'name' | 'deptId' | 'shape' | 'remark'>

export async function insertArea(tx: Tx, tenantId: number, fields: Fields) {
  const [added] = await tx
    .insert(areas)
    .values({ tenantId, ...fields })
    .returning({ id: areas.id })
  return added!.id
}

export const updateArea = (tx: Tx, tenantId: number, id: number, fields: Fields) =>
  tx
    .update(areas)
    .set({
      ...fields,
      shapeTime: sql`case when ${areas.shape} = ${JSON.stringify(fields.shape)}::jsonb then ${areas.shapeTime} else now() end`,
    })
    .where(and(eq(areas.tenantId, tenantId), eq(areas.id, id)))

/** How many of `ids` are vehicles in the viewer's scope. */
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

/** Makes `vehicles` the ones that work in the area. */
export async function setVehicles(tx: Tx, tenantId: number, areaId: number, ids: number[]) {
  await tx.delete(areaVehicles).where(and(eq(areaVehicles.tenantId, tenantId), eq(areaVehicles.areaId, areaId)))
  if (ids.length) await tx.insert(areaVehicles).values(ids.map((vehicleId) => ({ tenantId, areaId, vehicleId })))
}

/** Name of a rule that uses the area. */
export async function ruleUsing(tx: Tx, tenantId: number, areaId: number) {
  const [rule] = await tx
    .select({ name: rules.name })
    .from(rules)
    .where(
      and(
        eq(rules.tenantId, tenantId),
        sql`${rules.condition}->>'kind' = ${ConditionKind.outOfArea}`,
        sql`${rules.condition}->'areaIds' @> ${JSON.stringify([areaId])}::jsonb`,
      ),
    )
    .limit(1)
  return rule?.name
}

export const deleteArea = (tx: Tx, tenantId: number, id: number) =>
  tx.delete(areas).where(and(eq(areas.tenantId, tenantId), eq(areas.id, id)))
