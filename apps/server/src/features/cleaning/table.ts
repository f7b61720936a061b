import type { CleaningStatus, CleaningType } from '@huanwei/contract/cleaning/codes'
import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { instant, tenantId } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'

/** A request to empty, clean or repair something. Source: spec 3, section 11. */
export const cleaningReports = pgTable(
  'wc_report_to_clean',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** What people call it by: `BJ` and a number of the tenant. */
    code: text().notNull(),
    facilityId: integer(),
    facilityName: text().notNull().default(''),
    deptId: integer().notNull(),
    reporterId: integer().notNull(),
    reporter: text().notNull(),
    contact: text().notNull().default(''),
    position: text().notNull(),
    lng: doublePrecision(),
    lat: doublePrecision(),
    reportTime: instant().notNull().default(sql`now()`),
    content: text().notNull(),
    img: text().array().notNull().default([]),
    type: text().$type<CleaningType>().notNull(),
    status: smallint().$type<CleaningStatus>().notNull().default(0),
    assigneeId: integer(),
    assigneeName: text().notNull().default(''),
    vehicleId: integer(),
    assignTime: instant(),
    processTime: instant(),
    processRemark: text().notNull().default(''),
    processImg: text().array().notNull().default([]),
    /** 1 to 5. */
    score: smallint(),
    evaluation: text().notNull().default(''),
    evaluateTime: instant(),
    overTime: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.tenantId, t.code),
    // Behind the order, what pages are narrowed by: it is skipped and counted without a look at the rows.
    index().on(t.tenantId, t.status, t.reportTime, t.id, t.deptId, t.type),
    index().on(t.tenantId, t.reportTime, t.id, t.deptId, t.type, t.status),
    index('wc_report_to_clean_open').on(t.tenantId, t.reportTime, t.id, t.deptId, t.status, t.assigneeId).where(sql`status <> 4`),
    index().on(t.tenantId, t.assigneeId, t.status),
    index().on(t.tenantId, t.reporterId),
    index().on(t.tenantId, t.facilityId, t.reportTime, t.id),
    index().on(t.tenantId, t.deptId, t.reportTime, t.id),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
    foreignKey({ columns: [t.tenantId, t.facilityId], foreignColumns: [facilities.tenantId, facilities.id] }),
  ],
)

/** Who did what to a cleaning report. */
export const cleaningSteps = pgTable(
  'wc_report_to_clean_process',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    reportId: bigint({ mode: 'number' }).notNull(),
    createTime: instant().notNull().default(sql`now()`),
    userId: integer().notNull(),
    userName: text().notNull(),
    status: smallint().$type<CleaningStatus>().notNull(),
    remark: text().notNull(),
    img: text().array().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.reportId, t.id] })],
)
