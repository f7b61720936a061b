import { MenuType } from '@huanwei/contract/menus/codes'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { roleMenus } from '../roles/table.ts'
import { menus } from './table.ts'

/** The menus that any of `roleIds` holds and may see, buttons left out, by `sort`. */
export const findMenus = (tx: Tx, tenantId: number, roleIds: number[]) =>
  tx
    .selectDistinct({
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
    })
    .from(menus)
    .innerJoin(roleMenus, and(eq(roleMenus.tenantId, menus.tenantId), eq(roleMenus.menuId, menus.id)))
    .where(
      and(
        eq(menus.tenantId, tenantId),
        inArray(roleMenus.roleId, [...roleIds, 0]),
        ne(menus.type, MenuType.button),
        sql`(${menus.roles} = '{}' or ${menus.roles} && ${sql.param(roleIds)}::int[])`,
      ),
    )
    .orderBy(menus.sort, menus.id)
