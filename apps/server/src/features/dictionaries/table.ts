import { sql } from 'drizzle-orm'
import { boolean, foreignKey, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'
import type { Labels } from '../menus/table.ts'

/** Lists of words that forms and filters offer. */
export const dictionaries = pgTable(
  'sys_dict',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    /** Names it in the code that reads it: `vehicle_type`. */
    type: text().notNull(),
    /** Its name in simplified Chinese, and in the other languages. */
    description: text().notNull(),
    labels: jsonb().$type<Labels>().notNull().default({}),
    remarks: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), unique().on(t.tenantId, t.type)],
)

export const dictionaryItems = pgTable(
  'sys_dict_item',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    dictId: integer().notNull(),
    /** The type of its dictionary, which never changes. */
    type: text().notNull(),
    value: text().notNull(),
    label: text().notNull(),
    labels: jsonb().$type<Labels>().notNull().default({}),
    sort: integer().notNull().default(0),
    remarks: text().notNull().default(''),
    /** False: no longer offered. */
    enabled: boolean().notNull().default(true),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique().on(t.tenantId, t.type, t.value),
    foreignKey({ columns: [t.tenantId, t.dictId], foreignColumns: [dictionaries.tenantId, dictionaries.id] }),
  ],
)
