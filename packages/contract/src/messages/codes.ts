import type { TextKey } from '@huanwei/words/messages'

/** Source: spec 1, section 3. */
export const MsgType = { violation: '1', reminder: '2', inspection: '3', approval: '4', public: '5' } as const
export type MsgType = (typeof MsgType)[keyof typeof MsgType]

/** Types that sound when a message comes, for who has turned the sound on and has not chosen others. */
export const usualSounds: readonly MsgType[] = [MsgType.violation]

/** Task that a reminder asks its recipient to do. Source: spec 3, section 18. */
export const ReminderTask = {
  approval: 1,
  inspection: 2,
  returnedInspection: 3,
  cleaning: 4,
  complaint: 5,
  /** A violation that the recipient claimed and did not judge. */
  violation: 6,
  /** An exported sheet that is ready. */
  export: 7,
  /** A cleaning report that is still to be processed after its due time. */
  overdueCleaning: 8,
  /** An adjustment of attendance that waits for a decision. */
  adjustment: 9,
  /** A report that is ready. */
  report: 10,
  /** A document of an asset that comes to its end. */
  document: 11,
  /** What the recipient has to do today, or had to do before. */
  deadlines: 12,
  /** Work that the recipient dispatched and that somebody has done. */
  workDone: 13,
  /** Work that the recipient dispatched and that somebody else took back. */
  workRemoved: 14,
  /** What was said in a group of the intercom while the recipient did not hear it. */
  missedSpeech: 15,
} as const
export type ReminderTask = (typeof ReminderTask)[keyof typeof ReminderTask]

/** News in place of a task: to read them is all that is to be done. */
export const newsTasks: readonly ReminderTask[] = [
  ReminderTask.deadlines,
  ReminderTask.workDone,
  ReminderTask.workRemoved,
  ReminderTask.missedSpeech,
]

/** Keys of the names of the tasks. */
export const reminderWords = {
  [ReminderTask.approval]: 'common:reminder.leave',
  [ReminderTask.inspection]: 'common:reminder.inspection',
  [ReminderTask.returnedInspection]: 'common:reminder.returned',
  [ReminderTask.cleaning]: 'common:reminder.cleaning',
  [ReminderTask.complaint]: 'common:reminder.complaint',
  [ReminderTask.violation]: 'common:reminder.violation',
  [ReminderTask.export]: 'common:reminder.export',
  [ReminderTask.overdueCleaning]: 'common:reminder.overdueCleaning',
  [ReminderTask.adjustment]: 'common:reminder.adjustment',
  [ReminderTask.report]: 'common:reminder.report',
  [ReminderTask.document]: 'common:reminder.document',
  [ReminderTask.deadlines]: 'common:reminder.deadlines',
  [ReminderTask.workDone]: 'common:reminder.workDone',
  [ReminderTask.workRemoved]: 'common:reminder.workRemoved',
  [ReminderTask.missedSpeech]: 'common:reminder.missedSpeech',
} as const satisfies Record<ReminderTask, TextKey>

/** Status of a push record: pending, or processed. Source: spec 1, section 7. */
export const PushStatus = { pending: 1, handled: 2 } as const
export type PushStatus = (typeof PushStatus)[keyof typeof PushStatus]
