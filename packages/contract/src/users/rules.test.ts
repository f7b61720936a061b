import { expect, test } from 'vitest'
import { phoneProblem } from './rules.ts'

test.each([
  ['13800000001', undefined],
  ['', 'enterPhone'],
  ['1380000000', 'phoneLength'],
  ['138000000012', 'phoneLength'],
  ['23800000001', 'phoneFormat'],
  ['1380000000a', 'phoneFormat'],
  ['１３８00000001', 'phoneFormat'],
])('phone %j: %s', (phone, problem) => {
  expect(phoneProblem(phone)).toBe(problem)
})
