import type { Parsed } from '@huanwei/contract/endpoint'
import { MsgType, newsTasks, PushStatus } from '@huanwei/contract/messages/codes'
import { type markAllRead, mostReadAtOnce } from '@huanwei/contract/messages/endpoints'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { isRecipient, pushesOf } from '../queries.ts'
import { remindersOf, tasksOf } from '../sending/queries.ts'
import { pushes } from '../table.ts'

/** Status of a message that is read: news wait no more. */
const statusRead = sql`case when msg_type = ${MsgType.reminder} and kind in ${[...newsTasks]} then ${PushStatus.handled} else status end`

/** Marks the viewer's own push record as read, with their reminders of its event; false when it is not theirs or out of sight. */
export async function setRead(tx: Tx, viewer: Viewer, id: number) {
  const [changed] = await tx
    .update(pushes)
    .set({ readUnread: 1, status: statusRead })
    .where(and(pushesOf(viewer), eq(pushes.id, id)))
    .returning({ msgType: pushes.msgType, eventId: pushes.eventId })
  const tasks = changed ? tasksOf[changed.msgType] : undefined
  if (changed && tasks)
    await tx
      .update(pushes)
      .set({ readUnread: 1 })
      .where(and(isRecipient(viewer), eq(pushes.readUnread, 0), remindersOf({ ...viewer, tasks, eventId: changed.eventId })))
  return changed !== undefined
}

/**
 * Marks the viewer's unread records in sight as read, at most `mostReadAtOnce`, and returns how many. Records that somebody changes at this moment are
 * left out: to wait for them in another order than theirs would be a deadlock.
 */
export async function setAllRead(tx: Tx, viewer: Viewer, { msgType, objectType }: Parsed<typeof markAllRead>) {
  const tasks = msgType && tasksOf[msgType]
  const isAsked = and(
    pushesOf(viewer),
    eq(pushes.readUnread, 0),
    msgType && or(eq(pushes.msgType, msgType), tasks && and(eq(pushes.msgType, MsgType.reminder), inArray(pushes.kind, tasks))),
    objectType && eq(pushes.objectType, objectType),
  )
  const { rowCount } = await tx.execute(sql`
    with unread as (
      select tenant_id, id, create_time from ${pushes} where ${isAsked} limit ${mostReadAtOnce} for update skip locked
    )
    update msg_push p set read_unread = 1, status = ${statusRead} from unread u where (p.tenant_id, p.id, p.create_time) = (u.tenant_id, u.id, u.create_time)`)
  return rowCount ?? 0
}
