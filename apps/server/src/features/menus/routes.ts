import { MenuType, menuRootId } from '@huanwei/contract/menus/codes'
import { getMenu, type MenuNode } from '@huanwei/contract/menus/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { serve } from '../../lib/serve.ts'
import { type Language, languageOf } from '../../lib/words.ts'
import { findMenus } from './queries.ts'
import type { Labels } from './table.ts'

/** What an item is called in `language`: simplified Chinese stands in its name. */
const labelIn = (language: Language, { name, labels }: { name: string; labels: Labels }) =>
  (language === 'zh-CN' ? undefined : labels[language]) ?? name

/** Whether somebody would find a page among `nodes` or below. */
const leadSomewhere = (nodes: MenuNode[]): boolean =>
  nodes.some(({ visible, path, children }) => visible === '0' && (path !== null || leadSomewhere(children)))

export function menuRoutes(app: FastifyInstance, db: Database) {
  serve(app, getMenu, ({ parentId = menuRootId, type }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const held = await findMenus(tx, viewer.tenantId, viewer.roleIds)
      const language = languageOf(headers)
      const nodeOf = ({ labels, roles, ...menu }: (typeof held)[number]): MenuNode => ({
        ...{ ...menu, label: labelIn(language, { name: menu.name, labels }), meta: { roles }, spread: false },
        children: below(menu.id, MenuType.menu),
      })
      const below = (id: number, wanted: MenuType): MenuNode[] =>
        held.filter((menu) => menu.parentId === id && menu.type === wanted).map(nodeOf)
      if (type !== 'top') return below(parentId, MenuType.menu)
      return below(parentId, MenuType.top).flatMap((top) =>
        top.visible === '0' && leadSomewhere(top.children) ? [{ ...top, children: [] }] : [],
      )
    }),
  )
}
