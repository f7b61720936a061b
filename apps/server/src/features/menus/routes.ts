import { MenuType, menuRootId } from '@huanwei/contract/menus/codes'
import {
  addMenuItem,
  changeMenuItem,
  getMenu,
  getMenuItem,
  getMenuTree,
  getPermissions,
  getRoleMenuIds,
  type MenuItem,
  type MenuNode,
  type MenuTreeNode,
  removeMenuItem,
  sortMenuItems,
} from '@huanwei/contract/menus/endpoints'
import { type MenuFault, menuFault } from '@huanwei/contract/menus/rules'
import { isPermission, permissions } from '@huanwei/contract/permissions'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, invalid, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  administratorRoles,
  deleteMenu,
  findAll,
  findChildMenus,
  findHeldMenus,
  findMenu,
  findMenus,
  findOrigins,
  findRoleMenuIds,
  insertMenu,
  isCarriedElsewhere,
  knownRoles,
  lockMenus,
  type MenuFields,
  menusAbove,
  rolesWith,
  updateMenu,
} from './queries.ts'
import type { Labels } from './table.ts'

export function menuRoutes(app: FastifyInstance, db: Database) {
  serve(app, getMenu, ({ parentId = menuRootId, type }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const held = await findMenus(tx, viewer.tenantId, viewer.roleIds)
      const language = languageOf(headers)
      const below = (id: number, wanted: MenuType): MenuNode[] =>
        held
          .filter((menu) => menu.parentId === id && menu.type === wanted)
          .map(({ code: _, ...menu }) => ({ ...nodeOf(menu, language), children: below(menu.id, MenuType.menu) }))
      if (type !== 'top') return below(parentId, MenuType.menu)
      return below(parentId, MenuType.top).flatMap((top) =>
        top.visible === '0' && leadSomewhere(top.children) ? [{ ...top, children: [] }] : [],
      )
    }),
  )

  serve(app, getMenuTree, ({ lazy = false, parentId = menuRootId }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const mayView = viewer.permissions.has('sys_menu_view')
      const all = mayView ? await findAll(tx, viewer.tenantId) : await findHeldMenus(tx, viewer.tenantId, viewer.roleIds)
      const language = languageOf(headers)
      const parents = new Set(all.map((menu) => menu.parentId))
      const below = (id: number): MenuTreeNode[] =>
        all
          .filter((menu) => menu.parentId === id)
          .map((menu) => ({
            ...nodeOf(menu, language),
            hasChildren: parents.has(menu.id),
            children: lazy ? [] : below(menu.id),
          }))
      return below(parentId)
    }),
  )

  serve(app, getRoleMenuIds, ({ roleId }, viewer) =>
    db.within(viewer, async (tx) => (await findRoleMenuIds(tx, viewer.tenantId, roleId)) ?? missing()),
  )

  serve(app, getPermissions, async (_, viewer) => permissions.filter((permission) => viewer.permissions.has(permission)).sort())

  serve(app, getMenuItem, ({ id }, viewer) => db.within(viewer, async (tx) => itemOf(await mustFind(tx, viewer, id))))

  serve(app, addMenuItem, (fields, viewer) =>
    db.within(viewer, async (tx) => {
      await lockMenus(tx, viewer.tenantId)
      await mustBeRight(tx, viewer, fields)
      mustHold(viewer, fields.permission)
      const roleIds = fields.permission ? await rolesWith(tx, viewer.tenantId, viewer.roleIds, fields.permission) : viewer.roleIds
      // The administrator role always gets a new item too.
      const holders = new Set([...roleIds, ...(await administratorRoles(tx, viewer.tenantId))])
      return itemOf(await insertMenu(tx, viewer.tenantId, fields, [...holders]))
    }),
  )

  serve(app, changeMenuItem, ({ menuId, updateTime, ...fields }, viewer) =>
    db.within(viewer, async (tx) => {
      await lockMenus(tx, viewer.tenantId)
      const before = await mustFind(tx, viewer, menuId)
      if (updateTime !== undefined && updateTime !== before.updateTime) throw conflict('menus:refusal.changed')
      if ((await menusAbove(tx, viewer.tenantId, fields.parentId)).includes(menuId)) throw conflict('menus:refusal.cycle')
      await mustBeRight(tx, viewer, fields)
      if (fields.type !== before.type && (await findChildMenus(tx, viewer.tenantId, menuId)).length) throw invalid('type')
      if (fields.permission !== before.permission) {
        mustHold(viewer, fields.permission)
        await mustStay(tx, viewer, before)
      }
      return itemOf(await updateMenu(tx, viewer.tenantId, menuId, fields))
    }),
  )

  serve(app, sortMenuItems, ({ parentId, ids }, viewer) =>
    db.within(viewer, async (tx) => {
      await lockMenus(tx, viewer.tenantId)
      const [below, wanted] = [new Set(await findChildMenus(tx, viewer.tenantId, parentId)), new Set(ids)]
      const [moved, another] = wanted.difference(below)
      if (wanted.size !== ids.length || !below.isSubsetOf(wanted) || another !== undefined)
        throw conflict('menus:refusal.changed')
      if (moved !== undefined) await mustFit(tx, viewer, moved, parentId)
      for (const [i, id] of ids.entries()) await updateMenu(tx, viewer.tenantId, id, { parentId, sort: i + 1 })
      return true
    }),
  )

  serve(app, removeMenuItem, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      await lockMenus(tx, viewer.tenantId)
      const menu = await mustFind(tx, viewer, id)
      if ((await findChildMenus(tx, viewer.tenantId, id)).length) throw conflict('menus:refusal.hasChildren')
      await mustStay(tx, viewer, menu)
      await deleteMenu(tx, viewer.tenantId, id)
      return true
    }),
  )
}

type Named = { name: string; labels: Labels }

/** Label of a menu item in `language`; its name is the simplified Chinese. */
const labelIn = (language: Language, { name, labels }: Named) => (language === 'zh-CN' ? undefined : labels[language]) ?? name

function nodeOf<M extends Named & { roles: number[] }>({ labels, roles, ...menu }: M, language: Language) {
  return { ...menu, label: labelIn(language, { name: menu.name, labels }), meta: { roles }, spread: false as const }
}

/** True when `nodes` or their descendants hold a page. */
const leadSomewhere = (nodes: MenuNode[]): boolean =>
  nodes.some(({ visible, path, children }) => visible === '0' && (path !== null || leadSomewhere(children)))

function itemOf({ id, tenantId: _, ...menu }: NonNullable<Awaited<ReturnType<typeof findMenu>>>): MenuItem {
  return { ...menu, menuId: id, delFlag: '0' }
}

function missing(): never {
  throw notFound()
}

const mustFind = async (tx: Tx, viewer: Viewer, id: number) => (await findMenu(tx, viewer.tenantId, id)) ?? missing()

const faultWords: Record<MenuFault, TextKey> = {
  parentId: 'menus:refusal.place',
  path: 'menus:refusal.path',
  permission: 'menus:refusal.permission',
}

async function mustBeRight(tx: Tx, viewer: Viewer, fields: MenuFields) {
  const parent = fields.parentId === menuRootId ? undefined : await mustFind(tx, viewer, fields.parentId)
  const fault = menuFault(fields, parent?.type, await findOrigins(tx, viewer.tenantId))
  if (fault) throw new Refused(400, faultWords[fault], {}, { field: fault })
  if ((await knownRoles(tx, viewer.tenantId, fields.roles)).length < new Set(fields.roles).size) throw invalid('roles')
}

/** True when an item can be moved below `parentId`. */
async function mustFit(tx: Tx, viewer: Viewer, id: number, parentId: number) {
  const menu = await mustFind(tx, viewer, id)
  if ((await menusAbove(tx, viewer.tenantId, parentId)).includes(id)) throw conflict('menus:refusal.cycle')
  await mustBeRight(tx, viewer, { ...menu, parentId })
}

/** A permission is handed on only by who has it. */
function mustHold(viewer: Viewer, permission: string | null) {
  if (permission === null) return
  if (!isPermission(permission) || !viewer.permissions.has(permission))
    throw new Refused(400, 'menus:refusal.permission', {}, { field: 'permission' })
}

/** The last item with a permission must stay as it is: nobody would hold the permission to bring it back. */
async function mustStay(tx: Tx, viewer: Viewer, { id, permission }: { id: number; permission: string | null }) {
  if (permission !== null && !(await isCarriedElsewhere(tx, viewer.tenantId, permission, id)))
    throw conflict('menus:refusal.permissionLast', { what: permission })
}
