import type { Metric } from '@huanwei/contract/readings/codes'
import { doublePrecision, foreignKey, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
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
export const readings = pgTable('reading', { ...measured, received: instant().notNull() }, (t) => [
  primaryKey({ columns: [t.tenantId, t.deviceId, t.metric, t.channel, t.time] }),
])

/** The newest of each device, metric and channel whose clock did not run ahead. */
export const latestReadings = pgTable('reading_latest', measured, (t) => [
  primaryKey({ columns: [t.tenantId, t.deviceId, t.metric, t.channel] }),
  foreignKey({ columns: [t.deviceId], foreignColumns: [terminals.id] }).onDelete('cascade'),
])
