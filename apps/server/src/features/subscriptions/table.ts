import type { DeliveryState, EventNoun, EventType } from '@huanwei/contract/subscriptions/codes'
import { sql } from 'drizzle-orm'
import { bigint, boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, tenantId, updated } from '../../db/columns.ts'

/** Events that are posted to other systems. `db/outgoing.sql` notes them with the change that they tell of. */
export const subscriptions = pgTable(
  'subscription',
  {
    tenantId: tenantId(),
    id: integer().generatedAlwaysAsIdentity(),
    clientId: text().notNull(),
    /** Sealed. */
    secret: text().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    events: text().array().$type<EventNoun[]>().notNull(),
    /** Null for the whole organisation. */
    deptId: integer(),
    isStopped: boolean().notNull().default(false),
    lastTime: instant(),
    lastError: text().notNull().default(''),
    createTime: instant().notNull().default(sql`now()`),
    ...updated,
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)

/** Number of the last event of an object, for each subscription. */
export const eventSequences = pgTable(
  'outgoing_sequence',
  {
    tenantId: tenantId(),
    subscriptionId: integer().notNull(),
    objectType: text().notNull(),
    objectId: bigint({ mode: 'number' }).notNull(),
    last: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.subscriptionId, t.objectType, t.objectId] }),
    foreignKey({ columns: [t.tenantId, t.subscriptionId], foreignColumns: [subscriptions.tenantId, subscriptions.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** Events on their way to a subscription. */
export const outgoingEvents = pgTable(
  'outgoing_event',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    subscriptionId: integer().notNull(),
    type: text().$type<EventType>().notNull(),
    objectType: text().notNull(),
    objectId: bigint({ mode: 'number' }).notNull(),
    sequence: integer().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    time: instant().notNull().default(sql`now()`),
    state: text().$type<DeliveryState>().notNull().default('waiting'),
    tries: integer().notNull().default(0),
    /** Begin of the 24 hours in which it is tried. */
    since: instant().notNull().default(sql`now()`),
    /** Earliest moment of the next try, or end of the one that runs. */
    nextTime: instant().notNull().default(sql`now()`),
    deliveredTime: instant(),
    lastError: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.subscriptionId], foreignColumns: [subscriptions.tenantId, subscriptions.id] }).onDelete(
      'cascade',
    ),
    index('outgoing_event_turn').on(t.tenantId, t.subscriptionId, t.nextTime, t.id).where(sql`state = 'waiting'`),
    index('outgoing_event_line')
      .on(t.tenantId, t.subscriptionId, t.objectType, t.objectId, t.sequence)
      .where(sql`state = 'waiting'`),
    index('outgoing_event_listed').on(t.tenantId, t.subscriptionId, t.state, t.id),
  ],
)
