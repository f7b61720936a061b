import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** User operations and errors of browsers. Partitioned by month. Source: spec 4, S1 §7.2. */
export const logs = pgTable(
  'sys_log',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    createTime: instant().notNull().default(sql`now()`),
    /** '0' an operation, '9' an error. */
    type: text().$type<'0' | '9'>().notNull(),
    /** The name of the call: `PUT /admin/area`; of a browser's error where it noticed it. */
    title: text().notNull(),
    serviceId: text().notNull(),
    createBy: text().notNull(),
    remoteAddr: text().notNull(),
    userAgent: text().notNull(),
    requestUri: text().notNull(),
    method: text().notNull(),
    /** Without passwords, tokens and personal data. */
    params: text().notNull(),
    /** Duration, ms; null for an error that a browser reported. */
    time: integer(),
    exception: text(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id, t.createTime] }),
    index().on(t.tenantId, t.createTime, t.id),
    index().on(t.tenantId, t.type, t.createTime, t.id),
  ],
)

/** Every try to log in and every log-out. Partitioned by month. Source: spec 4, S0 §1 (logLogin). */
export const loginLogs = pgTable(
  'sys_log_login',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    createTime: instant().notNull().default(sql`now()`),
    /** 0 log-in, 1 log-out. */
    operation: smallint().$type<0 | 1>().notNull(),
    /** 0 failed, 1 succeeded, 2 the account was locked. */
    status: smallint().$type<0 | 1 | 2>().notNull(),
    username: text().notNull(),
    /** `password`, `refresh_token`, `sms`, `social`. */
    grantType: text().notNull(),
    remoteAddr: text().notNull(),
    userAgent: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id, t.createTime] }), index().on(t.tenantId, t.createTime, t.id)],
)
