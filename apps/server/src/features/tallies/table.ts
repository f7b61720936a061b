import { date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { tenantId } from '../../db/columns.ts'

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
