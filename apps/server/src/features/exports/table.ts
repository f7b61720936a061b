import type { ExportStatus } from '@huanwei/contract/exports/codes'
import type { Language } from '@huanwei/words/languages'
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'
import { users } from '../users/table.ts'
import type { Place } from './spool.ts'

/** A list on its way into a spreadsheet. */
export const exportJobs = pgTable(
  'export_job',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    userId: integer().notNull(),
    /** Name of the list in the sheet's language; empty for one that an earlier version began. */
    name: text().notNull().default(''),
    /** Path of the list's call; `filter` is its request. */
    list: text().notNull(),
    filter: jsonb().$type<unknown>().notNull(),
    language: text().$type<Language>().notNull(),
    status: text().$type<ExportStatus>().notNull(),
    /** Number of rows written; `total` is the number to write. */
    done: integer().notNull().default(0),
    total: integer(),
    /** Write position of the rows; null when the export starts from the beginning. */
    place: jsonb().$type<Place>(),
    /** Departments in the caller's scope when the export began; null for all of the tenant's. */
    departments: jsonb().$type<number[]>(),
    /** Worker that runs the export; it loses the export when it stops updating `updateTime`. */
    worker: text(),
    /** Name of the stored sheet, once it is finished. */
    fileName: text(),
    /** Message for the user when the export failed. */
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
