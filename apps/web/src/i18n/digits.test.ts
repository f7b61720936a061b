import { languages } from '@huanwei/words/languages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digits } from './digits.ts'

test('numbers are grouped as each language of the product groups them', () => {
  const number = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer({ min: -2000, max: 20_000 }),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value + 0),
  )
  fc.assert(
    fc.property(number, fc.constantFrom(...languages.map(({ code }) => code)), (value, language) => {
      expect(digits(value, language)).toBe(value.toLocaleString(language))
    }),
  )
})
