import { describe, expect, test } from 'vitest'
import { metresBetween } from './geometry.ts'

/** Metres of one degree of latitude on the sphere used. */
const degree = 111_195.08

describe('metresBetween', () => {
  test('a degree of latitude, a degree of longitude at 60° north, nothing', () => {
    expect(metresBetween(120, 30, 120, 31)).toBeCloseTo(degree, 0)
    expect(metresBetween(120, 60, 121, 60)).toBeCloseTo(degree / 2, -1)
    expect(metresBetween(120, 30, 120, 30)).toBe(0)
  })
  test('Beijing to Shanghai', () => {
    expect(metresBetween(116.4074, 39.9042, 121.4737, 31.2304) / 1000).toBeCloseTo(1067.3, 0)
  })
})
