import type { Parsed } from '@huanwei/contract/endpoint'
import { adminRoleCode, type DataScope } from '@huanwei/contract/roles/codes'
import type { listRoles, RoleFields } from '@huanwei/contract/roles/endpoints'
import type { Granted, Held } from '@huanwei/contract/roles/rules'
import { and, asc, count, eq, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import type { Cursor } from '../../db/keyset.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { menus } from '../menus/table.ts'
import { userRoles, users } from '../users/table.ts'
import { roleMenus, roles } from './table.ts'

const row = {
  roleId: roles.id,
  roleName: roles.roleName,
  roleCode: roles.roleCode,
  roleDesc: roles.roleDesc,
  dsType: roles.dsType,
  dsScope: roles.dsScope,
  menuIds: sql<
    number[]
  >`array(select rm.menu_id from ${roleMenus} rm where rm.tenant_id = ${roles}.tenant_id and rm.role_id = ${roles}.role_id order by 1)`,
  userCount: sql<number>`(select count(*)::int from ${userRoles} ur where ur.tenant_id = ${roles}.tenant_id and ur.role_id = ${roles}.role_id)`,
  createTime: roles.createTime,
  updateTime: roles.updateTime,
  updateBy: roles.updateBy,
}
export type RoleRow = Granted & { roleId: number; roleName: string; roleCode: string; userCount: number } & Updated
/** Time of the last change, and the user name of its author. */
type Updated = { updateTime: string; updateBy: string }

/** Serialises changes of users, roles and their permissions until the transaction ends: a checked condition still holds when it is written. */
export const lockOrganisation = (tx: Tx, tenantId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`organisation:${tenantId}`}, 0))`)

/** Permissions and scope that the viewer holds and so may grant. */
export async function findHeldRights(tx: Tx, viewer: Viewer): Promise<Held> {
  const ofViewer = and(eq(roles.tenantId, viewer.tenantId), inArray(roles.id, [...viewer.roleIds, 0]))
  const [widest] = await tx
    .select({ dsType: sql<DataScope | null>`min(${roles.dsType})::int` })
    .from(roles)
    .where(ofViewer)
  const held = await tx
    .selectDistinct({ id: roleMenus.menuId })
    .from(roleMenus)
    .where(and(eq(roleMenus.tenantId, viewer.tenantId), inArray(roleMenus.roleId, [...viewer.roleIds, 0])))
  return {
    menuIds: new Set(held.map(({ id }) => id)),
    dsType: widest?.dsType ?? null,
    departments: viewer.departments && new Set(viewer.departments),
  }
}

const find = (tx: Tx, tenantId: number, only?: SQL) =>
  tx
    .select(row)
    .from(roles)
    .where(and(eq(roles.tenantId, tenantId), only))
    .orderBy(asc(roles.id))

/** All roles of the tenant, the first made first. */
export const findRoles = (tx: Tx, tenantId: number) => find(tx, tenantId)

const list = { table: roles, id: roles.id }

type Filter = Parsed<typeof listRoles> & { after?: Cursor | undefined }

/** One page of them, with the total. */
export async function findRolePage(tx: Tx, tenantId: number, filter: Filter) {
  const where = and(
    eq(roles.tenantId, tenantId),
    contains(roles.roleName, filter.roleName),
    contains(roles.roleCode, filter.roleCode),
  )
  const { total, only } = await findPage(tx, list, filter, { tenantId, where, isAscending: true })
  return { records: await find(tx, tenantId, only), total }
}

export async function findRole(tx: Tx, tenantId: number, id: number) {
  const [found] = await find(tx, tenantId, eq(roles.id, id))
  return found
}

/** Number of people beyond the viewer's scope who have the role. */
export async function countHoldersBeyond(tx: Tx, viewer: Viewer, roleId: number) {
  const inSight = inScope(viewer, users.deptId)
  if (!inSight) return 0
  const isHolder = and(eq(userRoles.tenantId, users.tenantId), eq(userRoles.userId, users.id), eq(userRoles.roleId, roleId))
  const [beyond] = await tx
    .select({ n: count() })
    .from(users)
    .innerJoin(userRoles, isHolder)
    .where(and(eq(users.tenantId, viewer.tenantId), not(inSight), ne(users.id, viewer.userId)))
  return beyond!.n
}

type Fields = Omit<RoleFields, 'menuIds'>

export async function insertRole(tx: Tx, { tenantId, username }: Viewer, fields: Fields) {
  const [added] = await tx
    .insert(roles)
    .values({ tenantId, ...fields, updateBy: username })
    .returning({ id: roles.id })
  return added!.id
}

export async function updateRole(tx: Tx, viewer: Viewer, id: number, fields: Partial<Fields>) {
  await tx
    .update(roles)
    .set({ ...fields, ...updatedBy(roles, viewer) })
    .where(and(eq(roles.tenantId, viewer.tenantId), eq(roles.id, id)))
}

/** Makes `menuIds` all that the role holds. */
export async function setMenus(tx: Tx, tenantId: number, roleId: number, menuIds: readonly number[]) {
  await tx.delete(roleMenus).where(and(eq(roleMenus.tenantId, tenantId), eq(roleMenus.roleId, roleId)))
  if (menuIds.length) await tx.insert(roleMenus).values(menuIds.map((menuId) => ({ tenantId, roleId, menuId })))
}

export const deleteRole = (tx: Tx, tenantId: number, id: number) =>
  tx.delete(roles).where(and(eq(roles.tenantId, tenantId), eq(roles.id, id)))

/** Names of the `ids` that exist; a button is named by its permission. */
export async function menuNames(tx: Tx, tenantId: number, ids: readonly number[]) {
  if (!ids.length) return []
  const found = await tx
    .select({ name: sql<string>`coalesce(${menus.permission}, ${menus.name})` })
    .from(menus)
    .where(and(eq(menus.tenantId, tenantId), inArray(menus.id, [...ids])))
    .orderBy(menus.id)
  return found.map(({ name }) => name)
}

/** Number of the `ids` that are departments of the tenant. */
export const countDepartments = (tx: Tx, tenantId: number, ids: readonly number[]) =>
  tx.$count(departments, and(eq(departments.tenantId, tenantId), inArray(departments.id, [...ids])))

export const isAdministrator = ({ roleCode }: { roleCode: string }) => roleCode === adminRoleCode
