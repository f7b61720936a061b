import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, whole, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { page, pageQuery } from '../page.ts'
import { DataScope } from './codes.ts'

/** A role as lists and forms know it. `mayGive` is false when it gives more than the caller has: then nobody gets it from them. */
export const Role = z.object({
  roleId: z.number(),
  roleName: z.string(),
  roleCode: z.string(),
  roleDesc: z.string(),
  dsType: z.enum(DataScope),
  /** Ids of the departments of 自定义, separated by commas. Source: spec 4, S0 §7. */
  dsScope: z.string(),
  /** Number of users who have it. */
  userCount: z.number().int(),
  mayGive: z.boolean(),
  createTime: z.string(),
  ...lastChange,
  /** The user name of who did; empty where nobody of the installation did. */
  updateBy: z.string(),
})
export type Role = z.infer<typeof Role>

export const RoleDetail = Role.extend({ menuIds: z.array(z.number()) })
export type RoleDetail = z.infer<typeof RoleDetail>

/** Ids as a list or, as the family's clients send them, separated by commas. */
const ids = z.preprocess(
  (sent) => (typeof sent === 'string' ? sent.split(',').filter((one) => one.trim() !== '') : sent),
  z.array(id).max(3000),
)

const fields = {
  roleName: z.string().trim().min(1, word('enterRoleName')).max(50),
  roleCode: z
    .string()
    .trim()
    .min(1, word('enterRoleCode'))
    .max(64)
    .regex(/^[A-Za-z][A-Za-z0-9_]*$/, word('roleCodeLetters')),
  roleDesc: z.string().trim().max(200).default(''),
  dsType: whole(z.enum(DataScope).default(DataScope.below)),
  dsScope: ids.default([]),
  /** Absent: none for a new role, unchanged for an existing one. */
  menuIds: ids.optional(),
}
const RoleFields = z.object(fields)
export type RoleFields = z.output<typeof RoleFields>

export const listRoles = endpoint({
  method: 'GET',
  path: '/admin/role/page',
  access: { permission: 'sys_role_view' },
  input: pageQuery.extend({ roleName: z.string().max(64).optional(), roleCode: z.string().max(64).optional() }),
  output: page(Role),
})
/** All roles of the tenant, for choosing. */
export const getRoles = endpoint({
  method: 'GET',
  path: '/admin/role/list',
  access: 'session',
  input: nothing,
  output: z.array(Role),
})
/** Rights that the caller holds and so may grant: menu items, and the departments of their scope (null: all). */
export const getHeld = endpoint({
  method: 'GET',
  path: '/admin/role/held',
  access: 'session',
  input: nothing,
  output: z.object({
    menuIds: z.array(z.number()),
    dsType: z.enum(DataScope).nullable(),
    departments: z.array(z.number()).nullable(),
  }),
})
export const getRole = endpoint({
  method: 'GET',
  path: '/admin/role/:id',
  access: { permission: 'sys_role_view' },
  input: z.object({ id }),
  output: RoleDetail,
})
export const addRole = endpoint({
  method: 'POST',
  path: '/admin/role',
  access: { permission: 'sys_role_add' },
  input: RoleFields,
  output: RoleDetail,
})
/** 403 says what the role gives beyond what the caller has. */
export const changeRole = endpoint({
  method: 'PUT',
  path: '/admin/role',
  access: { permission: 'sys_role_edit' },
  input: RoleFields.extend({ roleId: id, ...madeFrom }),
  output: RoleDetail,
})
export const setRoleMenus = endpoint({
  method: 'PUT',
  path: '/admin/role/menu',
  access: { permission: 'sys_role_perm' },
  input: z.object({ roleId: id, menuIds: ids.default([]), ...madeFrom }),
  output: done,
})
/** Refused with 409 while somebody has it. */
export const removeRole = endpoint({
  method: 'DELETE',
  path: '/admin/role/:id',
  access: { permission: 'sys_role_del' },
  input: z.object({ id, ...madeFrom }),
  output: done,
})
