import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

const hourMs = 3_600_000

test('a clock that is set back refuses nobody for longer than their pace does', () => {
  const may = createRateLimiter({ burst: 2, perSecond: 1, maxKeys: 2 })
  let now = 2 * hourMs
  expect([may('a', now), may('a', now), may('a', now), may('b', now)]).toEqual([true, true, false, true])
  now -= hourMs
  expect(may('a', now)).toBe(false)
  now += 1000
  expect([may('a', now), may('a', now)]).toEqual([true, false])
  // The place of one that was last seen at a time to come is free.
  expect(may('c', now)).toBe(true)
})
