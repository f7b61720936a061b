import type { DayKind } from '@huanwei/contract/calendar/codes'
import { sql } from 'drizzle-orm'
import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

/** Days of the work calendar that differ from other days of their weekday. */
export const calendarDays = pgTable(
  'calendar_day',
  {
    tenantId: tenantId(),
    day: date().notNull(),
    kind: text().$type<DayKind>().notNull(),
    remark: text().notNull().default(''),
    ...updated,
    /** Time at which the kind was set: positions reported earlier on that day are not evaluated by it. */
    changeTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.day] })],
)
