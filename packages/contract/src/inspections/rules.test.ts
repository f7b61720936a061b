import { expect, test } from 'vitest'
import { InspectionStatus } from './codes.ts'
import {
  actOf,
  assesses,
  decide,
  decideRemoval,
  disposeMinutes,
  type InspectionAct,
  standardOf,
  tabOf,
  tabsAsked,
} from './rules.ts'

const { waiting, fedBack, closed } = InspectionStatus
const [responsible, reporter, handler, other] = [1, 2, 3, 4]
const acts = ['feedback', 'return', 'close'] as const
const act = (status: InspectionStatus, what: InspectionAct, userId: number, remark = '') =>
  decide({ status, responsibleId: responsible, reportPersonId: reporter }, what, {
    userId,
    mayHandle: userId === handler,
    remark,
  })

// The whole machine in one table: a missing row is a missing decision.
test.each([
  ...[responsible, handler].map((who) => [waiting, 'feedback', who, '', { next: { status: fedBack, ifReturn: null } }] as const),
  ...[reporter, other].map((who) => [waiting, 'feedback', who, '', { refusal: 'notResponsible' }] as const),
  ...(['return', 'close'] as const).map((what) => [waiting, what, handler, 'x', { refusal: 'inspectionWaits' }] as const),
  [fedBack, 'feedback', responsible, '', { refusal: 'inspectionFedBack' }],
  ...[reporter, handler].flatMap((who) => [
    [fedBack, 'return', who, '不合格', { next: { status: waiting, ifReturn: 1 } }] as const,
    [fedBack, 'return', who, ' ', { refusal: 'reasonMissing' }] as const,
    [fedBack, 'close', who, '', { next: { status: closed, ifReturn: null } }] as const,
  ]),
  ...[responsible, other].flatMap((who) =>
    (['return', 'close'] as const).map((what) => [fedBack, what, who, 'x', { refusal: 'notReporter' }] as const),
  ),
  ...acts.map((what) => [closed, what, handler, 'x', { refusal: 'inspectionClosed' }] as const),
] as const)('%i %s by %i "%s"', (status, what, who, remark, expected) => {
  expect(act(status, what, who, remark)).toEqual(expected)
})

test('minutes used are floored', () => {
  expect(disposeMinutes(0, 59_999)).toBe(0)
  expect(disposeMinutes(0, 3_600_000)).toBe(60)
})

test.each([
  [waiting, 1, 'return', 4],
  [waiting, null, undefined, 1],
  [fedBack, null, 'feedback', 2],
  [closed, null, 'close', 3],
] as const)('status %i, ifReturn %s asks for %s and stands under tab %i', (status, ifReturn, act, tab) => {
  expect([actOf(status, ifReturn), tabOf({ status, ifReturn })]).toEqual([act, tab])
})

test.each([
  [undefined, undefined, undefined],
  [1, undefined, [1, 4]],
  [2, undefined, [2]],
  [3, undefined, [3]],
  [undefined, 1, [4]],
  [1, 1, [4]],
  [2, 1, []],
] as const)('asked for status %s and ifReturn %s the tabs are %j', (status, ifReturn, tabs) => {
  expect(tabsAsked(status, ifReturn)).toEqual(tabs)
})

test.each([
  [waiting, false, reporter, 'may'],
  [waiting, false, handler, 'may'],
  [waiting, false, responsible, { refusal: 'notReporter' }],
  [waiting, true, reporter, { refusal: 'inspectionFedBack' }],
  [fedBack, true, handler, { refusal: 'inspectionFedBack' }],
  [closed, true, handler, { refusal: 'inspectionClosed' }],
] as const)('status %i, answered %s, taken back by %i: %j', (status, isAnswered, userId, expected) => {
  const actor = { userId, mayHandle: userId === handler }
  expect(decideRemoval({ status, reportPersonId: reporter, isAnswered }, actor)).toEqual(expected)
})

test('an assessment item called like a property of every object brings nothing', () => {
  expect([standardOf('constructor'), assesses('constructor', '1')]).toEqual([undefined, true])
})
