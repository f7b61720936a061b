import type { ClientPermission } from '@huanwei/contract/clients/endpoints'
import { sql } from 'drizzle-orm'
import { boolean, date, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

/** Programs that may call the open API. */
export const clients = pgTable(
  'open_client',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    clientId: text().notNull(),
    /** Sealed. */
    secret: text().notNull(),
    name: text().notNull(),
    /** User with whose rights it calls. */
    ownerId: integer().notNull(),
    permissions: text().array().$type<ClientPermission[]>().notNull(),
    /** Null for all that the owner sees. */
    deptId: integer(),
    addressRange: text().notNull().default(''),
    /** Calls in a minute. */
    rate: integer().notNull(),
    expires: date({ mode: 'string' }),
    acceptsMd5: boolean().notNull().default(false),
    isStopped: boolean().notNull().default(false),
    lastTime: instant(),
    lastAddress: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), uniqueIndex('open_client_client_id').on(t.clientId)],
)

/** Open calls of the last minutes, so that each is accepted once: a nonce, or a signature that has none. */
export const openCalls = pgTable(
  'open_call',
  {
    tenantId: tenantId(),
    clientId: integer().notNull(),
    once: text().notNull(),
    time: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.clientId, t.once] })],
)
