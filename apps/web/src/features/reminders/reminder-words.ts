import { ReminderTask } from '@huanwei/contract/messages/codes'
import type { KeyOf } from '@huanwei/words/messages'

/** Keys of the names of tasks. */
export const taskWords: Record<ReminderTask, KeyOf<'common'>> = {
  [ReminderTask.approval]: 'reminder.leave',
  [ReminderTask.inspection]: 'reminder.inspection',
  [ReminderTask.returnedInspection]: 'reminder.returned',
  [ReminderTask.cleaning]: 'reminder.cleaning',
  [ReminderTask.overdueCleaning]: 'reminder.overdueCleaning',
  [ReminderTask.adjustment]: 'reminder.adjustment',
  [ReminderTask.complaint]: 'reminder.complaint',
  [ReminderTask.violation]: 'reminder.violation',
  [ReminderTask.document]: 'reminder.document',
  [ReminderTask.export]: 'reminder.export',
  [ReminderTask.report]: 'reminder.report',
}
