/** Current status and position of an object. Source: spec 1, section 4; spec 2, section 4.5. */
export const Status = { stationary: 0, moving: 1, alert: 2, warning: 3, offline: 10 } as const
export type Status = (typeof Status)[keyof typeof Status]

/** Topics of the live channel. Source: spec 3, section 13. */
export const Topic = {
  person: '/live/person',
  vehicle: '/live/vehicle',
  facility: '/live/facility',
  message: '/live/message',
  rights: '/live/rights',
  dictionary: '/live/dictionary',
  emergency: '/live/emergency',
  stream: '/live/stream',
  work: '/live/work',
} as const
export type Topic = (typeof Topic)[keyof typeof Topic]

/** Topic of a user's task reminders, as plain text: the task's name. Open to that user alone. Source: spec 1, section 7; spec 4, S0 §7. */
export const reminderTopic = (username: string, tenantId: number) => `/task/${username}-${tenantId}/remind`
