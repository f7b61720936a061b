import { sql } from 'drizzle-orm'
import { type AnyPgColumn, customType, integer, text } from 'drizzle-orm/pg-core'

/**
 * A moment: `timestamptz` in the database, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai everywhere else.
 * Every connection runs in that zone, so the text that PostgreSQL prints is the text on the wire.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (stored) => stored.slice(0, 19),
})

/** When a row was last changed, and by which user name; empty where nobody of the installation did. */
export const updated = {
  updateTime: instant().notNull().default(sql`now()`),
  updateBy: text().notNull().default(''),
}

/** Times on the wire are whole seconds: each change is at least one later, so that two are never taken for one. */
export const later = (column: AnyPgColumn) => sql`greatest(now(), date_trunc('second', ${column}) + interval '1 second')`

/** Leads the key of every tenant table; row-level security compares it with the caller's tenant. */
export const tenantId = () => integer().notNull()
