import { DataScope } from '@huanwei/contract/roles/codes'
import { listRoles, type Role } from '@huanwei/contract/roles/endpoints'
import type { TextKey } from '@huanwei/words/messages'
import { choice, type ExportList, exportList, figure, moment, text } from '../../lib/export-list.ts'
import { findRolePage, type RoleRow } from './queries.ts'
import { roles } from './table.ts'

/** A role without what is no part of the sheet. */
type RoleLine = Omit<Role, 'mayGive' | 'dsScope'>

const scopeKeys = {
  [DataScope.all]: 'roles:scopes.all',
  [DataScope.chosen]: 'roles:scopes.chosen',
  [DataScope.below]: 'roles:scopes.below',
  [DataScope.own]: 'roles:scopes.own',
} as const satisfies Record<DataScope, TextKey>

const roleColumns = [
  text<RoleLine>('roles:name', (row) => row.roleName),
  text<RoleLine>('roles:code', (row) => row.roleCode, 24),
  choice<RoleLine>('roles:scope', (row) => scopeKeys[row.dsType]),
  figure<RoleLine>('roles:users', (row) => row.userCount),
  text<RoleLine>('roles:desc', (row) => row.roleDesc, 40),
  moment<RoleLine>('list:updateTime', (row) => row.updateTime),
]

/** Lists of this noun that can be exported. */
export const roleExports: readonly ExportList[] = [
  exportList(listRoles, 'roles:title', {
    key: { tenantId: roles.tenantId, time: roles.createTime, id: roles.id },
    idOf: ({ roleId }: RoleRow) => roleId,
    columns: roleColumns,
    find: (tx, { tenantId }, filter) => findRolePage(tx, tenantId, filter),
  }),
]
