import { getExportUrl } from '@huanwei/contract/exports/endpoints'
import { MsgType, PushStatus, ReminderTask } from '@huanwei/contract/messages/codes'
import { listReminderPushes, markRead, type ReminderPush } from '@huanwei/contract/messages/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '../../lib/api.ts'
import { saveFrom } from '../../lib/save.ts'
import { useSession } from '../../lib/session.ts'
import { cleaningPlace, intercomPlace, violationPlaces } from './message-types.ts'

/** Page where each task is done; a sheet is saved from anywhere, what has no page of its own is shown by its reminder. */
const places: Partial<Record<ReminderTask, string>> = {
  [ReminderTask.approval]: '/event/approval/index',
  [ReminderTask.inspection]: '/event/inspection/index',
  [ReminderTask.returnedInspection]: '/event/inspection/index',
  [ReminderTask.cleaning]: cleaningPlace,
  [ReminderTask.overdueCleaning]: cleaningPlace,
  [ReminderTask.workDone]: cleaningPlace,
  [ReminderTask.workRemoved]: cleaningPlace,
  [ReminderTask.adjustment]: '/attendance/index?view=adjustments',
  [ReminderTask.complaint]: '/event/public/index',
  [ReminderTask.report]: '/report/index',
  [ReminderTask.missedSpeech]: intercomPlace,
  [ReminderTask.violation]: violationPlaces[ObjectType.vehicle],
}

/** The newest open reminder of what no other list holds. */
export function useOnlyReminders() {
  const pushObjectId = useSession((s) => s.session?.user.userId) ?? 0
  const asked = { msgType: MsgType.reminder, pushObjectId, status: PushStatus.pending, unlisted: 1, size: 1 } as const
  return useQuery(query(listReminderPushes, asked))
}

/** Marks a reminder as read, and answers the address of what it is about; undefined for a sheet, which it saves. */
export async function readReminder(reminder: ReminderPush): Promise<string | undefined> {
  await call(markRead, { id: reminder.pushId })
  if (reminder.task === ReminderTask.export) {
    saveFrom((await call(getExportUrl, { id: reminder.id })).url)
    return undefined
  }
  const place = places[reminder.task]
  if (!place) return `/activti/detail/${reminder.pushId}`
  return `${place}${place.includes('?') ? '&' : '?'}open=${reminder.id}`
}
