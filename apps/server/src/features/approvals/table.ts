import type { ApprovalStatus, Half, LeaveType } from '@huanwei/contract/approvals/codes'
import { sql } from 'drizzle-orm'
import { bigint, date, foreignKey, index, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'
import { users } from '../users/table.ts'

/** An application for leave or an outing. Source: spec 2, section 3. */
export const approvals = pgTable(
  'apply_for_record',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    createTime: instant().notNull().default(sql`now()`),
    /** Who is to be away, and their department then. */
    objectId: integer().notNull(),
    deptId: integer().notNull(),
    /** Who applied: the same person, or a proxy. */
    submittedBy: integer().notNull(),
    type: smallint().$type<LeaveType>().notNull(),
    firstDay: date().notNull(),
    firstHalf: text().$type<Half>().notNull(),
    lastDay: date().notNull(),
    lastHalf: text().$type<Half>().notNull(),
    /** Days, in halves. */
    fate: numeric({ precision: 6, scale: 1, mode: 'number' }).notNull(),
    reason: text().notNull(),
    status: smallint().$type<ApprovalStatus>().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    // Behind the order, what pages are narrowed by: it is skipped and counted without a look at the rows.
    index().on(t.tenantId, t.status, t.createTime, t.id, t.deptId),
    index().on(t.tenantId, t.createTime, t.id, t.deptId, t.status),
    index().on(t.tenantId, t.deptId, t.createTime, t.id),
    index().on(t.tenantId, t.objectId, t.createTime, t.id),
    index().on(t.tenantId, t.submittedBy, t.createTime, t.id),
    foreignKey({ columns: [t.tenantId, t.objectId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ columns: [t.tenantId, t.submittedBy], foreignColumns: [users.tenantId, users.id] }),
  ],
)

/** Who did what to an application; `status` 1 is the application itself. */
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
  (t) => [primaryKey({ columns: [t.tenantId, t.applyForId, t.id] })],
)
