import { integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { tenantId } from '../../db/columns.ts'
import type { Labels } from '../menus/table.ts'

export const dictionaryItems = pgTable(
  'sys_dict_item',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    dictId: integer().notNull(),
    type: text().notNull(),
    value: text().notNull(),
    label: text().notNull(),
    labels: jsonb().$type<Labels>().notNull().default({}),
    sort: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), unique().on(t.tenantId, t.type, t.value)],
)
