import { sql } from 'drizzle-orm'
import { customType, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** Number of events per list, month, department, state and kind; kept by triggers, so that a pager's total needs no scan. */
export const eventTallies = pgTable(
  'event_tally',
  {
    tenantId: tenantId(),
    /** The table whose rows are counted. */
    list: text().notNull(),
    /** First day of the month, in Asia/Shanghai. */
    month: date().notNull(),
    deptId: integer().notNull(),
    /** Tab of the list: an `InspectionTab` for inspections, else the event's own status. */
    status: smallint().notNull(),
    /** `ComplaintType` of public events, `CleaningType` of cleaning reports; 0 in other lists. */
    kind: smallint().notNull(),
    total: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.list, t.month, t.deptId, t.status, t.kind] })],
)

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Marks of changes: triggers note which rows of a list a transaction changed, so that what is known of the list can be corrected. */
export const listChanges = pgTable(
  'list_change',
  {
    /** 0 for rows of no tenant. */
    tenantId: tenantId(),
    /** The table of the list. */
    list: text().notNull(),
    /** The rows whose ids are this one but for their lowest 11 bits. */
    block: integer().notNull(),
    xid: transactionId().notNull().default(sql`pg_current_xact_id()`),
    time: instant().notNull().default(sql`now()`),
  },
  (t) => [index().on(t.tenantId, t.list, t.xid), index().on(t.time)],
)
