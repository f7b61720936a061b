import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** Who took an event back: who acts on it at the same moment is told. */
export const removals = pgTable(
  'event_removal',
  {
    tenantId: tenantId(),
    /** The table it stood in. */
    list: text().notNull(),
    id: bigint({ mode: 'number' }).notNull(),
    deptId: integer().notNull(),
    /** Whose it was wherever it stood. */
    ownerIds: integer().array().notNull(),
    userName: text().notNull(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.list, t.id] })],
)
