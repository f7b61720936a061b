import { expect, test } from 'vitest'
import { ApprovalStatus, Half } from './codes.ts'
import { type ApprovalAct, daysOf, decide, overlap } from './rules.ts'

const { pending, approved, rejected, revoked } = ApprovalStatus
const [applicant, proxy, approver] = [1, 2, 3]
const act = (status: ApprovalStatus, what: ApprovalAct, userId: number, opinion = '') =>
  decide({ status, objectId: applicant, submittedBy: proxy }, what, { userId, opinion })

// The whole machine in one table: a missing row is a missing decision.
test.each([
  [pending, 'approve', approver, '', { next: approved }],
  [pending, 'reject', approver, '人手不足', { next: rejected }],
  [pending, 'reject', approver, ' ', { refusal: 'opinionMissing' }],
  [pending, 'revoke', proxy, '', { next: revoked }],
  [pending, 'revoke', applicant, '', { refusal: 'notSubmitter' }],
  [pending, 'revoke', approver, '', { refusal: 'notSubmitter' }],
  ...(['approve', 'reject'] as const).flatMap((what) =>
    [applicant, proxy].map((who) => [pending, what, who, 'x', { refusal: 'ownApproval' }] as const),
  ),
  ...[approved, rejected].flatMap((status) =>
    (['approve', 'reject', 'revoke'] as const).map(
      (what) => [status, what, approver, 'x', { refusal: 'approvalDecided' }] as const,
    ),
  ),
  ...(['approve', 'reject', 'revoke'] as const).map(
    (what) => [revoked, what, proxy, 'x', { refusal: 'approvalRevoked' }] as const,
  ),
] as const)('%i %s by %i "%s"', (status, what, who, opinion, expected) => {
  expect(act(status, what, who, opinion)).toEqual(expected)
})

const span = (firstDay: string, firstHalf: Half, lastDay: string, lastHalf: Half) => ({ firstDay, firstHalf, lastDay, lastHalf })
const { morning, afternoon } = Half

test.each([
  [span('2026-01-05', morning, '2026-01-05', morning), 0.5],
  [span('2026-01-05', morning, '2026-01-05', afternoon), 1],
  [span('2026-01-05', afternoon, '2026-01-06', morning), 1],
  [span('2026-02-28', morning, '2026-03-01', afternoon), 2],
  [span('2026-01-05', afternoon, '2026-01-05', morning), 0],
])('%o lasts %d days', (one, days) => expect(daysOf(one)).toBe(days))

test('spans that share a half day overlap, those that only touch do not', () => {
  const one = span('2026-01-05', morning, '2026-01-06', morning)
  expect(overlap(one, span('2026-01-06', morning, '2026-01-07', morning))).toBe(true)
  expect(overlap(one, span('2026-01-06', afternoon, '2026-01-07', morning))).toBe(false)
  expect(overlap(span('2026-01-06', afternoon, '2026-01-07', morning), one)).toBe(false)
})
