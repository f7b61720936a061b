import type { Change, ChangeTable } from '../db/changes.ts'
import type { Viewer } from './viewer.ts'

/** Tables that decide who a token is, what they may do and what they see. */
export const viewerTables = [
  'sys_token',
  'sys_token_lock',
  'sys_tenant',
  'sys_user',
  'sys_user_role',
  'sys_role',
  'sys_role_menu',
  'sys_menu',
  'sys_dept',
] as const satisfies ChangeTable[]

/** The tables of them that determine permissions and the menu. */
export const rightsTables: readonly ChangeTable[] = ['sys_user_role', 'sys_role', 'sys_role_menu', 'sys_menu']

/** True when a change of one of `viewerTables` may make a viewer another. */
export function concerns({ table, tenantId, userId, id }: Change, viewer: Viewer): boolean {
  if (tenantId !== undefined && tenantId !== viewer.tenantId) return false
  if (userId !== undefined && userId !== viewer.userId) return false
  const isOfRole = table === 'sys_role' || table === 'sys_role_menu'
  if (isOfRole && id !== undefined && !viewer.roleIds.includes(id)) return false
  // A viewer of the whole tenant also sees every new department.
  return table !== 'sys_dept' || viewer.departments !== null
}
