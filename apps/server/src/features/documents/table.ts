import type { ObjectType } from '@huanwei/contract/objects'
import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

/** A photo or a document of an asset. */
export const documents = pgTable(
  'asset_document',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    objectType: text().$type<ObjectType>().notNull(),
    objectId: integer().notNull(),
    /** Value of the dictionary `document_kind`. */
    kind: text().notNull(),
    name: text().notNull(),
    files: text().array().notNull(),
    /** Last good day; null where it stays good. */
    expires: date({ mode: 'string' }),
    /** Number of the reminders about its end that were sent. */
    reminded: smallint().notNull().default(0),
    remark: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.objectType, t.objectId),
    index('asset_document_files').using('gin', t.files),
    index('asset_document_due').on(t.expires).where(sql`expires is not null and reminded < 3`),
  ],
)
