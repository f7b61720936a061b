import type { ObjectType } from '@huanwei/contract/objects'
import type { Severity } from '@huanwei/contract/rules/codes'
import type { Condition } from '@huanwei/contract/rules/endpoints'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

export const rules = pgTable(
  'monitoring_rule',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    objectType: text().$type<ObjectType>().notNull(),
    condition: jsonb().$type<Condition>().notNull(),
    severity: text().$type<Severity>().notNull(),
    objectIds: integer().array().notNull().default([]),
    deptIds: integer().array().notNull().default([]),
    hours: jsonb().$type<Hours[]>().notNull(),
    shiftIds: integer().array().notNull().default([]),
    /** True when it applies on working days of the calendar only. */
    calendar: boolean().notNull().default(false),
    /** Seconds. */
    minDuration: integer().notNull(),
    cooldown: integer().notNull(),
    voiceText: text().notNull().default(''),
    /** Users; none: everybody who may judge. */
    recipientIds: integer().array().notNull().default([]),
    sms: boolean().notNull().default(false),
    /** True when the terminal takes a picture as a violation begins. */
    photo: boolean().notNull().default(false),
    /** True when the server records the cameras as a violation begins. */
    recordVideo: boolean().notNull().default(false),
    enabled: boolean().notNull().default(true),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
    /** Time of the last change of objects or conditions: reports with an earlier device time are not evaluated by the rule. */
    changeTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)

/** What rules decided by until they were changed or removed: a violation is judged by the rule that it is one of. Written by a trigger. */
export const formerRules = pgTable(
  'former_rule',
  {
    tenantId: tenantId(),
    ruleId: integer().notNull(),
    until: instant().notNull(),
    condition: jsonb().$type<Condition>().notNull(),
    hours: jsonb().$type<Hours[]>().notNull(),
    shiftIds: integer().array().notNull(),
    calendar: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.ruleId, t.until] })],
)

/** Device time from which a terminal's reports must be re-read to restore the state of its rules. Without a row no evaluation is in progress. */
export const ruleStates = pgTable(
  'rule_state',
  { tenantId: tenantId(), deviceId: integer().notNull(), since: instant().notNull() },
  (t) => [primaryKey({ columns: [t.tenantId, t.deviceId] })],
)
