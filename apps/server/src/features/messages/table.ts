import { InspectionTab } from '@huanwei/contract/inspections/codes'
import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import type { ObjectType } from '@huanwei/contract/objects'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, tenantId } from '../../db/columns.ts'

/** Records with a deadline that is still to be kept: under the first tab, and inspections under that of the returned ones. */
export const isPushOpen = sql.raw(
  `due_time is not null and (status = ${PushStatus.pending} or msg_type = '${MsgType.inspection}' and status = ${InspectionTab.returned})`,
)

/** One event pushed to one recipient, with the fields its list filters by. Partitioned by month of `createTime`, the event's start. */
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
    /** User who submitted or reported it, in queues whose list filters by that. */
    fromId: integer(),
    /** `ComplaintType` of a public event; 0 in other queues. */
    kind: smallint().notNull().default(0),
    /** The tab it stands under: of violations and public events `PushStatus`, of approvals and inspections what their own status makes it. */
    status: smallint().notNull().default(1),
    /** 0 unread, 1 read. */
    readUnread: smallint().$type<0 | 1>().notNull().default(0),
    /** True for a member of a storm that another push represents to this recipient. */
    folded: boolean().notNull().default(false),
    /** True for a violation that is merged into another one which this recipient has as well: nothing shows or counts it. */
    merged: boolean().notNull().default(false),
    /** The deadline of its event, where it has one. */
    soonTime: instant(),
    dueTime: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id, t.createTime] }),
    // Ascending and read backwards: what drizzle calls desc puts NULLs last, which no `order by … desc` can use.
    index().on(t.tenantId, t.pushObjectId, t.msgType, t.status, t.createTime, t.id),
    index().on(t.tenantId, t.pushObjectId, t.msgType, t.createTime, t.id),
    index().on(t.tenantId, t.pushObjectId, t.objectId, t.createTime, t.id),
    index('msg_push_from').on(t.tenantId, t.pushObjectId, t.fromId, t.createTime, t.id).where(sql`from_id is not null`),
    index('msg_push_due').on(t.tenantId, t.pushObjectId, t.msgType, t.dueTime, t.id).where(isPushOpen),
    index().on(t.tenantId, t.msgType, t.eventId),
    index('msg_push_unread').on(t.tenantId, t.pushObjectId, t.msgType).where(sql`read_unread = 0`),
  ],
)

/**
 * Number of push records per recipient, kind, state and department, so that a badge needs no scan: the sum of the lines of a key. Triggers only add
 * lines, of what a statement changed; a job adds them up.
 */
export const pushTallies = pgTable(
  'msg_push_tally',
  {
    tenantId: tenantId(),
    pushObjectId: integer().notNull(),
    msgType: text().$type<MsgType>().notNull(),
    objectType: text().$type<ObjectType>().notNull(),
    status: smallint().notNull(),
    deptId: integer().notNull(),
    /** Merged ones are not counted. */
    total: integer().notNull(),
    /** Number of folded ones among them. */
    folded: integer().notNull().default(0),
    /** Unread pushes that are not folded. */
    unread: integer().notNull(),
    /** True for the line to which the earlier ones of its key were added up. */
    isSum: boolean().notNull().default(false),
  },
  (t) => [
    index().on(t.tenantId, t.pushObjectId),
    index('msg_push_tally_new').on(t.tenantId, t.pushObjectId).where(sql`not is_sum`),
  ],
)
