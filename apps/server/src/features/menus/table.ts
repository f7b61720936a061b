import type { MenuType } from '@huanwei/contract/menus/endpoints'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { tenantId } from '../../db/columns.ts'

/** Pages and the permissions inside them (buttons). The root's `parentId` is -1. */
export const menus = pgTable(
  'sys_menu',
  {
    tenantId: tenantId(),
    id: integer('menu_id').generatedAlwaysAsIdentity(),
    parentId: integer().notNull(),
    /** A message key, `menu.<name>` on screen. */
    name: text().notNull(),
    permission: text(),
    path: text(),
    icon: text(),
    sort: integer().notNull().default(1),
    type: text().$type<MenuType>().notNull(),
    keepAlive: text().$type<'0' | '1'>().notNull().default('0'),
    visible: text().$type<'0' | '1'>().notNull().default('0'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)
