import { expect, test } from 'vitest'
import { statusBits, withoutSystems } from './rules.ts'

test('without the satellite systems, a status word says what is on, that there is a fix, and that it moves', () => {
  const status = 0b0100_1100_0000_0000_0000_0011
  expect(statusBits(status)).toEqual([0, 1, 18, 19, 22])
  expect(statusBits(withoutSystems(status))).toEqual([0, 1, 22])
})
