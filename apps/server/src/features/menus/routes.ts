import { MenuType, menuRootId } from '@huanwei/contract/menus/codes'
import { getMenu, type MenuNode } from '@huanwei/contract/menus/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { serve } from '../../lib/serve.ts'
import { findMenus } from './queries.ts'

export function menuRoutes(app: FastifyInstance, db: Database) {
  serve(app, getMenu, ({ parentId = menuRootId, type }, viewer) =>
    db.within(viewer, async (tx) => {
      const held = await findMenus(tx, viewer.tenantId, viewer.roleIds)
      const wanted = held.filter((menu) => (type === 'top' ? menu.type === MenuType.top : menu.type === MenuType.menu))
      const below = (id: number): MenuNode[] =>
        wanted
          .filter((menu) => menu.parentId === id)
          .map((menu) => ({ ...menu, label: menu.name, spread: false as const, children: below(menu.id) }))
      return below(parentId)
    }),
  )
}
