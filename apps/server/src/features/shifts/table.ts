import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

/** Hours with a name, which rules share. */
export const shifts = pgTable(
  'shift',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** `HH:mm` in Asia/Shanghai. */
    start: text().notNull(),
    end: text().notNull(),
    weekdays: smallint().array().notNull(),
    ...updated,
    /** Time of the last change of the hours: earlier reports are not evaluated by them. */
    changeTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), unique().on(t.tenantId, t.name)],
)
