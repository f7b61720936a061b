import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** Short messages about violations: written with the violation, sent at once after. */
export const smsMessages = pgTable(
  'sms_message',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    createTime: instant().notNull().default(sql`now()`),
    ruleId: integer().notNull(),
    userId: integer().notNull(),
    violationId: bigint({ mode: 'number' }).notNull(),
    mobile: text().notNull(),
    text: text().notNull(),
    /** It was asked to be sent, at last by a person: it is tried for some minutes from then on. */
    askedTime: instant().notNull().default(sql`now()`),
    /** Failed attempts to send it since then; 5 once it is given up. */
    failures: smallint().notNull().default(0),
    /** Why the last attempt failed; empty before. */
    error: text().notNull().default(''),
    /** Null until it is sent. */
    sentTime: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.ruleId, t.userId, t.createTime),
    index().on(t.tenantId, t.createTime, t.id),
    index('sms_message_waiting').on(t.failures, t.id).where(sql`sent_time is null and failures < 5`),
  ],
)
