import type { MsgType } from '@huanwei/contract/messages/codes'
import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** Claims: one user deals with an event until a time; others are refused meanwhile. */
export const eventClaims = pgTable(
  'event_claim',
  {
    tenantId: tenantId(),
    msgType: text().$type<MsgType>().notNull(),
    eventId: bigint({ mode: 'number' }).notNull(),
    userId: integer().notNull(),
    userName: text().notNull(),
    until: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.msgType, t.eventId] })],
)

/** Users who have an event open: heard of within the last half minute. */
export const eventViewers = pgTable(
  'event_viewer',
  {
    tenantId: tenantId(),
    msgType: text().$type<MsgType>().notNull(),
    eventId: bigint({ mode: 'number' }).notNull(),
    userId: integer().notNull(),
    userName: text().notNull(),
    seen: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.msgType, t.eventId, t.userId] })],
)
