import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { departmentsBelow } from '../features/session/queries.ts'
import { Refused } from './refuse.ts'
import type { Viewer } from './serve.ts'

/** Limits a query to the viewer's departments; no condition when they may see all. An empty scope matches nothing. */
export const inScope = (viewer: Viewer, column: SQLWrapper) => amongDepartments(viewer.departments, column)

/** Whether a department is in the viewer's scope. */
export const mayUse = (viewer: Viewer, deptId: number) => viewer.departments === null || viewer.departments.includes(deptId)

/** 403 for who asks for another's messages; nobody named is oneself. Source: spec 3, section 10. */
export function mustBeRecipient({ userId }: Viewer, pushObjectId: number | undefined) {
  if (pushObjectId !== undefined && pushObjectId !== userId) throw new Refused(403, 'notRecipient', {}, 'access_denied')
}

/** The departments that a filter by `deptId` (with all below) and the viewer's scope leave; null for all. */
export async function departmentsFor(tx: Tx, viewer: Viewer, deptId: number | undefined): Promise<number[] | null> {
  if (deptId === undefined) return viewer.departments
  const below = await departmentsBelow(tx, viewer.tenantId, [deptId])
  return below.filter((one) => mayUse(viewer, one))
}

/** `column` is one of `departments`; no condition for null. */
export const amongDepartments = (departments: number[] | null, column: SQLWrapper): SQL | undefined =>
  departments === null ? undefined : departments.length ? inArray(column, departments) : sql`false`
