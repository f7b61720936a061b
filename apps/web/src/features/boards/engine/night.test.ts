import { expect, test } from 'vitest'
import { isNight, ownMinute } from './night.ts'

test('a new build is loaded between three and four in the morning of Shanghai only', () => {
  const at = (time: string, minute = 0) => isNight(Date.parse(`2026-03-05T${time}+08:00`), minute)
  expect([at('02:59:59'), at('03:00:00'), at('03:59:59'), at('04:00:00'), at('15:30:00')]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  expect([at('03:29:59', 30), at('03:30:00', 30), at('04:00:00', 30)]).toEqual([false, true, false])
  expect(ownMinute()).toBeLessThan(60)
})
