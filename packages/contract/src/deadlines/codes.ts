/** Something with a deadline: nothing is late, it is still to be done and the last quarter of its time runs, the time is over, or it was done after it. */
export const Timeliness = { inTime: 'inTime', soon: 'soon', overdue: 'overdue', late: 'late' } as const
export type Timeliness = (typeof Timeliness)[keyof typeof Timeliness]

/** What lists are asked for: besides these, what is still to be done by the end of this day and not overdue. */
export const TimelinessAsked = { ...Timeliness, today: 'today' } as const
export type TimelinessAsked = (typeof TimelinessAsked)[keyof typeof TimelinessAsked]

/** The lists of what somebody has to do by a deadline. */
export const DatedQueue = {
  inspection: 'inspection',
  approval: 'approval',
  complaint: 'complaint',
  cleaning: 'cleaning',
} as const
export type DatedQueue = (typeof DatedQueue)[keyof typeof DatedQueue]
