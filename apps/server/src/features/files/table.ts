import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** A stored file; its bytes are under `DATA_DIR/files` by `fileName`. Source: spec 4, S0 §7. */
export const files = pgTable(
  'sys_file',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    bucketName: text().notNull(),
    /** Opaque: `<32 hex digits>.<extension>`. */
    fileName: text().notNull().unique(),
    /** Original name of the uploaded file. */
    original: text().notNull(),
    /** Extension that matches the content. */
    type: text().notNull(),
    /** Bytes. */
    fileSize: bigint({ mode: 'number' }).notNull(),
    /** User name, or what no account can be named: empty for a citizen, `#` and the number for a terminal, `upload` and the id for an upload of one. */
    createUser: text().notNull(),
    /** Idempotency key of the sender: an upload resent after a lost reply is the same file. */
    uploadKey: text(),
    /** True once a record has referred to the file; an unconfirmed one is removed after a day. */
    isConfirmed: boolean().notNull().default(false),
    /** True when a record gave the file up, until it is known whether another one refers to it. */
    isReleased: boolean().notNull().default(false),
    createTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('sys_file_upload').on(t.tenantId, t.createUser, t.uploadKey),
    index().on(t.tenantId, t.createTime, t.id),
    index('sys_file_unused').on(t.tenantId, t.createUser).where(sql`not is_confirmed or is_released`),
    index('sys_file_unconfirmed').on(t.createTime).where(sql`not is_confirmed`),
  ],
)

/** Keys that the installation generated for itself, such as the one that signs file addresses. Only the server reads them. */
export const secrets = pgTable('secret', { name: text().primaryKey(), value: text().notNull() })
