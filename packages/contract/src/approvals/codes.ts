/** Source: spec 2, section 4.2; 4 is one of its "any other value is revoked". */
export const ApprovalStatus = { pending: 1, approved: 2, rejected: 3, revoked: 4 } as const
export type ApprovalStatus = (typeof ApprovalStatus)[keyof typeof ApprovalStatus]

/** Types of leave that the product knows; an organisation adds its own to the dictionary `leave_type`. Source: spec 2, section 4.4. */
export const LeaveType = {
  rest: 0,
  work: 1,
  undetermined: 2,
  personal: 3,
  timeOff: 4,
  sick: 5,
  annual: 6,
  marriage: 7,
  maternity: 8,
  paternity: 9,
  bereavement: 10,
  other: 11,
  workInjury: 12,
} as const
export type LeaveType = (typeof LeaveType)[keyof typeof LeaveType]
/** The largest value of a type of leave. */
export const mostLeaveType = 9999

/** Half of a day. */
export const Half = { morning: 'am', afternoon: 'pm' } as const
export type Half = (typeof Half)[keyof typeof Half]
