import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'
import { users } from '../users/table.ts'

/** A task that comes again every day: who visits which facilities at which times. */
export const taskPlans = pgTable(
  'job_task_plan',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    deptId: integer().notNull(),
    userId: integer().notNull(),
    /** Minutes after midnight at which a visit is due. */
    dueMinutes: smallint().array().notNull(),
    /** Visits are due from then on. */
    effectiveFrom: instant().notNull().default(sql`now()`),
    ...updated,
    /** Removed plans keep their row for the visits that were made. */
    removedTime: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.deptId], foreignColumns: [departments.tenantId, departments.id] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

export const planFacilities = pgTable(
  'job_task_plan_facility',
  { tenantId: tenantId(), planId: integer().notNull(), facilityId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.planId, t.facilityId] }),
    foreignKey({ columns: [t.tenantId, t.planId], foreignColumns: [taskPlans.tenantId, taskPlans.id] }),
    foreignKey({ columns: [t.tenantId, t.facilityId], foreignColumns: [facilities.tenantId, facilities.id] }),
  ],
)

/** One visit of a plan to a facility, due or made. */
export const taskRecords = pgTable(
  'job_task_record',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    planId: integer().notNull(),
    facilityId: integer().notNull(),
    dueTime: instant().notNull(),
    /** The person who is to make it. */
    userId: integer().notNull(),
    doneTime: instant(),
    /** Display name, at that time, of the person who made it. */
    doneName: text().notNull().default(''),
    remark: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.tenantId, t.planId, t.facilityId, t.dueTime),
    index().on(t.tenantId, t.dueTime, t.id),
    index().on(t.tenantId, t.userId, t.dueTime),
    foreignKey({ columns: [t.tenantId, t.planId], foreignColumns: [taskPlans.tenantId, taskPlans.id] }),
    foreignKey({ columns: [t.tenantId, t.facilityId], foreignColumns: [facilities.tenantId, facilities.id] }),
  ],
)
