import type { Metric } from '@huanwei/contract/readings/codes'
import { sql } from 'drizzle-orm'
import { doublePrecision, foreignKey, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'
import { terminals } from '../terminals/table.ts'

const measured = {
  tenantId: tenantId(),
  deviceId: integer().notNull(),
  metric: text().$type<Metric>().notNull(),
  /** Number of the cubicle or probe, 0 where there is one only. */
  channel: smallint().notNull(),
  /** Device time. */
  time: instant().notNull(),
  value: doublePrecision().notNull(),
}

/** Everything sensors measured, partitioned by day of `time`. The key makes a reading that comes twice one row. */
export const readings = pgTable(
  'reading',
  {
    ...measured,
    received: instant().notNull(),
    /** Of a collection: the facility at which it was weighed, and the vehicle that took it. */
    facilityId: integer(),
    vehicleId: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.deviceId, t.metric, t.channel, t.time] }),
    index('reading_time').using('brin', t.time).with({ pages_per_range: 64, autosummarize: true }),
    index('reading_collected').on(t.tenantId, t.facilityId, t.time).where(sql`facility_id is not null`),
  ],
)

/** The newest of each device, metric and channel whose clock did not run ahead. */
export const latestReadings = pgTable('reading_latest', measured, (t) => [
  primaryKey({ columns: [t.tenantId, t.deviceId, t.metric, t.channel] }),
  foreignKey({ columns: [t.deviceId], foreignColumns: [terminals.id] }).onDelete('cascade'),
])
