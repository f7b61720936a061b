import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

/** Tree of companies, stations and teams; `parentId` 0 is the root. */
export const departments = pgTable(
  'sys_dept',
  {
    tenantId: tenantId(),
    id: integer('dept_id').generatedAlwaysAsIdentity(),
    parentId: integer().notNull(),
    name: text().notNull(),
    sort: integer().notNull().default(0),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), unique().on(t.tenantId, t.parentId, t.name)],
)
