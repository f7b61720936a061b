import type { ParameterKind, ParameterStatus, ParameterType } from '@huanwei/contract/parameters/codes'
import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

/** Settings of an organisation, those that the product reads among them. Source: spec 4, S1 §7.4. */
export const parameters = pgTable(
  'sys_public_param',
  {
    tenantId: tenantId(),
    id: integer('public_id').generatedAlwaysAsIdentity(),
    /** Empty for one of the product's own, whose name is a text. */
    publicName: text().notNull(),
    publicKey: text().notNull(),
    publicValue: text().notNull(),
    kind: text().$type<ParameterKind>().notNull(),
    status: text().$type<ParameterStatus>().notNull().default('0'),
    publicType: text().$type<ParameterType>().notNull().default('0'),
    validateCode: text().notNull().default(''),
    remark: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), unique('sys_public_param_key').on(t.tenantId, t.publicKey)],
)
