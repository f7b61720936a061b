import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
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
    index().on(t.family, t.id),
    index().on(t.tenantId, t.createTime, t.id),
    index().on(t.tenantId, t.userId),
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

/** The lock of a log-in, from the first lock password on. Locked while `lockedTime` is set. Source: spec 3, section 4. */
export const sessionLocks = pgTable(
  'sys_token_lock',
  {
    tenantId: tenantId(),
    /** The log-in, see `sys_token`. */
    family: text().notNull(),
    userId: integer().notNull(),
    /** Argon2id. */
    password: text().notNull(),
    lockedTime: instant(),
    /** Wrong passwords in a row; each makes the next try wait longer. */
    failures: integer().notNull().default(0),
    lastFailure: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.family] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
  ],
)

/** The code last sent to a telephone; good for one log-in. */
export const smsCodes = pgTable(
  'sms_code',
  {
    tenantId: tenantId(),
    mobile: text().notNull(),
    code: text().notNull(),
    expires: instant().notNull(),
    /** Tries with another code. */
    failures: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.mobile] })],
)

/** A provider of identities that the tenant's people may log in through, by `type` (`OIDC`, `WX` …). Source: spec 4, S0 §7. */
export const socialProviders = pgTable(
  'sys_social_details',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    type: text().notNull(),
    remark: text().notNull().default(''),
    appId: text().notNull(),
    /** Sealed, see `lib/sealing.ts`. */
    appSecret: text().notNull(),
    /** Issuer; its discovery document is `<issuer>/.well-known/openid-configuration`. */
    issuer: text().notNull(),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), unique().on(t.tenantId, t.type)],
)

/** Bindings of a provider's accounts to users. */
export const userSocials = pgTable(
  'sys_user_social',
  {
    tenantId: tenantId(),
    type: text().notNull(),
    /** The provider's name for the person (`sub`). */
    openId: text().notNull(),
    userId: integer().notNull(),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.type, t.openId] }),
    unique().on(t.tenantId, t.userId, t.type),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
  ],
)

/** A way to a provider that has begun; taken when the person comes back with its `state`. */
export const socialStates = pgTable('social_state', {
  state: text().primaryKey(),
  tenantId: tenantId(),
  type: text().notNull(),
  /** PKCE. */
  verifier: text().notNull(),
  nonce: text().notNull(),
  /** SHA-256 of the secret that stays in the browser tab: a link brings nobody else to its end. */
  secretHash: text().notNull().default(''),
  expires: instant().notNull(),
})

/** Tokens of one use with which an outside site is told who comes. Kept as SHA-256. Source: spec 1, section 7. */
export const temporaryTokens = pgTable(
  'temp_token',
  { tokenHash: text().primaryKey(), tenantId: tenantId(), userId: integer().notNull(), expires: instant().notNull() },
  (t) => [foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade')],
)

/**
 * Argon2id of the MD5 of passwords, by which clients of video servers log in; only of who may call the video interface. Good as long as the password
 * behind `madeFrom`, the SHA-256 of the account's hash, is the account's.
 */
export const videoDigests = pgTable(
  'video_digest',
  { tenantId: tenantId(), userId: integer().notNull(), digest: text().notNull(), madeFrom: text().notNull() },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
  ],
)
