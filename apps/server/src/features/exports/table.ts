import type { ExportStatus } from '@huanwei/contract/exports/codes'
import type { Language } from '@huanwei/contract/words'
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'
import type { Place } from '../../lib/spool.ts'
import { users } from '../users/table.ts'

/** A list on its way into a spreadsheet. */
export const exportJobs = pgTable(
  'export_job',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    userId: integer().notNull(),
    /** Path of the call whose list it is, and what the call was asked. */
    list: text().notNull(),
    filter: jsonb().$type<unknown>().notNull(),
    language: text().$type<Language>().notNull(),
    status: text().$type<ExportStatus>().notNull(),
    /** Rows written and to write. */
    done: integer().notNull().default(0),
    total: integer(),
    /** Up to where the rows are written; null when it begins anew. */
    place: jsonb().$type<Place>(),
    /** Whose rows the caller could see when it began; null for all of the tenant's. */
    departments: jsonb().$type<number[]>(),
    /** Which worker has it; one that says nothing for a while (`updateTime`) has lost it. */
    worker: text(),
    /** Of the stored sheet, once it is there. */
    fileName: text(),
    /** In words, when it failed. */
    error: text(),
    createTime: instant().notNull().default(sql`now()`),
    updateTime: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index().on(t.tenantId, t.userId, t.createTime),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
  ],
)
