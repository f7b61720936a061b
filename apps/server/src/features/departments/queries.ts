import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { areas } from '../areas/table.ts'
import { roles } from '../roles/table.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { departments } from './table.ts'

const row = {
  deptId: departments.id,
  parentId: departments.parentId,
  name: departments.name,
  sort: departments.sort,
  sortOrder: departments.sort,
  createTime: departments.createTime,
  updateTime: departments.updateTime,
  updateBy: departments.updateBy,
}

/** Departments in the viewer's scope, by `sort`. */
export const findDepartments = (tx: Tx, viewer: Viewer) =>
  tx
    .select(row)
    .from(departments)
    .where(and(eq(departments.tenantId, viewer.tenantId), inScope(viewer, departments.id)))
    .orderBy(departments.sort, departments.id)

/** The same with the numbers of people and vehicles directly in each. */
export const findDepartmentRows = (tx: Tx, viewer: Viewer) =>
  tx
    .select({
      ...row,
      users: sql<number>`(select count(*)::int from ${users} u where u.tenant_id = ${departments}.tenant_id and u.dept_id = ${departments}.dept_id)`,
      vehicles: sql<number>`(select count(*)::int from ${vehicles} v where v.tenant_id = ${departments}.tenant_id and v.dept_id = ${departments}.dept_id and v.removed_time is null)`,
    })
    .from(departments)
    .where(and(eq(departments.tenantId, viewer.tenantId), inScope(viewer, departments.id)))
    .orderBy(departments.sort, departments.id)

export async function findDepartment(tx: Tx, viewer: Viewer, id: number) {
  const [one] = await tx
    .select(row)
    .from(departments)
    .where(and(eq(departments.tenantId, viewer.tenantId), eq(departments.id, id), inScope(viewer, departments.id)))
  return one
}

/** The first department in scope with this name. */
export async function findDepartmentByName(tx: Tx, viewer: Viewer, name: string) {
  const [one] = await tx
    .select(row)
    .from(departments)
    .where(and(eq(departments.tenantId, viewer.tenantId), eq(departments.name, name), inScope(viewer, departments.id)))
    .orderBy(departments.id)
    .limit(1)
  return one
}

/** Locks the tenant's departments until the transaction ends: two moves at once could place each below the other. */
export const lockDepartments = (tx: Tx, tenantId: number) =>
  tx.execute(sql`select from ${departments} where ${departments.tenantId} = ${tenantId} order by ${departments.id} for update`)

type Fields = { parentId: number; name: string; sort: number }

export async function insertDepartment(tx: Tx, { tenantId, username }: Viewer, fields: Fields) {
  const [added] = await tx
    .insert(departments)
    .values({ tenantId, ...fields, updateBy: username })
    .returning(row)
  return added!
}

export async function updateDepartment(tx: Tx, viewer: Viewer, id: number, fields: Fields) {
  const [changed] = await tx
    .update(departments)
    .set({ ...fields, ...updatedBy(departments, viewer) })
    .where(and(eq(departments.tenantId, viewer.tenantId), eq(departments.id, id)))
    .returning(row)
  return changed!
}

/** True when a user, vehicle or area belongs to one of `ids`; removed vehicles count, because their history names the department. */
export async function isInUse(tx: Tx, tenantId: number, ids: number[]) {
  for (const table of [users, vehicles, areas]) {
    const [use] = await tx
      .select({ n: count() })
      .from(table)
      .where(and(eq(table.tenantId, tenantId), inArray(table.deptId, ids)))
    if (use!.n > 0) return true
  }
  return false
}

/** Deletes departments, also from the data scopes that name them. */
export async function deleteDepartments(tx: Tx, viewer: Viewer, ids: number[]) {
  const { tenantId } = viewer
  const gone = sql`${sql.param(ids)}::int[]`
  await tx
    .update(roles)
    .set({
      dsScope: sql`array(select unnest(${roles.dsScope}) except select unnest(${gone}) order by 1)`,
      ...updatedBy(roles, viewer),
    })
    .where(and(eq(roles.tenantId, tenantId), sql`${roles.dsScope} && ${gone}`))
  await tx.delete(departments).where(and(eq(departments.tenantId, tenantId), inArray(departments.id, ids)))
}

/** Ids of the departments directly below `parentId` (0: the roots). */
export async function findChildDepartments(tx: Tx, tenantId: number, parentId: number) {
  const below = await tx
    .select({ id: departments.id })
    .from(departments)
    .where(and(eq(departments.tenantId, tenantId), eq(departments.parentId, parentId)))
  return below.map(({ id }) => id)
}

/** Sets `sort` to 1, 2, 3 … in the order of `ids`. */
export const setOrder = (tx: Tx, viewer: Viewer, ids: number[]) => {
  const sort = sql`array_position(${sql.param(ids)}::int[], ${departments.id})`
  return tx
    .update(departments)
    .set({ sort, ...updatedBy(departments, viewer) })
    .where(and(eq(departments.tenantId, viewer.tenantId), inArray(departments.id, ids), ne(departments.sort, sort)))
}
