import { expect, test } from 'vitest'
import { initialsOf, labelMatches } from './initials.ts'

test.each([
  ['车辆违章', 'clwz'],
  ['实时监控', 'ssjk'],
  ['首页', 'sy'],
  ['用户', 'yh'],
  ['角色', 'js'],
  ['垃圾桶', 'ljt'],
  ['爱环卫', 'ahw'],
  ['组织 A1', 'zza1'],
  ['Home', 'home'],
])('%s → %s', (text, initials) => expect(initialsOf(text)).toBe(initials))

test('a label is found as it is written, by its initials, whatever the case and the spaces', () => {
  expect(labelMatches('车辆违章', '违章')).toBe(true)
  expect(labelMatches('车辆违章', 'CL wz')).toBe(true)
  expect(labelMatches('Vehicle violations', 'viol')).toBe(true)
  expect(labelMatches('车辆违章', 'xyz')).toBe(false)
})
