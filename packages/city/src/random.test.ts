import { expect, test } from 'vitest'
import { between, pick, seeded, whole } from './random.ts'

test('the same seed gives the same stream, another seed another', () => {
  const stream = (seed: number) => Array.from({ length: 20 }, seeded(seed))
  expect(stream(42)).toEqual(stream(42))
  expect(stream(42)).not.toEqual(stream(43))
})

test('draws stay in range and reach all of it', () => {
  const random = seeded(3)
  const draws = new Set(Array.from({ length: 500 }, () => whole(random, 1, 6)))
  expect([...draws].toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  for (let n = 0; n < 500; n++) {
    const value = between(random, -2, 3)
    expect(value).toBeGreaterThanOrEqual(-2)
    expect(value).toBeLessThan(3)
  }
  expect(() => pick(random, [])).toThrow(RangeError)
})
