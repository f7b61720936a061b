import { ApprovalStatus, type Half } from '@huanwei/contract/approvals/codes'
import { sql } from 'drizzle-orm'
import { bigint, date, foreignKey, index, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { deadline, instant, tenantId } from '../../db/columns.ts'
import { users } from '../users/table.ts'

/** Applications that wait for a decision. */
const isApprovalOpen = sql.raw(`status = ${ApprovalStatus.pending}`)

/** An application for leave or an outing. Source: spec 2, section 3. */
export const approvals = pgTable(
  'apply_for_record',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    createTime: instant().notNull().default(sql`now()`),
    /** The person who is to be away, and their department at that time. */
    objectId: integer().notNull(),
    deptId: integer().notNull(),
    /** The person who applied: the applicant or a proxy. */
    submittedBy: integer().notNull(),
    /** Value of the dictionary `leave_type`. */
    type: smallint().notNull(),
    firstDay: date().notNull(),
    firstHalf: text().$type<Half>().notNull(),
    lastDay: date().notNull(),
    lastHalf: text().$type<Half>().notNull(),
    /** Days, in steps of 0.5. */
    fate: numeric({ precision: 6, scale: 1, mode: 'number' }).notNull(),
    reason: text().notNull(),
    ...deadline,
    /** When somebody approved or rejected it. */
    decideTime: instant(),
    status: smallint().$type<ApprovalStatus>().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    // The filter columns follow the sort columns: rows are skipped and counted from the index alone.
    index().on(t.tenantId, t.status, t.createTime, t.id, t.deptId),
    index().on(t.tenantId, t.createTime, t.id, t.deptId, t.status),
    index().on(t.tenantId, t.deptId, t.createTime, t.id),
    index().on(t.tenantId, t.objectId, t.createTime, t.id),
    index().on(t.tenantId, t.submittedBy, t.createTime, t.id),
    index('apply_for_record_due').on(t.tenantId, t.dueTime, t.id, t.deptId).where(isApprovalOpen),
    foreignKey({ columns: [t.tenantId, t.objectId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ columns: [t.tenantId, t.submittedBy], foreignColumns: [users.tenantId, users.id] }),
  ],
)

/** Steps of an application: user, time, new status and reason. `status` 1 is the submission. */
export const approvalSteps = pgTable(
  'apply_for_history',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    applyForId: bigint({ mode: 'number' }).notNull(),
    createTime: instant().notNull().default(sql`now()`),
    userId: integer().notNull(),
    userName: text().notNull(),
    status: smallint().$type<ApprovalStatus>().notNull(),
    /** The reason of an application, the opinion of an approver. */
    reason: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.applyForId, t.id] }), index().on(t.tenantId, t.createTime)],
)
