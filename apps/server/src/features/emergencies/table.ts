import type { EmergencyAct, Tier } from '@huanwei/contract/emergencies/codes'
import type { ObjectType } from '@huanwei/contract/objects'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** A call for help, or a drill of one. The recorder adds calls; an object has one open emergency, and one open drill, at most. */
export const emergencies = pgTable(
  'emergency',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    isDrill: boolean().notNull().default(false),
    objectType: text().$type<ObjectType>().notNull(),
    objectId: integer().notNull(),
    objectName: text().notNull(),
    deptId: integer().notNull(),
    deptName: text().notNull(),
    name: text().notNull().default(''),
    position: text().notNull().default(''),
    lng: doublePrecision(),
    lat: doublePrecision(),
    /** Device time of the first and the last call. */
    time: instant().notNull(),
    lastTime: instant().notNull(),
    calls: integer().notNull().default(1),
    /** The violation of the first call. */
    violationId: bigint({ mode: 'number' }),
    /** People told last; null before anybody was. */
    tier: smallint().$type<Tier>(),
    /** Since when it waits, or waited, for somebody, on the clock of the server: called, called again long after that, or open again. */
    waitingSince: instant().notNull().default(sql`now()`),
    /** Time at which the next tier is told, or the emergency lapses; null when it is acknowledged or closed. */
    dueTime: instant(),
    acknowledgedBy: integer(),
    acknowledgedName: text(),
    acknowledgedTime: instant(),
    /** Null where nobody closed it. */
    closedBy: integer(),
    closedName: text(),
    closedTime: instant(),
    remark: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('emergency_open').on(t.tenantId, t.objectType, t.objectId, t.isDrill).where(sql`closed_time is null`),
    index().on(t.tenantId, t.time, t.id),
    index('emergency_due').on(t.dueTime).where(sql`due_time is not null`),
  ],
)

/** Steps of an emergency: who did what when. */
export const emergencySteps = pgTable(
  'emergency_step',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    emergencyId: bigint({ mode: 'number' }).notNull(),
    createTime: instant().notNull().default(sql`now()`),
    act: text().$type<EmergencyAct>().notNull(),
    /** Null for what the server did. */
    userName: text(),
    /** Tier that was told. */
    tier: smallint().$type<Tier>(),
    /** Violation of a call. */
    violationId: bigint({ mode: 'number' }),
    remark: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.emergencyId, t.id] }),
    index('emergency_step_violation').on(t.tenantId, t.violationId).where(sql`violation_id is not null`),
  ],
)

/** People who were told of an emergency. */
export const emergencyRecipients = pgTable(
  'emergency_recipient',
  {
    tenantId: tenantId(),
    emergencyId: bigint({ mode: 'number' }).notNull(),
    userId: integer().notNull(),
    tier: smallint().$type<Tier>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId, t.emergencyId] }), index().on(t.tenantId, t.emergencyId, t.tier)],
)
