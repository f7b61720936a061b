import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'
import { users } from '../users/table.ts'

/** One log-in. Tokens are kept as SHA-256; after a refresh the old pair stays good for the grace of a lost reply. */
export const sessions = pgTable(
  'sys_token',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    userId: integer().notNull(),
    clientId: text().notNull(),
    accessHash: text().notNull().unique(),
    refreshHash: text().notNull().unique(),
    accessExpires: instant().notNull(),
    refreshExpires: instant().notNull(),
    /** The log-in this session goes back to; one revocation ends all its pairs. */
    family: text().notNull(),
    /** Set when a refresh replaced this pair. */
    replacedTime: instant(),
    createTime: instant().notNull().default(sql`now()`),
    address: text().notNull(),
    userAgent: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.family),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
  ],
)

/** Failed log-ins in a row, per account (`<tenant>:<name>`) and per address. Slows guessing down. */
export const loginFailures = pgTable('login_failure', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  lastTime: instant().notNull(),
})

/** Answers of captcha pictures, used once. */
export const captchas = pgTable('captcha', {
  key: text().primaryKey(),
  answer: text().notNull(),
  expires: instant().notNull(),
})
