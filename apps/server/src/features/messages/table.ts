import type { MsgType } from '@huanwei/contract/messages/codes'
import type { ObjectType } from '@huanwei/contract/objects'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** One event as it waits for one recipient. Carries what its list filters by. Partitioned by month of `createTime`, the event's start. */
export const pushes = pgTable(
  'msg_push',
  {
    tenantId: tenantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    createTime: instant().notNull(),
    msgType: text().$type<MsgType>().notNull(),
    pushObjectId: integer().notNull(),
    eventId: bigint({ mode: 'number' }).notNull(),
    objectType: text().$type<ObjectType>().notNull(),
    objectId: integer().notNull(),
    deptId: integer().notNull(),
    /** Who submitted or reported it, where a person of the product did and the list asks for them. */
    fromId: integer(),
    /** Of public events the `ComplaintType`; elsewhere 0. */
    kind: smallint().notNull().default(0),
    /** The tab it stands under: of violations and public events `PushStatus`, of approvals and inspections what their own status makes it. */
    status: smallint().notNull().default(1),
    /** 0 unread, 1 read. */
    readUnread: smallint().$type<0 | 1>().notNull().default(0),
    /** One of a storm, where another stands for all of them before this recipient. */
    folded: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id, t.createTime] }),
    // Ascending and read backwards: what drizzle calls desc puts NULLs last, which no `order by … desc` can use.
    index().on(t.tenantId, t.pushObjectId, t.msgType, t.status, t.createTime, t.id),
    index().on(t.tenantId, t.pushObjectId, t.msgType, t.createTime, t.id),
    index().on(t.tenantId, t.pushObjectId, t.objectId, t.createTime, t.id),
    index('msg_push_from').on(t.tenantId, t.pushObjectId, t.fromId, t.createTime, t.id).where(sql`from_id is not null`),
    index().on(t.tenantId, t.msgType, t.eventId),
  ],
)

/** How many push records there are per recipient, what they are of, state, department and day; kept by triggers, so that a pager's total costs nothing. */
export const pushTallies = pgTable(
  'msg_push_tally',
  {
    tenantId: tenantId(),
    pushObjectId: integer().notNull(),
    msgType: text().$type<MsgType>().notNull(),
    objectType: text().$type<ObjectType>().notNull(),
    kind: smallint().notNull(),
    status: smallint().notNull(),
    deptId: integer().notNull(),
    /** In Asia/Shanghai. */
    day: date().notNull(),
    total: integer().notNull(),
    /** So many of them are folded. */
    folded: integer().notNull().default(0),
    /** Not folded. */
    unread: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.pushObjectId, t.msgType, t.objectType, t.kind, t.status, t.day, t.deptId] })],
)
