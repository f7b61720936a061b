import type { Metric } from '@huanwei/contract/readings/codes'
import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import { facilities } from '../facilities/table.ts'

/** The IoT box that connects the sensors of a facility. */
export const boxes = pgTable(
  'iot_box',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    code: text().notNull(),
    name: text().notNull(),
    facilityId: integer().notNull(),
    model: text().notNull().default(''),
    sim: text().notNull().default(''),
    firmware: text().notNull().default(''),
    remark: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
    /** Set when removed; the row stays for its calibrations that were taken back. */
    removedTime: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('iot_box_code').on(t.tenantId, t.code).where(sql`removed_time is null`),
    uniqueIndex('iot_box_facility').on(t.tenantId, t.facilityId).where(sql`removed_time is null`),
    foreignKey({ columns: [t.tenantId, t.facilityId], foreignColumns: [facilities.tenantId, facilities.id] }),
  ],
)

/** What readings at a facility mean, from a device time on. Rows are added and taken back, never changed; readings stay what was measured. */
export const calibrations = pgTable(
  'box_calibration',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    boxId: integer().notNull(),
    /** The box's: readings are found by it. */
    facilityId: integer().notNull(),
    metric: text().$type<Metric>().notNull(),
    channel: smallint().notNull(),
    factor: doublePrecision().notNull(),
    offset: doublePrecision().notNull(),
    startTime: instant().notNull(),
    remark: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    /** Names that people had then. */
    createName: text().notNull(),
    revokeTime: instant(),
    revokeName: text().notNull().default(''),
    revokeReason: text().notNull().default(''),
    /** False until the rules have looked at the readings from `start_time` on again. */
    judged: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.boxId),
    index('box_calibration_in_force')
      .on(t.tenantId, t.facilityId, t.metric, t.channel, t.startTime, t.id)
      .where(sql`revoke_time is null`),
    index('box_calibration_to_judge').on(t.tenantId, t.facilityId).where(sql`not judged`),
    foreignKey({ columns: [t.tenantId, t.boxId], foreignColumns: [boxes.tenantId, boxes.id] }),
  ],
)
