import type { AttendanceState, ClockKind } from '@huanwei/contract/attendance/codes'
import type { Grace, ShiftSpan } from '@huanwei/contract/attendance/rules'
import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'
import { users } from '../users/table.ts'

/** What was expected of a day when it was first worked out: later changes of rules and shifts are for later days. */
export type DayBasis = { spans: readonly ShiftSpan[]; grace: Grace }

/** A day of a person as it was worked out. */
export const attendanceDays = pgTable(
  'attendance_day',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    userId: integer().notNull(),
    /** The person's department when the day was first worked out. */
    deptId: integer().notNull(),
    day: date().notNull(),
    /** Beginning of the day. */
    dayTime: instant().notNull(),
    shiftName: text().notNull().default(''),
    expectedIn: instant(),
    expectedOut: instant(),
    actualIn: instant(),
    actualOut: instant(),
    /** Degrees, WGS-84. */
    inLng: doublePrecision(),
    inLat: doublePrecision(),
    outLng: doublePrecision(),
    outLat: doublePrecision(),
    lateMinutes: integer().notNull().default(0),
    earlyMinutes: integer().notNull().default(0),
    /** By what was seen. */
    workedState: text().$type<AttendanceState>().notNull(),
    /** By the last approved adjustment. */
    adjustedState: text().$type<AttendanceState>(),
    /** As it counts. */
    state: text().$type<AttendanceState>().notNull(),
    basis: jsonb().$type<DayBasis>().notNull(),
    workedTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('attendance_day_of_person').on(t.tenantId, t.userId, t.day),
    index().on(t.tenantId, t.dayTime, t.id, t.deptId, t.state),
    index().on(t.tenantId, t.deptId, t.dayTime, t.id, t.state),
    index().on(t.tenantId, t.state, t.dayTime, t.id, t.deptId),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

/** Days of a person in a month by state; a trigger keeps it equal to a count. */
export const attendanceMonths = pgTable(
  'attendance_month',
  {
    tenantId: tenantId(),
    userId: integer().notNull(),
    /** The first day. */
    month: date().notNull(),
    deptId: integer().notNull(),
    normal: integer().notNull(),
    late: integer().notNull(),
    early: integer().notNull(),
    absent: integer().notNull(),
    leave: integer().notNull(),
    rest: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId, t.month] }), index().on(t.tenantId, t.month, t.deptId, t.userId)],
)

/** Days that are to be worked out again; rows are only added, so that no writer waits for another. */
export const attendanceTouches = pgTable(
  'attendance_touch',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    userId: integer().notNull(),
    day: date().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)

/** Clockings on the phone. */
export const clockings = pgTable(
  'attendance_clock',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    userId: integer().notNull(),
    time: instant().notNull().default(sql`now()`),
    kind: text().$type<ClockKind>().notNull(),
    lng: doublePrecision().notNull(),
    lat: doublePrecision().notNull(),
    /** m */
    accuracy: real(),
    areaName: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.userId, t.time),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)
