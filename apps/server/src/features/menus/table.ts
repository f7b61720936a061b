import type { MenuType } from '@huanwei/contract/menus/codes'
import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

/** Names in the languages other than the default. */
export type Labels = { 'zh-TW'?: string; 'en-US'?: string }

/** Pages and the permissions inside them (buttons). The root's `parentId` is -1. */
export const menus = pgTable(
  'sys_menu',
  {
    tenantId: tenantId(),
    id: integer('menu_id').generatedAlwaysAsIdentity(),
    parentId: integer().notNull(),
    /** A message key (`item.<name>` on screen) of a page that the product has, else words of the tenant's own. */
    name: text().notNull(),
    labels: jsonb().$type<Labels>().notNull().default({}),
    permission: text(),
    path: text(),
    icon: text(),
    sort: integer().notNull().default(1),
    type: text().$type<MenuType>().notNull(),
    keepAlive: text().$type<'0' | '1'>().notNull().default('0'),
    visible: text().$type<'0' | '1'>().notNull().default('0'),
    /** Ids of the roles that see it, all when empty. Source: spec 1, section 2.5. */
    roles: integer().array().notNull().default([]),
    /** Further addresses at which it is shown as active. */
    group: text('active_at').array().notNull().default([]),
    /** Query string of its address. */
    query: jsonb().$type<Record<string, string>>().notNull().default({}),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)
