import { expect, test } from 'vitest'
import { AlarmType } from './codes.ts'
import { decide } from './rules.ts'

const { pending, real, falseSystem, falseDispatch, revoked } = AlarmType
const handled = { refusal: 'alreadyHandled' }
const notYet = { refusal: 'notHandledYet' }
const final = { refusal: 'alreadyRevoked' }

// The whole machine in one table: a missing row is a missing decision.
test.each([
  [pending, pending, handled],
  [pending, real, { next: real }],
  [pending, falseSystem, { next: falseSystem }],
  [pending, falseDispatch, { next: falseDispatch }],
  [pending, revoked, notYet],
  ...[real, falseSystem, falseDispatch].flatMap((verdict) => [
    [verdict, pending, handled] as const,
    [verdict, real, handled] as const,
    [verdict, falseSystem, handled] as const,
    [verdict, falseDispatch, handled] as const,
    [verdict, revoked, { next: revoked }] as const,
  ]),
  ...[pending, real, falseSystem, falseDispatch, revoked].map((next) => [revoked, next, final] as const),
] as const)('%i to %i', (now, next, expected) => {
  expect(decide(now, next)).toEqual(expected)
})
