import { MsgType, PushStatus, ReminderTask, reminderWords } from '@huanwei/contract/messages/codes'
import { doesWait } from '@huanwei/contract/messages/rules'
import type { Permission } from '@huanwei/contract/permissions'
import { say } from '@huanwei/words/say'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { pushes, pushTallies } from '../table.ts'

/** Ids of the people who are told of an event in `deptId`: they hold `permission` and see the department. Source: spec 3, sections 6 and 10. */
export async function recipientsOf(tx: Tx, tenantId: number, permission: Permission, deptId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select user_id as id from users_covering(${tenantId}, ${permission}, array[${deptId}::int]) order by user_id`,
  )
  return rows.map(({ id }) => id)
}

type PushedEvent = Pick<
  typeof pushes.$inferInsert,
  | 'tenantId'
  | 'createTime'
  | 'msgType'
  | 'eventId'
  | 'objectType'
  | 'objectId'
  | 'deptId'
  | 'fromId'
  | 'kind'
  | 'soonTime'
  | 'dueTime'
>

/** Puts an event before `userIds` as something unread, under the tab `status`: anew before those who had it already, nobody twice. */
export async function pushTo(tx: Tx, event: PushedEvent, userIds: readonly number[], status: number = PushStatus.pending) {
  const wanted = [...new Set(userIds)]
  if (!wanted.length) return
  // Of two who push an event for the first time at once the second finds what the first has added.
  const { tenantId, msgType, eventId } = event
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`push ${tenantId} ${msgType} ${eventId}`}, 0))`)
  await lockPushes(tx, event)
  const again = await tx
    .update(pushes)
    .set({ status, readUnread: 0 })
    .where(and(ofEvent(event), inArray(pushes.pushObjectId, wanted)))
    .returning({ userId: pushes.pushObjectId })
  const known = new Set(again.map(({ userId }) => userId))
  const fresh = wanted.filter((userId) => !known.has(userId))
  if (fresh.length) await tx.insert(pushes).values(fresh.map((pushObjectId) => ({ ...event, pushObjectId, status })))
}

type Task = Pick<PushedEvent, 'tenantId' | 'eventId' | 'objectType' | 'objectId' | 'deptId'> & { task: ReminderTask }

/** Reminds people of a task: a message of their own instead of an earlier one of the same task, told at once wherever they have the product open. Source: spec 1, section 7; spec 4, S0 §7. */
export async function remind(tx: Tx, { task: kind, ...event }: Task, userIds: readonly number[]) {
  const wanted = [...new Set(userIds)]
  if (!wanted.length) return
  const reminder = { ...event, kind, msgType: MsgType.reminder, createTime: sql`date_trunc('second', now())` }
  const before = remindersOf({ tenantId: event.tenantId, tasks: [kind], eventId: event.eventId })
  await tx.delete(pushes).where(and(before, inArray(pushes.pushObjectId, wanted)))
  await tx.insert(pushes).values(wanted.map((pushObjectId) => ({ ...reminder, pushObjectId })))
  // By its Chinese name, which is how the family's clients show it.
  await tx.execute(
    sql`select send_change('task_remind', ${event.tenantId}, id, null, ${say('zh-CN', reminderWords[kind])}::text)
      from unnest(${sql.param(wanted)}::int[]) as recipient (id)`,
  )
}

/** The tasks that an event of each queue makes. */
export const tasksOf: Partial<Record<MsgType, ReminderTask[]>> = {
  [MsgType.violation]: [ReminderTask.violation],
  [MsgType.inspection]: [ReminderTask.inspection, ReminderTask.returnedInspection],
  [MsgType.approval]: [ReminderTask.approval],
  [MsgType.public]: [ReminderTask.complaint],
}

/** `userId`: only those of these recipients. */
type Reminders = {
  tenantId: number
  tasks: readonly ReminderTask[]
  eventId: number | number[]
  userId?: number | readonly number[]
}
/** Condition on the reminders of tasks that events make. */
export const remindersOf = ({ tenantId, tasks, eventId, userId }: Reminders) =>
  and(
    ofEvent({ tenantId, msgType: MsgType.reminder, eventId }),
    inArray(pushes.kind, [...tasks]),
    userId === undefined ? undefined : inArray(pushes.pushObjectId, [userId].flat()),
  )

/** Ends the reminders of tasks that are done: they are nobody's any more. */
export const endReminders = (tx: Tx, reminders: Reminders) =>
  tx
    .update(pushes)
    .set({ status: PushStatus.handled, readUnread: 1 })
    .where(and(remindersOf(reminders), eq(pushes.status, PushStatus.pending)))

/** Takes the reminders of a removed event back. */
export const removeReminders = (tx: Tx, reminders: Reminders) => tx.delete(pushes).where(remindersOf(reminders))

/** Moves events to another tab of everybody who has them: `handled`, or the events' own new status. Where they wait no more they are read. */
export async function movePushes(tx: Tx, event: SomeEvents, status: number) {
  await lockPushes(tx, event)
  await tx
    .update(pushes)
    .set({ status, ...(!doesWait(event.msgType, status) && { readUnread: 1 }) })
    .where(and(ofEvent(event), ne(pushes.status, status)))
}

/** Locks the messages of events in one order: two updates that met them in different orders would wait for each other. */
const lockPushes = (tx: Tx, event: SomeEvents) =>
  tx.select({ id: pushes.id }).from(pushes).where(ofEvent(event)).orderBy(pushes.id).for('update')

type SomeEvents = Pick<PushedEvent, 'tenantId' | 'msgType'> & { eventId: number | number[] }
const ofEvent = ({ tenantId, msgType, eventId }: SomeEvents) =>
  and(eq(pushes.tenantId, tenantId), eq(pushes.msgType, msgType), inArray(pushes.eventId, [eventId].flat()))

const tallyKey = sql.raw('tenant_id, push_object_id, msg_type, object_type, status, dept_id')

/** Adds up the lines of the tally that statements have added, so that a badge is the sum of few: one line a key, whoever else adds up at the same time. */
export async function sumPushTallies(tx: Tx) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('msg_push_tally', 0))`)
  await tx.execute(sql`
    with changed as (
      select distinct ${tallyKey} from ${pushTallies} where not is_sum
    ), gone as (
      delete from ${pushTallies} using changed
      where (${pushTallies.tenantId}, ${pushTallies.pushObjectId}, ${pushTallies.msgType}, ${pushTallies.objectType}, ${pushTallies.status}, ${pushTallies.deptId})
        = (changed.tenant_id, changed.push_object_id, changed.msg_type, changed.object_type, changed.status, changed.dept_id)
      returning ${pushTallies}.*
    )
    insert into ${pushTallies} (${tallyKey}, total, folded, unread, is_sum)
    select ${tallyKey}, sum(total), sum(folded), sum(unread), true from gone group by ${tallyKey}
    having sum(total) <> 0 or sum(folded) <> 0 or sum(unread) <> 0`)
}
