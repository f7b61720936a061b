import type { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import type { AttendanceState } from '@huanwei/contract/attendance/codes'
import { sql } from 'drizzle-orm'
import { bigint, date, foreignKey, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'
import { users } from '../users/table.ts'

/** A change of the state of a day that somebody asked for. */
export const adjustments = pgTable(
  'abnormal_attendance_adjustment',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    createTime: instant().notNull().default(sql`now()`),
    objectId: integer().notNull(),
    deptId: integer().notNull(),
    day: date().notNull(),
    fromState: text().$type<AttendanceState>().notNull(),
    toState: text().$type<AttendanceState>().notNull(),
    reason: text().notNull(),
    /** Names of photos. */
    img: text().array().notNull().default([]),
    status: smallint().$type<AdjustmentStatus>().notNull().default(1),
    submittedBy: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.status, t.createTime, t.id, t.deptId),
    index().on(t.tenantId, t.createTime, t.id, t.deptId, t.status),
    index().on(t.tenantId, t.objectId, t.day, t.id),
    index().on(t.tenantId, t.submittedBy),
    index('abnormal_attendance_adjustment_img').using('gin', t.img),
    uniqueIndex('adjustment_waiting').on(t.tenantId, t.objectId, t.day).where(sql`status = 1`),
    foreignKey({ columns: [t.tenantId, t.objectId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ columns: [t.tenantId, t.submittedBy], foreignColumns: [users.tenantId, users.id] }),
  ],
)

/** Steps of an adjustment; `status` 1 is the submission. */
export const adjustmentSteps = pgTable(
  'abnormal_attendance_adjustment_process',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    adjustmentId: bigint({ mode: 'number' }).notNull(),
    createTime: instant().notNull().default(sql`now()`),
    userId: integer().notNull(),
    userName: text().notNull(),
    status: smallint().$type<AdjustmentStatus>().notNull(),
    reason: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.adjustmentId, t.id] }),
    foreignKey({
      name: 'adjustment_step_of',
      columns: [t.tenantId, t.adjustmentId],
      foreignColumns: [adjustments.tenantId, adjustments.id],
    }),
  ],
)
