import { sql } from 'drizzle-orm'
import { foreignKey, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'
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
    phone: text(),
    avatar: text(),
    deptId: integer().notNull(),
    /** '0' ok, '9' locked. */
    lockFlag: text().$type<'0' | '9'>().notNull().default('0'),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.tenantId, t.username),
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
