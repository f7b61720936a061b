import { menuRootId } from '@huanwei/contract/menus/codes'
import {
  addMenuItem,
  changeMenuItem,
  forgetMenus,
  getMenu,
  getMenuItem,
  getMenuTree,
  getPermissions,
  getRoleMenuIds,
  type MenuItem,
  type MenuTreeNode,
  removeMenuItem,
  sortMenuItems,
} from '@huanwei/contract/menus/endpoints'
import { type MenuFault, menuFault } from '@huanwei/contract/menus/rules'
import { isPermission, permissions } from '@huanwei/contract/permissions'
import { placeOf } from '@huanwei/contract/sort-order'
import type { TextKey } from '@huanwei/words/messages'
import type { FastifyInstance } from 'fastify'
import type { Changes } from '../../db/changes.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { mustSeeAll } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, invalid, notFound, Refused } from '../../http/refuse.ts'
import { RawJson, serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { faceOf } from './menu-labels.ts'
import { ownMenus } from './own-menus.ts'
import {
  administratorRoles,
  deleteMenu,
  findAll,
  findChildMenus,
  findHeldMenus,
  findMenu,
  findOrigins,
  findRoleMenuIds,
  insertMenu,
  isCarriedElsewhere,
  knownRoles,
  lockMenus,
  type MenuFields,
  menusAbove,
  placeMenu,
  rolesWith,
  updateMenu,
} from './queries.ts'

type Write = <T>(viewer: Viewer, work: (tx: Tx) => Promise<T>) => Promise<T>

export function menuRoutes(app: FastifyInstance, db: Database, changes: Changes) {
  const own = ownMenus(db, changes)
  /** Runs a change of the menu; who made it does not wait for the change to be heard. */
  const write: Write = async (viewer, work) => {
    const result = await db.within(viewer, work)
    own.forget(viewer)
    return result
  }
  viewRoutes(app, db, own)
  changeRoutes(app, write)
}

/** The menu of the caller, and the menu's items for those who manage them. */
function viewRoutes(app: FastifyInstance, db: Database, own: ReturnType<typeof ownMenus>) {
  serve(
    app,
    getMenu,
    async ({ parentId = menuRootId, type }, viewer, { headers }) =>
      new RawJson(await own.menuOf(viewer, languageOf(headers), { parentId, type })),
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
            ...faceOf(menu, language),
            permission: menu.code,
            code: menu.code,
            sortOrder: menu.sort,
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

  serve(app, forgetMenus, async (_, viewer) => {
    own.forget(viewer)
    return true
  })

  serve(app, getMenuItem, ({ id }, viewer) => db.within(viewer, async (tx) => itemOf(await mustFind(tx, viewer, id))))
}

function changeRoutes(app: FastifyInstance, write: Write) {
  serve(app, addMenuItem, ({ sortOrder, ...sent }, viewer) =>
    write(viewer, async (tx) => {
      mustSeeAll(viewer)
      const fields = { ...sent, sort: placeOf({ sort: sent.sort, sortOrder }) }
      await lockMenus(tx, viewer.tenantId)
      await mustBeRight(tx, viewer, fields)
      mustHold(viewer, fields.permission)
      const roleIds = fields.permission ? await rolesWith(tx, viewer.tenantId, viewer.roleIds, fields.permission) : viewer.roleIds
      // The administrator role always gets a new item too.
      const holders = new Set([...roleIds, ...(await administratorRoles(tx, viewer.tenantId))])
      return itemOf(await insertMenu(tx, viewer, fields, [...holders]))
    }),
  )

  serve(app, changeMenuItem, ({ menuId, updateTime, sortOrder, ...sent }, viewer) =>
    write(viewer, async (tx) => {
      mustSeeAll(viewer)
      await lockMenus(tx, viewer.tenantId)
      const before = await mustFind(tx, viewer, menuId)
      await mustBeCurrent(tx, viewer, before, updateTime)
      const fields = { ...sent, sort: placeOf({ sort: sent.sort, sortOrder }, before.sort) }
      if ((await menusAbove(tx, viewer.tenantId, fields.parentId)).includes(menuId)) throw conflict('menus:refusal.cycle')
      await mustBeRight(tx, viewer, fields)
      if (fields.type !== before.type && (await findChildMenus(tx, viewer.tenantId, menuId)).length) throw invalid('type')
      if (fields.permission !== before.permission) {
        mustHold(viewer, fields.permission)
        await mustStay(tx, viewer, before)
      }
      return itemOf(await updateMenu(tx, viewer, menuId, fields))
    }),
  )

  serve(app, sortMenuItems, ({ parentId, ids }, viewer) =>
    write(viewer, async (tx) => {
      mustSeeAll(viewer)
      await lockMenus(tx, viewer.tenantId)
      const [below, wanted] = [new Set(await findChildMenus(tx, viewer.tenantId, parentId)), new Set(ids)]
      const [moved, another] = wanted.difference(below)
      if (wanted.size !== ids.length || !below.isSubsetOf(wanted) || another !== undefined)
        throw conflict('menus:refusal.changed')
      if (moved !== undefined) await mustFit(tx, viewer, moved, parentId)
      for (const [i, id] of ids.entries()) await placeMenu(tx, viewer, id, { parentId, sort: i + 1 })
      return true
    }),
  )

  serve(app, removeMenuItem, ({ id, updateTime }, viewer) =>
    write(viewer, async (tx) => {
      mustSeeAll(viewer)
      await lockMenus(tx, viewer.tenantId)
      const menu = await mustFind(tx, viewer, id)
      await mustBeCurrent(tx, viewer, menu, updateTime)
      if ((await findChildMenus(tx, viewer.tenantId, id)).length) throw conflict('menus:refusal.hasChildren')
      await mustStay(tx, viewer, menu)
      await deleteMenu(tx, viewer.tenantId, id)
      return true
    }),
  )
}

function itemOf({ id, tenantId: _, ...menu }: NonNullable<Awaited<ReturnType<typeof findMenu>>>): MenuItem {
  return { ...menu, menuId: id, sortOrder: menu.sort, delFlag: '0' }
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
