import { expect, test } from 'vitest'
import { namesIn } from './rules.ts'

test('names are separated by any comma', () => {
  expect(namesIn('调度员，巡查员, 班组长、 ;')).toEqual(['调度员', '巡查员', '班组长'])
})
