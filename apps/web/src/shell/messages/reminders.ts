import { MsgType, PushStatus, ReminderTask } from '@huanwei/contract/messages/codes'
import { listReminderPushes, markRead } from '@huanwei/contract/messages/endpoints'
import { call } from '../../lib/api.ts'
import { cleaningPlace } from './message-types.ts'

/** Page where each task is done. */
const places: Record<ReminderTask, string> = {
  [ReminderTask.approval]: '/event/approval/index',
  [ReminderTask.inspection]: '/event/inspection/index',
  [ReminderTask.returnedInspection]: '/event/inspection/index',
  [ReminderTask.cleaning]: cleaningPlace,
  [ReminderTask.complaint]: '/event/public/index',
}
/** Open reminders among which the newest unread one is looked for. */
const sought = 100

/** Marks the person's newest unread reminder as read, and answers the address of what it is about; undefined when there is none. */
export async function readReminder(userId: number): Promise<string | undefined> {
  const asked = { msgType: MsgType.reminder, pushObjectId: userId, status: PushStatus.pending, size: sought }
  const { records } = await call(listReminderPushes, asked)
  const reminder = records.find(({ readUnread }) => readUnread === 0)
  if (!reminder) return undefined
  await call(markRead, { id: reminder.pushId })
  return `${places[reminder.task]}?open=${reminder.id}`
}
