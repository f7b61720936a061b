import type { ObjectType } from '@huanwei/contract/objects'
import type { Measure, Severity } from '@huanwei/contract/rules/codes'
import type { AlarmType, ExecutedAction } from '@huanwei/contract/violations/codes'
import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'
import type { Cause } from '../../position/judge/merge-alarms.ts'

/** One violation of a rule. Judged in place, never deleted once judged. Partitioned by month of `createTime`, its start in device time. */
export const violations = pgTable(
  'violation_event',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    createTime: instant().notNull(),
    /** Null while in force. */
    endTime: instant(),
    /** The latest device time at which it was seen to hold. */
    lastTime: instant().notNull(),
    ruleId: integer().notNull(),
    deviceId: integer().notNull(),
    objectType: text().$type<ObjectType>().notNull(),
    objectId: integer().notNull(),
    objectName: text().notNull(),
    /** Value in the dictionary of the types of such objects, e.g. `vehicle_type`; a name in old rows whose name no dictionary has. */
    objectTypeValue: text().notNull(),
    deptId: integer().notNull(),
    deptName: text().notNull(),
    violationEvent: text().notNull(),
    severity: text().$type<Severity>().notNull(),
    position: text().notNull(),
    lng: doublePrecision(),
    lat: doublePrecision(),
    measure: text().$type<Measure>(),
    limit: doublePrecision(),
    peak: doublePrecision(),
    executeAction: text().$type<ExecutedAction>().notNull(),
    alarmType: smallint().$type<AlarmType>().notNull().default(-1),
    /** Start of the storm's slot for a member of a storm; together with the rule it identifies the storm. */
    storm: instant(),
    /** Fields of several reports; null for those that only one of them can tell. */
    cause: text().$type<Cause>(),
    /** True when the terminal itself raised the alarm; false when a rule of ours judged its positions. */
    byTerminal: boolean().notNull().default(false),
    /** Id of the rule's violation that this alarm of the terminal is merged into. */
    mergedInto: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id, t.createTime] }),
    index('violation_event_merged').on(t.tenantId, t.mergedInto).where(sql`merged_into is not null`),
    index('violation_event_storm').on(t.tenantId, t.ruleId, t.storm).where(sql`storm is not null`),
    // Ascending and read backwards: what drizzle calls desc puts NULLs last, which no `order by … desc` can use.
    index().on(t.tenantId, t.createTime, t.id),
    index().on(t.tenantId, t.objectType, t.objectId, t.createTime, t.id),
    index().on(t.tenantId, t.ruleId, t.createTime, t.id),
    index().on(t.tenantId, t.deviceId).where(sql`end_time is null`),
    index('violation_event_pending').on(t.tenantId, t.createTime, t.id).where(sql`alarm_type = -1`),
  ],
)

/** Steps of a violation: who did what, and why. */
export const violationSteps = pgTable(
  'violation_process',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    violationId: bigint({ mode: 'number' }).notNull(),
    createTime: instant().notNull().default(sql`now()`),
    /** Null on the first step, which a rule took. */
    userId: integer(),
    objectName: text().notNull(),
    alarmType: smallint().$type<AlarmType>().notNull(),
    remark: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.violationId, t.id] }),
    index('violation_process_time').on(t.tenantId, t.createTime).where(sql`user_id is not null`),
    index('violation_process_user').on(t.tenantId, t.userId, t.violationId).where(sql`user_id is not null`),
  ],
)

/** Views of evidence, the large picture, the clip or the file, and of cases that were taken out: who, and when. */
export const evidenceViews = pgTable(
  'evidence_view',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    createTime: instant().notNull().default(sql`now()`),
    userId: integer().notNull(),
    userName: text().notNull(),
    /** Null for a case. */
    fileName: text(),
    /** Violation whose case it was; null for a file, which may be evidence of several. */
    violationId: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('evidence_view_file').on(t.tenantId, t.fileName, t.id).where(sql`file_name is not null`),
    index('evidence_view_case').on(t.tenantId, t.violationId, t.id).where(sql`violation_id is not null`),
  ],
)
