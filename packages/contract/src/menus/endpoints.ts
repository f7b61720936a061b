import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, whole, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { sortOrderRead, sortOrderSent } from '../sort-order.ts'
import { MenuType, menuRootId } from './codes.ts'
import { isInnerPath } from './rules.ts'

/** Fields of every node of a menu tree. */
type MenuFace = {
  id: number
  parentId: number
  /** Stored name: a message key of the product's own items, else the tenant's simplified Chinese. */
  key: string
  /** Text in the caller's language, in both of the fields where the family's clients look for it. */
  name: string
  label: string
  icon: string | null
  type: MenuType
  sort: number
  keepAlive: '0' | '1'
  visible: '0' | '1'
  meta: { roles?: number[] | undefined }
  group: string[]
  query: Record<string, string>
  spread: false
}
const face = {
  id: z.number(),
  parentId: z.number(),
  key: z.string(),
  name: z.string(),
  label: z.string(),
  icon: z.string().nullable(),
  type: z.enum(MenuType),
  sort: z.number(),
  keepAlive: z.enum(['0', '1']),
  visible: z.enum(['0', '1']),
  meta: z.object({ roles: z.array(z.number()).optional() }),
  group: z.array(z.string()),
  query: z.record(z.string(), z.string()),
  spread: z.literal(false),
}

/**
 * One item of a person's menu. `visible` '0' shows it, `keepAlive` '1' keeps its page, `meta.roles` (absent: all) see it, `group` are further addresses
 * at which it is shown as active, `query` goes behind its path. A group has a path too, for clients that make a route of each item, and leads nowhere.
 */
export type MenuNode = MenuFace & { path: string; isGroup: boolean; children: MenuNode[] }
export const MenuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({ ...face, path: z.string(), isGroup: z.boolean(), children: z.array(MenuNode) }),
)

/**
 * The caller's menus as a tree, from `parentId` (a sub-system) or the root (-1), without buttons, groups that hold no page, and the first page; `type=top`
 * only the sub-systems that lead to a page, without what is below them.
 */
export const getMenu = endpoint({
  method: 'GET',
  path: '/admin/menu',
  access: 'session',
  input: z.object({ parentId: whole(z.number().int()).optional(), type: z.enum(['top']).optional() }),
  output: z.array(MenuNode),
})

/** One row of the menu as its management sees it. `name` is the simplified Chinese (or a message key), `permission` a button's. */
export const MenuItem = z.object({
  menuId: z.number(),
  parentId: z.number(),
  name: z.string(),
  labels: z.object({ 'zh-TW': z.string().optional(), 'en-US': z.string().optional() }),
  permission: z.string().nullable(),
  path: z.string().nullable(),
  icon: z.string().nullable(),
  type: z.enum(MenuType),
  sort: z.number(),
  ...sortOrderRead,
  keepAlive: z.enum(['0', '1']),
  visible: z.enum(['0', '1']),
  roles: z.array(z.number()),
  group: z.array(z.string()),
  query: z.record(z.string(), z.string()),
  createTime: z.string(),
  ...lastChange,
  delFlag: z.literal('0'),
})
export type MenuItem = z.infer<typeof MenuItem>

/** A node of the whole tree, buttons included. `path` is null for a group; `permission` and `code` are a button's. */
export type MenuTreeNode = MenuFace & {
  path: string | null
  permission: string | null
  code: string | null
  sortOrder: number
  hasChildren: boolean
  children: MenuTreeNode[]
}
const MenuTreeNode: z.ZodType<MenuTreeNode> = z.lazy(() =>
  z.object({
    ...face,
    path: z.string().nullable(),
    permission: z.string().nullable(),
    code: z.string().nullable(),
    ...sortOrderRead,
    hasChildren: z.boolean(),
    children: z.array(MenuTreeNode),
  }),
)

/** The root (-1) or an item. */
const place = whole(
  z
    .number()
    .int()
    .min(menuRootId)
    .max(2 ** 31 - 1)
    .refine((one) => one !== 0),
)
/** A language in which nothing is written has no entry. */
const label = z
  .string()
  .trim()
  .max(50)
  .transform((text) => text || undefined)
  .optional()
const orNull = (text: z.ZodString) => text.nullish().transform((given) => given || null)
const innerPath = z.string().trim().max(200).refine(isInnerPath, word('innerPath'))

const fields = {
  parentId: place.default(menuRootId),
  name: z.string().trim().min(1, word('enterMenuName')).max(50),
  labels: z.object({ 'zh-TW': label, 'en-US': label }).default({}),
  permission: orNull(z.string().trim().max(100)),
  path: orNull(z.string().trim().max(500)),
  icon: orNull(z.string().trim().max(50)),
  type: z.enum(MenuType).default(MenuType.menu),
  sort: whole(z.number().int().min(0).max(9999).default(999)),
  ...sortOrderSent,
  keepAlive: z.enum(['0', '1']).default('0'),
  visible: z.enum(['0', '1']).default('0'),
  roles: z.array(id).max(100).default([]),
  group: z.array(innerPath).max(20).default([]),
  query: z
    .record(z.string().regex(/^[\w-]{1,50}$/), z.string().max(200))
    .refine((given) => Object.keys(given).length <= 20)
    .default({}),
}

/** The menu with its buttons: all of it for who manages menus, for others what their roles hold. `lazy` is one level below `parentId`. */
export const getMenuTree = endpoint({
  method: 'GET',
  path: '/admin/menu/tree',
  access: 'session',
  input: z.object({ lazy: z.stringbool().optional(), parentId: place.optional() }),
  output: z.array(MenuTreeNode),
})
/** Ids of the items, buttons included, that a role holds. */
export const getRoleMenuIds = endpoint({
  method: 'GET',
  path: '/admin/menu/tree/:roleId',
  access: { permission: 'sys_role_view' },
  input: z.object({ roleId: id }),
  output: z.array(z.number()),
})
/** The permissions that calls of the product ask for and the caller holds: those they may make buttons of. */
export const getPermissions = endpoint({
  method: 'GET',
  path: '/admin/menu/permissions',
  access: { permission: 'sys_menu_view' },
  input: nothing,
  output: z.array(z.string()),
})
export const getMenuItem = endpoint({
  method: 'GET',
  path: '/admin/menu/:id',
  access: { permission: 'sys_menu_view' },
  input: z.object({ id }),
  output: MenuItem,
})
/** The caller's roles hold the new item; a button only those that have its permission already. */
export const addMenuItem = endpoint({
  method: 'POST',
  path: '/admin/menu',
  access: { permission: 'sys_menu_add' },
  input: z.object(fields),
  output: MenuItem,
})
export const changeMenuItem = endpoint({
  method: 'PUT',
  path: '/admin/menu',
  access: { permission: 'sys_menu_edit' },
  input: z.object({ menuId: id, ...fields, ...madeFrom }),
  output: MenuItem,
})
/** Puts the items below one parent into the order of `ids`, which names them all; one of `ids` may come from elsewhere. */
export const sortMenuItems = endpoint({
  method: 'PUT',
  path: '/admin/menu/sort',
  access: { permission: 'sys_menu_edit' },
  input: z.object({ parentId: place, ids: z.array(id).min(1).max(500) }),
  output: done,
})
/** Menus that are kept for people are read anew: a button of the family's client. Nothing is lost: a change of the menu does the same. */
export const forgetMenus = endpoint({
  method: 'DELETE',
  path: '/admin/menu/cache',
  access: { permission: 'sys_menu_del' },
  input: nothing,
  output: done,
})
/** Refused with 409 while there are items below, or when nothing else would carry the permission. */
export const removeMenuItem = endpoint({
  method: 'DELETE',
  path: '/admin/menu/:id',
  access: { permission: 'sys_menu_del' },
  input: z.object({ id, ...madeFrom }),
  output: done,
})
