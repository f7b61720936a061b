import { expect, test } from 'vitest'
import { PicturePace } from './picture-pace.ts'

test('a terminal is asked once a minute', () => {
  const pace = new PicturePace()
  expect([0, 59_999, 60_000].map((now) => pace.take(1, now))).toEqual([true, false, true])
  expect(pace.take(2, 60_000)).toBe(true)
})

test('of many at once 600 a minute are asked', () => {
  const pace = new PicturePace()
  const asked = Array.from({ length: 10_000 }, (_, id) => pace.take(id, 1000)).filter(Boolean)
  expect(asked).toHaveLength(600)
  expect(pace.take(9_999, 61_000)).toBe(true)
})
