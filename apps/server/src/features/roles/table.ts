import { sql } from 'drizzle-orm'
import { foreignKey, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import { menus } from '../menus/table.ts'

/** Permissions and data scope of a group of users: `dsType` 0 all, 1 `dsScope`, 2 own and below, 3 own. Source: spec 3, section 6. */
export const roles = pgTable(
  'sys_role',
  {
    tenantId: tenantId(),
    id: integer('role_id').generatedAlwaysAsIdentity(),
    roleName: text().notNull(),
    roleCode: text().notNull(),
    roleDesc: text().notNull().default(''),
    dsType: smallint().$type<0 | 1 | 2 | 3>().notNull().default(2),
    dsScope: integer().array().notNull().default([]),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), unique().on(t.tenantId, t.roleCode)],
)

export const roleMenus = pgTable(
  'sys_role_menu',
  { tenantId: tenantId(), roleId: integer().notNull(), menuId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.roleId, t.menuId] }),
    foreignKey({ columns: [t.tenantId, t.roleId], foreignColumns: [roles.tenantId, roles.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.menuId], foreignColumns: [menus.tenantId, menus.id] }).onDelete('cascade'),
  ],
)
