import { expect, test } from 'vitest'
import { validityOf } from './rules.ts'

test.each([
  [null, 'valid'],
  ['2026-03-31', 'valid'],
  ['2026-03-30', 'expiring'],
  ['2026-02-28', 'expiring'],
  ['2026-02-27', 'expired'],
])('a document that is good until %s is %s on 28 February', (expires, validity) => {
  expect(validityOf(expires, '2026-02-28', 30)).toBe(validity)
})
