import { getExportUrl } from '@huanwei/contract/exports/endpoints'
import { MsgType, PushStatus, ReminderTask } from '@huanwei/contract/messages/codes'
import { listReminderPushes, markRead } from '@huanwei/contract/messages/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { call } from '../../lib/api.ts'
import { saveFrom } from '../../lib/save.ts'
import { cleaningPlace, violationPlaces } from './message-types.ts'

/** Page where each task is done; a sheet is saved from anywhere, a document is shown by its reminder. */
const places: Record<Exclude<ReminderTask, typeof ReminderTask.export | typeof ReminderTask.document>, string> = {
  [ReminderTask.approval]: '/event/approval/index',
  [ReminderTask.inspection]: '/event/inspection/index',
  [ReminderTask.returnedInspection]: '/event/inspection/index',
  [ReminderTask.cleaning]: cleaningPlace,
  [ReminderTask.overdueCleaning]: cleaningPlace,
  [ReminderTask.adjustment]: '/attendance/index?view=adjustments',
  [ReminderTask.complaint]: '/event/public/index',
  [ReminderTask.report]: '/report/index',
  [ReminderTask.violation]: violationPlaces[ObjectType.vehicle],
}
/** Open reminders among which the newest unread one is looked for. */
const sought = 100

/**
 * Marks the person's newest unread reminder as read, and answers the address of what it is about; undefined when there is none. One of a sheet
 * saves it.
 */
export async function readReminder(userId: number): Promise<string | undefined> {
  const asked = { msgType: MsgType.reminder, pushObjectId: userId, status: PushStatus.pending, size: sought }
  const { records } = await call(listReminderPushes, asked)
  const reminder = records.find(({ readUnread }) => readUnread === 0)
  if (!reminder) return undefined
  await call(markRead, { id: reminder.pushId })
  if (reminder.task === ReminderTask.export) {
    saveFrom((await call(getExportUrl, { id: reminder.id })).url)
    return undefined
  }
  // A document has no page of its own: the reminder shows it.
  if (reminder.task === ReminderTask.document) return `/activti/detail/${reminder.pushId}`
  const place = places[reminder.task]
  return `${place}${place.includes('?') ? '&' : '?'}open=${reminder.id}`
}
