import type { MapView } from '@huanwei/contract/sites/endpoints'
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'
import { roles } from '../roles/table.ts'

export const users = pgTable(
  'sys_user',
  {
    tenantId: tenantId(),
    id: integer('user_id').generatedAlwaysAsIdentity(),
    username: text().notNull(),
    /** Argon2id. */
    password: text().notNull(),
    /** Name; may be empty. */
    name: text().notNull().default(''),
    /** Pinyin initials of the name and the user name, for searching. */
    initials: text().notNull().default(''),
    /** '0' male, '1' female, '2' not said. Source: spec 1, section 3. */
    gender: text().$type<'0' | '1' | '2'>().notNull().default('2'),
    phone: text(),
    avatar: text(),
    intercomAccount: text().notNull().default(''),
    deptId: integer().notNull(),
    /** '0' ok, '9' locked. */
    lockFlag: text().$type<'0' | '9'>().notNull().default('0'),
    /** Preferences of the screen: theme, colour, what is shown. Shape: the contract's `Preferences`. */
    preferences: jsonb().$type<unknown>().notNull().default({}),
    /** The user's last view of the live map. */
    mapView: jsonb().$type<MapView>(),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.tenantId, t.username),
    index('sys_user_lower_name').on(t.tenantId, sql`lower(${t.username})`),
    // Ascending and read backwards: what drizzle calls desc puts NULLs last, which no `order by … desc` can use.
    index().on(t.tenantId, t.createTime, t.id),
    index().on(t.tenantId, t.deptId),
    // People log in with them.
    uniqueIndex('sys_user_phone').on(t.tenantId, t.phone).where(sql`phone <> ''`),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
  ],
)

export const userRoles = pgTable(
  'sys_user_role',
  { tenantId: tenantId(), userId: integer().notNull(), roleId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.roleId] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.roleId], foreignColumns: [roles.tenantId, roles.id] }).onDelete('cascade'),
  ],
)
