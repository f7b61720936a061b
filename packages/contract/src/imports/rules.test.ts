import { expect, test } from 'vitest'
import { genderOf, namesIn } from './rules.ts'

test.each([
  ['男', '0'],
  [' 女 ', '1'],
  ['Male', '0'],
  ['', '2'],
  ['x', undefined],
])('gender %j: %s', (text, gender) => {
  expect(genderOf(text)).toBe(gender)
})

test('names are separated by any comma', () => {
  expect(namesIn('调度员，巡查员, 班组长、 ;')).toEqual(['调度员', '巡查员', '班组长'])
})
