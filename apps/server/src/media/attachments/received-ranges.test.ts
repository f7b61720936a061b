import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReceivedRanges } from './received-ranges.ts'

const size = 40
const range = fc.tuple(fc.nat(size), fc.nat(size)).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))

test('what is missing is what no part covers, in as few parts as that takes', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 15 }), (parts) => {
      const ranges = new ReceivedRanges()
      for (const { start, end } of parts) ranges.add(start, end)
      const expected = Array.from({ length: size }, (_, at) => !parts.some(({ start, end }) => at >= start && at < end))
      const missing = ranges.missingOf(size, 255)
      const said = Array.from({ length: size }, (_, at) =>
        missing.some(({ offset, length }) => at >= offset && at < offset + length),
      )
      expect(said).toEqual(expected)
      const beginnings = expected.filter((isMissing, at) => isMissing && !expected[at - 1]).length
      expect(missing).toHaveLength(beginnings)
      expect(ranges.missingOf(size, 1)).toEqual(missing.slice(0, 1))
    }),
  )
})
