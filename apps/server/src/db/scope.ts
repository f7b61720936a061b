import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { notFound, Refused } from '../http/refuse.ts'
import type { Viewer } from '../http/viewer.ts'
import type { Tx } from './connect.ts'

/** Limits a query to the viewer's departments; no condition when they may see all. An empty scope matches nothing. */
export const inScope = (viewer: Pick<Viewer, 'departments'>, column: SQLWrapper) => amongDepartments(viewer.departments, column)

/** True when a department is in the viewer's scope. */
export const mayUse = (viewer: Viewer, deptId: number) => viewer.departments === null || viewer.departments.includes(deptId)

/** Refuses with 403 who sees a part of the organisation only: the change holds for all of it. */
export function mustSeeAll({ departments }: Viewer) {
  if (departments !== null) throw new Refused(403, 'refusals:wholeOnly', {}, 'access_denied')
}

/** Refuses with 404 a department that is not there or not in sight, and with 403 the whole organisation (undefined) to who sees a part of it. */
export async function mustSeeDepartment(tx: Tx, viewer: Viewer, deptId: number | undefined) {
  if (deptId === undefined) return mustSeeAll(viewer)
  if (!mayUse(viewer, deptId) || !(await departmentsBelow(tx, viewer.tenantId, [deptId])).length) throw notFound()
}

/** The departments that both a filter by `deptId` (with all below) and the viewer's scope allow; null for all. */
export async function departmentsFor(tx: Tx, viewer: Viewer, deptId: number | undefined): Promise<number[] | null> {
  if (deptId === undefined) return viewer.departments
  const below = await departmentsBelow(tx, viewer.tenantId, [deptId])
  return below.filter((one) => mayUse(viewer, one))
}

/** `column` is one of `departments`; no condition for null. */
export const amongDepartments = (departments: number[] | null, column: SQLWrapper): SQL | undefined =>
  departments === null ? undefined : departments.length ? sql`${column} = any(${sql.param(departments)}::int[])` : sql`false`

/** `roots` and every department below them. */
export async function departmentsBelow(tx: Tx, tenantId: number, roots: number[]): Promise<number[]> {
  if (!roots.length) return []
  const { rows } = await tx.execute<{ id: number }>(sql`select departments_below(${tenantId}, ${sql.param(roots)}::int[]) as id`)
  return rows.map((row) => row.id)
}
