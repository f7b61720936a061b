import { customType, integer } from 'drizzle-orm/pg-core'

/**
 * A moment: `timestamptz` in the database, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai everywhere else.
 * Every connection runs in that zone, so the text that PostgreSQL prints is the text on the wire.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (stored) => stored.slice(0, 19),
})

/** Leads the key of every tenant table; row-level security compares it with the caller's tenant. */
export const tenantId = () => integer().notNull()
