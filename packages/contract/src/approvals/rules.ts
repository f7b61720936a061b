import type { Deadline } from '../deadlines/rules.ts'
import { dayMs } from '../time.ts'
import { ApprovalStatus, Half } from './codes.ts'

export type ApprovalAct = 'approve' | 'reject' | 'revoke'
export type ApprovalRefusal = 'approvalDecided' | 'approvalRevoked' | 'opinionMissing' | 'ownApproval' | 'notSubmitter'

/** The actor: an application is withdrawn by its submitter, and decided by anybody but the applicant and the submitter. */
type Actor = { userId: number; opinion: string }
type Application = { status: ApprovalStatus; objectId: number; submittedBy: number }

/** State of an application after an act. */
export const outcomes = {
  approve: ApprovalStatus.approved,
  reject: ApprovalStatus.rejected,
  revoke: ApprovalStatus.revoked,
} as const

/**
 * Returns the state of an application after `act`, or the refusal. Pure: the server asks before it writes, the drawer to know its buttons.
 * Source: spec 2, section 4.2; spec 3, section 10.
 */
export function decide(
  { status, objectId, submittedBy }: Application,
  act: ApprovalAct,
  { userId, opinion }: Actor,
): { next: ApprovalStatus } | { refusal: ApprovalRefusal } {
  if (status === ApprovalStatus.revoked) return { refusal: 'approvalRevoked' }
  if (status !== ApprovalStatus.pending) return { refusal: 'approvalDecided' }
  if (act === 'revoke') return userId === submittedBy ? { next: outcomes.revoke } : { refusal: 'notSubmitter' }
  if (userId === objectId || userId === submittedBy) return { refusal: 'ownApproval' }
  if (act === 'reject' && opinion.trim() === '') return { refusal: 'opinionMissing' }
  return { next: outcomes[act] }
}

/** From a half of one day through a half of another, both included. Days are `yyyy-MM-dd`. */
export type Span = { firstDay: string; firstHalf: Half; lastDay: string; lastHalf: Half }

const halvesSinceEpoch = (day: string, half: Half) =>
  (Date.parse(`${day}T00:00:00Z`) / dayMs) * 2 + (half === Half.afternoon ? 1 : 0)

/** Days of a span, in halves; 0 or less when it ends before it begins. */
export const daysOf = ({ firstDay, firstHalf, lastDay, lastHalf }: Span) =>
  (halvesSinceEpoch(lastDay, lastHalf) - halvesSinceEpoch(firstDay, firstHalf) + 1) / 2

/** The longest that one application is for: a leap year. */
export const mostDays = 366

/** True when two spans share a half day. */
export const overlap = (a: Span, b: Span) =>
  halvesSinceEpoch(a.firstDay, a.firstHalf) <= halvesSinceEpoch(b.lastDay, b.lastHalf) &&
  halvesSinceEpoch(b.firstDay, b.firstHalf) <= halvesSinceEpoch(a.lastDay, a.lastHalf)

type Dated = Pick<Deadline, 'soonTime' | 'dueTime'> & { status: ApprovalStatus; decideTime: string | null }
/** It is to be decided by then. Pure. */
export const approvalDeadline = ({ soonTime, dueTime, status, decideTime }: Dated): Deadline => ({
  soonTime,
  dueTime,
  isOpen: status === ApprovalStatus.pending,
  doneTime: decideTime,
})
