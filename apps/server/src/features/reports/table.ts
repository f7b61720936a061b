import type { ExportStatus } from '@huanwei/contract/exports/codes'
import type { ObjectType } from '@huanwei/contract/objects'
import type { Every, Grouping, ReportKind, StopReason } from '@huanwei/contract/reports/codes'
import type { Language } from '@huanwei/words/languages'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import { users } from '../users/table.ts'

/** What a report and a schedule are about. */
const subject = {
  kind: text().$type<ReportKind>().notNull(),
  /** Null for a kind without rows. */
  grouping: text().$type<Grouping>(),
  deptId: integer(),
  projectId: integer(),
}

/** A report made again and again, with the rights of its owner. */
export const reportSchedules = pgTable(
  'report_schedule',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    /** Its owner. */
    userId: integer().notNull(),
    name: text().notNull(),
    ...subject,
    every: text().$type<Every>().notNull(),
    /** `HH:mm` in Asia/Shanghai. */
    time: text().notNull(),
    receiverIds: integer().array().notNull().default([]),
    language: text().$type<Language>().notNull(),
    /** Null while it is stopped. */
    nextTime: instant(),
    lastTime: instant(),
    stopReason: text().$type<StopReason>(),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.nextTime).where(sql`next_time is not null`),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
  ],
)

/** A report with its figures, made or being made. Names stand as they were then; it stays when who made it, or what it is about, is gone. */
export const reports = pgTable(
  'report_form',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    userId: integer().notNull(),
    /** Display name of who made it. */
    createBy: text().notNull(),
    scheduleId: integer(),
    name: text().notNull(),
    ...subject,
    deptName: text(),
    projectName: text(),
    objectType: text().$type<ObjectType>(),
    objectId: integer(),
    objectName: text(),
    firstDay: date({ mode: 'string' }).notNull(),
    /** The last day. */
    lastDay: date({ mode: 'string' }).notNull(),
    language: text().$type<Language>().notNull(),
    status: text().$type<ExportStatus>().notNull().default('waiting'),
    /** The departments that it is about, all in the scope of who made it; null for the whole tenant. */
    departments: integer().array(),
    /** Days worked through, and their number. */
    done: integer().notNull().default(0),
    total: integer().notNull(),
    rows: integer(),
    /** What is stored of all rows together. */
    sums: doublePrecision().array(),
    /** Worker that makes it; it loses the report when it stops updating `updateTime`. */
    worker: text(),
    /** Name of the stored sheet. */
    fileName: text(),
    /** Message for people when it failed. */
    error: text(),
    createTime: instant().notNull().default(sql`now()`),
    updateTime: instant().notNull().default(sql`now()`),
    finishTime: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.createTime, t.id),
    index().on(t.tenantId, t.userId, t.createTime),
    index('report_form_unfinished').on(t.id).where(sql`status in ('waiting', 'running')`),
  ],
)

/** One row of a report. While it is made rows have no place yet. */
export const reportRows = pgTable(
  'report_row',
  {
    tenantId: tenantId(),
    reportId: integer().notNull(),
    /** The day, the department, or type and number of the object. */
    key: text().notNull(),
    /** Order of the rows, from 1. */
    place: integer(),
    label: text().notNull().default(''),
    /** Department of an object. */
    deptName: text().notNull().default(''),
    level: smallint().notNull().default(0),
    isLeaf: boolean().notNull().default(true),
    /** By the measures of the kind, in order. */
    sums: doublePrecision().array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.reportId, t.key] }),
    unique().on(t.tenantId, t.reportId, t.place),
    foreignKey({ columns: [t.tenantId, t.reportId], foreignColumns: [reports.tenantId, reports.id] }).onDelete('cascade'),
  ],
)
