/** Something with a deadline: nothing is late, it is still to be done and the last quarter of its time runs, the time is over, or it was done after it. */
export const Timeliness = { inTime: 'inTime', soon: 'soon', overdue: 'overdue', late: 'late' } as const
export type Timeliness = (typeof Timeliness)[keyof typeof Timeliness]
