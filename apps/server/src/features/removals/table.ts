import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** Removed events with the user who removed them, so that somebody who acts on one at the same moment is told. */
export const removals = pgTable(
  'event_removal',
  {
    tenantId: tenantId(),
    /** The table it stood in. */
    list: text().notNull(),
    id: bigint({ mode: 'number' }).notNull(),
    deptId: integer().notNull(),
    /** Users it belonged to: they are told whatever their scope. */
    ownerIds: integer().array().notNull(),
    userName: text().notNull(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.list, t.id] })],
)
