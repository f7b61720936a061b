import { expect, test } from 'vitest'
import { genderOf } from './gender.ts'

test.each([
  ['男', '0'],
  [' 女 ', '1'],
  ['Male', '0'],
  ['f', '1'],
  ['保密', '2'],
  ['1', '1'],
  ['', '2'],
  ['x', undefined],
])('gender %j: %s', (text, gender) => {
  expect(genderOf(text)).toBe(gender)
})
