import { sql } from 'drizzle-orm'
import { type AnyPgColumn, customType, integer, type PgColumn, text } from 'drizzle-orm/pg-core'

/**
 * A moment: `timestamptz` in the database, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai everywhere else.
 * Every connection runs in that zone, so the text that PostgreSQL prints is the text on the wire.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (stored) => stored.slice(0, 19),
})

/** Time of the last change of a row and its user name, empty for changes by no user. */
export const updated = {
  updateTime: instant().notNull().default(sql`now()`),
  updateBy: text().notNull().default(''),
}

/** Time of a change, at least one second after the last: times on the wire are whole seconds, and two changes must differ. */
export const later = (column: AnyPgColumn) => sql`greatest(now(), date_trunc('second', ${column}) + interval '1 second')`

/** What a change by a person writes into the columns of `updated`. */
export const updatedBy = (table: { updateTime: AnyPgColumn }, { username }: { username: string }) => ({
  updateTime: later(table.updateTime),
  updateBy: username,
})

/** When the last quarter of its time begins and when it is over; the trigger `deadline_set` works them out for a row that comes without them. */
export const deadline = {
  soonTime: instant().notNull().default(sql`null`),
  dueTime: instant().notNull().default(sql`null`),
}

/** Leads the key of every tenant table; row-level security compares it with the caller's tenant. */
export const tenantId = () => integer().notNull()

/** Elements of a text array joined by commas: the names of photos on the wire. */
export const asCommaList = (names: PgColumn) => sql<string>`array_to_string(${names}, ',')`
