/** What became of a person's day. Source: spec 3, section 19. */
export const AttendanceState = {
  normal: 'normal',
  late: 'late',
  early: 'early',
  absent: 'absent',
  leave: 'leave',
  rest: 'rest',
} as const
export type AttendanceState = (typeof AttendanceState)[keyof typeof AttendanceState]

/** The states in the order of legends and totals. */
export const attendanceStates = Object.values(AttendanceState)

/** Whether somebody whose shift covers this minute was seen since it opened, or is absent with approval. */
export const RosterState = { seen: 'seen', unseen: 'unseen', away: 'away' } as const
export type RosterState = (typeof RosterState)[keyof typeof RosterState]

/** Direction of a clocking on the phone. */
export const ClockKind = { in: 'in', out: 'out' } as const
export type ClockKind = (typeof ClockKind)[keyof typeof ClockKind]
