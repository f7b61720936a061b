import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { sql } from 'drizzle-orm'
import {
  bigint,
  doublePrecision,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { deadline, instant, tenantId } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'
import { projects } from '../projects/table.ts'
import { users } from '../users/table.ts'

/** Inspections that wait for feedback. */
const isInspectionOpen = sql.raw(`status = ${InspectionStatus.waiting}`)

/** One finding of a patrol. Source: spec 2, section 3. */
export const inspections = pgTable(
  'inspect_event',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** Time of the report. */
    createTime: instant().notNull().default(sql`now()`),
    reportPersonId: integer().notNull(),
    /** The person who must put it right. */
    responsibleId: integer().notNull(),
    /** The department whose area it is. */
    deptId: integer().notNull(),
    projectId: integer(),
    /** Kind of work looked at. */
    businessType: text().notNull(),
    eventContent: text().notNull(),
    /** Value of the dictionary `assessment_standard`. */
    assessmentStandard: text().notNull(),
    score: numeric({ precision: 5, scale: 1, mode: 'number' }).notNull(),
    remark: text().notNull().default(''),
    position: text().notNull(),
    lng: doublePrecision(),
    lat: doublePrecision(),
    /** Names of stored photos: of the report, of the last feedback. */
    img: text().array().notNull().default([]),
    treatImg: text().array().notNull().default([]),
    /** Hours allowed. */
    disposeTimeLimit: integer().notNull(),
    /** Minutes from the report to the last feedback, floored. */
    disposeTime: integer(),
    ...deadline,
    status: smallint().$type<InspectionStatus>().notNull().default(1),
    /** 1 after a return, until the next feedback. */
    ifReturn: smallint().$type<1>(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    // The filter columns follow the sort columns: rows are skipped and counted from the index alone.
    index().on(t.tenantId, t.status, t.createTime, t.id, t.deptId),
    index().on(t.tenantId, t.createTime, t.id, t.deptId, t.status),
    index().on(t.tenantId, t.deptId, t.createTime, t.id),
    index().on(t.tenantId, t.projectId, t.createTime, t.id),
    index().on(t.tenantId, t.responsibleId, t.createTime, t.id),
    index().on(t.tenantId, t.reportPersonId, t.createTime, t.id),
    index('inspect_event_returned').on(t.tenantId, t.createTime, t.id, t.deptId).where(sql`if_return = 1`),
    index('inspect_event_due').on(t.tenantId, t.dueTime, t.id, t.deptId).where(isInspectionOpen),
    index('inspect_event_img').using('gin', t.img),
    index('inspect_event_treat_img').using('gin', t.treatImg),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
    foreignKey({ columns: [t.tenantId, t.projectId], foreignColumns: [projects.tenantId, projects.id] }),
    foreignKey({ columns: [t.tenantId, t.reportPersonId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ columns: [t.tenantId, t.responsibleId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

/** Steps of an inspection: reported, feedback given, returned, closed, each with its person. */
export const inspectionSteps = pgTable(
  'inspect_event_history',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    inspectEventId: bigint({ mode: 'number' }).notNull(),
    createTime: instant().notNull().default(sql`now()`),
    userId: integer().notNull(),
    userName: text().notNull(),
    status: smallint().$type<InspectionStatus>().notNull(),
    ifReturn: smallint().$type<1>(),
    remark: text().notNull(),
    img: text().array().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.inspectEventId, t.id] }), index('inspect_event_history_img').using('gin', t.img)],
)
