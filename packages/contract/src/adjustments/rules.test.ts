import { expect, test } from 'vitest'
import { AdjustmentStatus } from './codes.ts'
import { decideAdjustment } from './rules.ts'

const { pending, approved, rejected } = AdjustmentStatus
const [person, submitter, decider] = [1, 2, 3]

// The whole machine in one table: a missing row is a missing decision.
test.each([
  [pending, approved, decider, '', { next: approved }],
  [pending, rejected, decider, '定位正常', { next: rejected }],
  [pending, rejected, decider, ' ', { refusal: 'opinionMissing' }],
  ...([approved, rejected] as const).flatMap((next) =>
    [person, submitter].map((who) => [pending, next, who, 'x', { refusal: 'own' }] as const),
  ),
  ...[approved, rejected].flatMap((status) =>
    ([approved, rejected] as const).map((next) => [status, next, decider, 'x', { refusal: 'decided' }] as const),
  ),
] as const)('of %i to %i by %i "%s"', (status, next, userId, opinion, expected) => {
  expect(decideAdjustment({ status, objectId: person, submittedBy: submitter }, next, { userId, opinion })).toEqual(expected)
})
