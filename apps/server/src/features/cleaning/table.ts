import { type CauseKind, CleaningStatus, type CleaningType } from '@huanwei/contract/cleaning/codes'
import { sql } from 'drizzle-orm'
import {
  bigint,
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
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { deadline, instant, tenantId } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'

/** Reports that are still to be processed. */
const isCleaningOpen = sql.raw(`status < ${CleaningStatus.processed}`)
/** Those whose due time nobody was reminded of. */
export const isDueUnsaid = sql.raw(`status < ${CleaningStatus.processed} and not due_reminded`)

/** A request to empty, clean or repair something. Source: spec 3, section 11. */
export const cleaningReports = pgTable(
  'wc_report_to_clean',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Code that people quote: `BJ`, the day and a running number of the tenant. */
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
    ...deadline,
    /** True once people were reminded that it is overdue. */
    dueReminded: boolean().notNull().default(false),
    /** What it was dispatched from: the id of a violation, public event, inspection or can; null where a person reported it. */
    causeKind: text().$type<CauseKind>(),
    causeId: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.tenantId, t.code),
    // The filter columns follow the sort columns: rows are skipped and counted from the index alone.
    index().on(t.tenantId, t.status, t.reportTime, t.id, t.deptId, t.type),
    index().on(t.tenantId, t.reportTime, t.id, t.deptId, t.type, t.status),
    index('wc_report_to_clean_open').on(t.tenantId, t.reportTime, t.id, t.deptId, t.status, t.assigneeId).where(sql`status <> 4`),
    index('wc_report_to_clean_due').on(t.dueTime).where(isDueUnsaid),
    index('wc_report_to_clean_by_due').on(t.tenantId, t.dueTime, t.id, t.deptId, t.type).where(isCleaningOpen),
    index().on(t.tenantId, t.assigneeId, t.status),
    index().on(t.tenantId, t.reporterId),
    index().on(t.tenantId, t.facilityId, t.reportTime, t.id),
    index().on(t.tenantId, t.deptId, t.reportTime, t.id),
    index('wc_report_to_clean_cause').on(t.tenantId, t.causeKind, t.causeId, t.id).where(sql`cause_id is not null`),
    uniqueIndex('wc_report_to_clean_open_cause')
      .on(t.tenantId, t.causeKind, t.causeId)
      .where(sql.raw(`cause_id is not null and status <> ${CleaningStatus.over}`)),
    index('wc_report_to_clean_img').using('gin', t.img),
    index('wc_report_to_clean_process_img').using('gin', t.processImg),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
    foreignKey({ columns: [t.tenantId, t.facilityId], foreignColumns: [facilities.tenantId, facilities.id] }),
  ],
)

/** The last number used in the codes of a day. A number is never reused, even when its report is removed. */
export const cleaningCodeCounters = pgTable(
  'cleaning_code_counter',
  {
    tenantId: tenantId(),
    /** Day in Asia/Shanghai. */
    day: date({ mode: 'string' }).notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.day] })],
)

/** Steps of a cleaning report: user, time, new status and remark. */
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
  (t) => [
    primaryKey({ columns: [t.tenantId, t.reportId, t.id] }),
    index('wc_report_to_clean_process_step_img').using('gin', t.img),
  ],
)
