import { expect, test } from 'vitest'
import { heardOf, statusBits, withoutSystems } from './rules.ts'

test('without the satellite systems, a status word says what is on, that there is a fix, and that it moves', () => {
  const status = 0b0100_1100_0000_0000_0000_0011
  expect(statusBits(status)).toEqual([0, 1, 18, 19, 22])
  expect(statusBits(withoutSystems(status))).toEqual([0, 1, 22])
})

test('a terminal was heard of in one of four spans, each with its end', () => {
  const minutes = [0, 1, 1.01, 5, 5.01, 60, 60.01]
  expect(minutes.map((ago) => heardOf(ago * 60_000))).toEqual([
    'minute',
    'minute',
    'minutes',
    'minutes',
    'hour',
    'hour',
    'longer',
  ])
  expect([heardOf(-1000), heardOf(undefined)]).toEqual(['minute', 'longer'])
})
