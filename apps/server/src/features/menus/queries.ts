import { MenuType, type MenuType as Type } from '@huanwei/contract/menus/codes'
import { adminRoleCode } from '@huanwei/contract/roles/codes'
import { and, count, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { roleMenus, roles } from '../roles/table.ts'
import { units } from '../units/table.ts'
import { type Labels, menus } from './table.ts'

const node = {
  id: menus.id,
  parentId: menus.parentId,
  name: menus.name,
  labels: menus.labels,
  path: menus.path,
  icon: menus.icon,
  type: menus.type,
  sort: menus.sort,
  keepAlive: menus.keepAlive,
  visible: menus.visible,
  roles: menus.roles,
  group: menus.group,
  query: menus.query,
  code: menus.permission,
}

const held = (tx: Tx, tenantId: number, roleIds: number[], only?: SQL) =>
  tx
    .selectDistinct(node)
    .from(menus)
    .innerJoin(roleMenus, and(eq(roleMenus.tenantId, menus.tenantId), eq(roleMenus.menuId, menus.id)))
    .where(and(eq(menus.tenantId, tenantId), inArray(roleMenus.roleId, [...roleIds, 0]), only))
    .orderBy(menus.sort, menus.id)

/** The menus that any of `roleIds` holds and may see, buttons left out, by `sort`. */
export const findMenus = (tx: Tx, tenantId: number, roleIds: number[]) =>
  held(
    tx,
    tenantId,
    roleIds,
    and(ne(menus.type, MenuType.button), sql`(${menus.roles} = '{}' or ${menus.roles} && ${sql.param(roleIds)}::int[])`),
  )

/** Everything that any of `roleIds` holds, buttons too. */
export const findHeldMenus = (tx: Tx, tenantId: number, roleIds: number[]) => held(tx, tenantId, roleIds)

/** The tenant's whole menu. */
export const findAll = (tx: Tx, tenantId: number) =>
  tx.select(node).from(menus).where(eq(menus.tenantId, tenantId)).orderBy(menus.sort, menus.id)

export type MenuLine = Awaited<ReturnType<typeof findAll>>[number]

/** Ids of what a role holds; undefined when there is no such role. */
export async function findRoleMenuIds(tx: Tx, tenantId: number, roleId: number) {
  const [role] = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.tenantId, tenantId), eq(roles.id, roleId)))
  if (!role) return undefined
  const ids = await tx
    .select({ id: roleMenus.menuId })
    .from(roleMenus)
    .where(and(eq(roleMenus.tenantId, tenantId), eq(roleMenus.roleId, roleId)))
    .orderBy(roleMenus.menuId)
  return ids.map(({ id }) => id)
}

export async function findMenu(tx: Tx, tenantId: number, id: number) {
  const [menu] = await tx
    .select()
    .from(menus)
    .where(and(eq(menus.tenantId, tenantId), eq(menus.id, id)))
  return menu
}

/** Holds the tenant's menu as it stands until the transaction ends: two moves at once could hang each item below the other. */
export const lockMenus = (tx: Tx, tenantId: number) =>
  tx.execute(sql`select from ${menus} where ${menus.tenantId} = ${tenantId} order by ${menus.id} for update`)

/** Ids of `id` and all above it, up to the top. */
export async function menusAbove(tx: Tx, tenantId: number, id: number) {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive above as (
      select menu_id, parent_id from ${menus} where tenant_id = ${tenantId} and menu_id = ${id}
      union
      select m.menu_id, m.parent_id from ${menus} m join above a on m.menu_id = a.parent_id where m.tenant_id = ${tenantId}
    ) select menu_id as id from above`)
  return rows.map((row) => row.id)
}

/** Ids of what stands directly below. */
export async function findChildMenus(tx: Tx, tenantId: number, parentId: number) {
  const below = await tx
    .select({ id: menus.id })
    .from(menus)
    .where(and(eq(menus.tenantId, tenantId), eq(menus.parentId, parentId)))
  return below.map(({ id }) => id)
}

/** True when an item other than `id` carries the permission. */
export async function isCarriedElsewhere(tx: Tx, tenantId: number, permission: string, id: number) {
  const [others] = await tx
    .select({ n: count() })
    .from(menus)
    .where(and(eq(menus.tenantId, tenantId), eq(menus.permission, permission), ne(menus.id, id)))
  return others!.n > 0
}

/** Returns the `ids` that are roles of the tenant. */
export async function knownRoles(tx: Tx, tenantId: number, ids: number[]) {
  if (!ids.length) return []
  const known = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.tenantId, tenantId), inArray(roles.id, ids)))
  return known.map(({ id }) => id)
}

/** Returns the `roleIds` that hold the permission. */
export async function rolesWith(tx: Tx, tenantId: number, roleIds: number[], permission: string) {
  if (!roleIds.length) return []
  const found = await tx
    .selectDistinct({ id: roleMenus.roleId })
    .from(roleMenus)
    .innerJoin(menus, and(eq(menus.tenantId, roleMenus.tenantId), eq(menus.id, roleMenus.menuId)))
    .where(and(eq(roleMenus.tenantId, tenantId), inArray(roleMenus.roleId, roleIds), eq(menus.permission, permission)))
  return found.map(({ id }) => id)
}

/** The role of the tenant's administrator, who has everything. */
export async function administratorRoles(tx: Tx, tenantId: number) {
  const found = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.tenantId, tenantId), eq(roles.roleCode, adminRoleCode)))
  return found.map(({ id }) => id)
}

/** Origins that the tenant's links may lead to. */
export async function findOrigins(tx: Tx, tenantId: number) {
  const [unit] = await tx.select({ origins: units.frameOrigins }).from(units).where(eq(units.tenantId, tenantId))
  return unit?.origins ?? []
}

export type MenuFields = {
  parentId: number
  name: string
  labels: Labels
  permission: string | null
  path: string | null
  icon: string | null
  type: Type
  sort: number
  keepAlive: '0' | '1'
  visible: '0' | '1'
  roles: number[]
  group: string[]
  query: Record<string, string>
}

/** Adds an item and gives it to `roleIds`. */
export async function insertMenu(tx: Tx, { tenantId, username }: Viewer, fields: MenuFields, roleIds: number[]) {
  const [added] = await tx
    .insert(menus)
    .values({ tenantId, ...fields, updateBy: username })
    .returning()
  if (roleIds.length) await tx.insert(roleMenus).values(roleIds.map((roleId) => ({ tenantId, roleId, menuId: added!.id })))
  return added!
}

export async function updateMenu(tx: Tx, viewer: Viewer, id: number, fields: MenuFields) {
  const [changed] = await tx
    .update(menus)
    .set({ ...fields, ...updatedBy(menus, viewer) })
    .where(and(eq(menus.tenantId, viewer.tenantId), eq(menus.id, id)))
    .returning()
  return changed!
}

/** Puts an item in its place; one that is there already is left as it is. */
export const placeMenu = (tx: Tx, viewer: Viewer, id: number, { parentId, sort }: Pick<MenuFields, 'parentId' | 'sort'>) =>
  tx
    .update(menus)
    .set({ parentId, sort, ...updatedBy(menus, viewer) })
    .where(and(eq(menus.tenantId, viewer.tenantId), eq(menus.id, id), or(ne(menus.parentId, parentId), ne(menus.sort, sort))))

/** Deletes an item; roles lose its permission with it. */
export const deleteMenu = (tx: Tx, tenantId: number, id: number) =>
  tx.delete(menus).where(and(eq(menus.tenantId, tenantId), eq(menus.id, id)))
