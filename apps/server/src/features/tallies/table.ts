import { date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { tenantId } from '../../db/columns.ts'

/** How many events there are per list, month, department, state and kind; kept by triggers, so that a pager's total costs nothing. */
export const eventTallies = pgTable(
  'event_tally',
  {
    tenantId: tenantId(),
    /** The table whose rows are counted. */
    list: text().notNull(),
    /** Its first day, in Asia/Shanghai. */
    month: date().notNull(),
    deptId: integer().notNull(),
    /** The tab it stands under: of inspections an `InspectionTab`, else the event's own status. */
    status: smallint().notNull(),
    /** Of public events the `ComplaintType`, of cleaning reports the `CleaningType`; elsewhere 0. */
    kind: smallint().notNull(),
    total: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.list, t.month, t.deptId, t.status, t.kind] })],
)
