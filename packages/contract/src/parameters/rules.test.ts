import { expect, test } from 'vitest'
import { isParameterValue } from './rules.ts'

test.each([
  ['number', 'claim_minutes', '5', true],
  ['number', 'claim_minutes', '0', false],
  ['number', 'claim_minutes', '61', false],
  ['number', 'claim_minutes', '5.5', false],
  ['number', 'claim_minutes', '', false],
  ['number', 'own', '-12', true],
  ['number', 'own', '9999999999', false],
  ['yesNo', 'cleaning_overdue_reminder', '1', true],
  ['yesNo', 'cleaning_overdue_reminder', 'yes', false],
  ['text', 'own', '', true],
] as const)('a %s %s may be %j: %s', (kind, key, value, may) => {
  expect(isParameterValue(kind, key, value)).toBe(may)
})
