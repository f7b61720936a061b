import { expect, test } from 'vitest'
import { isNight } from './night.ts'

test('a new build is loaded between three and four in the morning of Shanghai only', () => {
  const at = (time: string) => isNight(Date.parse(`2026-03-05T${time}+08:00`))
  expect([at('02:59:59'), at('03:00:00'), at('03:59:59'), at('04:00:00'), at('15:30:00')]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})
