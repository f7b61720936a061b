import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { InspectionTab } from '@huanwei/contract/inspections/codes'
import type { MessageSummary } from '@huanwei/contract/live/messages'
import { MsgType } from '@huanwei/contract/messages/codes'
import { handlingPermissions, type QueueType, waitingTabs } from '@huanwei/contract/messages/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { inScope } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { isRecipient, ownPushesBeyondScope, pushesOf } from '../queries.ts'
import { about, aboutTask, isOnlyReminder } from '../reminders/queries.ts'
import { pushes, pushTallies } from '../table.ts'

/** A viewer, as far as summaries need one. */
type Recipient = Pick<Viewer, 'tenantId' | 'userId' | 'departments' | 'permissions'>

const queueTypes = Object.values(MsgType).filter((msgType): msgType is QueueType => msgType !== MsgType.reminder)

/** A number of messages that wait for the viewer; `objectType` is that of the events. */
export type Waiting = { msgType: MsgType; objectType: ObjectType; waiting: number }

/**
 * What waits for the viewer: events of the queues that they handle, a storm as one; without the permission to handle inspections their own ones whose
 * next step is theirs; reminders of what no other list holds. Cost: lines of their tally, and the few records that it cannot tell apart.
 */
export async function countWaitingMessages(tx: Tx, viewer: Recipient): Promise<Waiting[]> {
  const { rows } = await tx.execute<Waiting>(sql`
    select msg_type as "msgType", object_type as "objectType", sum(waiting)::int as waiting
    from (${sql.join([...fromTally(viewer), ownInspections(viewer), onlyReminders(viewer)], sql` union all `)}) parts (msg_type, object_type, waiting) group by 1, 2`)
  return rows
}

/** The number of `messages` among those that wait. */
export const waitingOf = (
  all: readonly Waiting[],
  messages: Pick<Waiting, 'msgType'> & { objectType?: ObjectType | undefined },
) =>
  all
    .filter(({ msgType }) => msgType === messages.msgType)
    .filter(({ objectType }) => messages.objectType === undefined || objectType === messages.objectType)
    .reduce((sum, { waiting }) => sum + waiting, 0)

function fromTally(viewer: Recipient) {
  const { tenantId, userId, permissions } = viewer
  const handled = queueTypes.filter((msgType) => permissions.has(handlingPermissions[msgType]))
  if (!handled.length) return []
  const isMine = and(
    eq(pushTallies.tenantId, tenantId),
    eq(pushTallies.pushObjectId, userId),
    inScope(viewer, pushTallies.deptId),
  )
  const isWaiting = handled.map((msgType) =>
    and(eq(pushTallies.msgType, msgType), inArray(pushTallies.status, [...waitingTabs[msgType]])),
  )
  return [sql`select msg_type, object_type, total - folded from ${pushTallies} where ${and(isMine, or(...isWaiting))}`]
}

/** Those that a handler has beyond the scope; of who is none, those to answer and, of the viewer's own reports, those to check. */
function ownInspections(viewer: Recipient) {
  const { userId } = viewer
  const isAsked = inArray(pushes.status, [...waitingTabs[MsgType.inspection]])
  const ofHandler = and(ownPushesBeyondScope(viewer) ?? sql`false`, isAsked)
  const isNext = or(
    and(isAsked, eq(pushes.objectId, userId)),
    and(eq(pushes.status, InspectionTab.fedBack), eq(pushes.fromId, userId)),
  )
  const isOwn = viewer.permissions.has(handlingPermissions[MsgType.inspection]) ? ofHandler : and(isRecipient(viewer), isNext)
  return sql`select msg_type, object_type, 1 from ${pushes} where ${and(eq(pushes.msgType, MsgType.inspection), isOwn)}`
}

const onlyReminders = (viewer: Recipient) =>
  sql`select msg_type, object_type, 1 from ${pushes} where ${and(
    pushesOf(viewer),
    eq(pushes.msgType, MsgType.reminder),
    inArray(pushes.status, [...waitingTabs[MsgType.reminder]]),
    isOnlyReminder(viewer),
  )}`

/**
 * Summaries of the viewer's messages, one per message type: what waits for them, unread pushes in sight, and the latest that a list shows, with what
 * it is about, in names and words that people wrote, so that it reads the same in every language.
 */
export async function findSummaries(tx: Tx, viewer: Recipient): Promise<MessageSummary[]> {
  const { tenantId, userId } = viewer
  const beyond = ownPushesBeyondScope(viewer)
  const event = { tenantId, userId, id: sql`p.event_id` }
  const { rows } = await tx.execute<Omit<MessageSummary, 'waitingCount' | 'waitingOf'>>(sql`
    select t.msg_type as "msgType", coalesce(u.unread, 0)::int as "unreadCount",
      case t.msg_type when ${MsgType.violation} then json_build_object(
        ${ObjectType.person}::text, coalesce(u.of_people, 0), ${ObjectType.vehicle}::text, coalesce(u.of_vehicles, 0),
        ${ObjectType.facility}::text, coalesce(u.of_facilities, 0)) end as "unreadOf",
      left(p.create_time::text, 19) as "createTime",
      case t.msg_type
        when ${MsgType.violation} then (select object_name || ' ' || violation_event from violation_event e
          where e.tenant_id = ${tenantId} and e.id = p.event_id and e.create_time = p.create_time)
        when ${MsgType.inspection} then ${about.inspection(event)}
        when ${MsgType.approval} then ${about.approval(event)}
        when ${MsgType.public} then ${about.complaint(event)}
        when ${MsgType.reminder} then ${aboutTask(sql`p.kind`, event)}
      end as "msgDescribe"
    from unnest(${sql.param([...described])}::text[]) as t (msg_type)
    left join (
      select msg_type, sum(unread) as unread,
        sum(unread) filter (where object_type = ${ObjectType.person}) as of_people,
        sum(unread) filter (where object_type = ${ObjectType.vehicle}) as of_vehicles,
        sum(unread) filter (where object_type = ${ObjectType.facility}) as of_facilities
      from (
        select msg_type, object_type, unread from ${pushTallies}
        where ${and(eq(pushTallies.tenantId, tenantId), eq(pushTallies.pushObjectId, userId), inScope(viewer, pushTallies.deptId))}
        ${beyond && sql`union all select msg_type, object_type, 1 from ${pushes} where ${beyond} and read_unread = 0 and not folded`}
      ) waiting group by msg_type
    ) u on u.msg_type = t.msg_type
    left join lateral (
      select create_time, event_id, kind from ${pushes} where ${pushesOf(viewer)} and msg_type = t.msg_type and not folded and not merged
        and not (msg_type = ${MsgType.approval} and status = ${ApprovalStatus.revoked})
      order by create_time desc, id desc limit 1
    ) p on true`)
  const waiting = await countWaitingMessages(tx, viewer)
  return rows.map((row) => ({
    ...row,
    waitingCount: waitingOf(waiting, row),
    waitingOf: row.msgType === MsgType.violation ? byKind(waiting) : null,
  }))
}

const byKind = (waiting: readonly Waiting[]) => {
  const ofKind = (objectType: ObjectType) => waitingOf(waiting, { msgType: MsgType.violation, objectType })
  return {
    [ObjectType.person]: ofKind(ObjectType.person),
    [ObjectType.vehicle]: ofKind(ObjectType.vehicle),
    [ObjectType.facility]: ofKind(ObjectType.facility),
  }
}

const described = Object.values(MsgType)
