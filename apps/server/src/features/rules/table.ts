import type { ObjectType } from '@huanwei/contract/objects'
import type { Severity } from '@huanwei/contract/rules/codes'
import type { Condition } from '@huanwei/contract/rules/endpoints'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

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
    /** Whether it keeps to the work calendar. */
    calendar: boolean().notNull().default(false),
    /** Seconds. */
    minDuration: integer().notNull(),
    cooldown: integer().notNull(),
    voiceText: text().notNull().default(''),
    /** Users; none: everybody who may judge. */
    recipientIds: integer().array().notNull().default([]),
    sms: boolean().notNull().default(false),
    enabled: boolean().notNull().default(true),
    createTime: instant().notNull().default(sql`now()`),
    /** When what it watches or demands last changed: what terminals report of before is not judged by it. */
    changeTime: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)

/** From which device time a terminal's reports must be read again to know where its rules stand. No row: nothing is going on. */
export const ruleStates = pgTable(
  'rule_state',
  { tenantId: tenantId(), deviceId: integer().notNull(), since: instant().notNull() },
  (t) => [primaryKey({ columns: [t.tenantId, t.deviceId] })],
)
