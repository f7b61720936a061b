import { at } from './geometry.ts'

/** A deterministic stream of numbers in [0, 1): mulberry32. The same seed always gives the same stream. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Draws an element of the list. Throws RangeError on an empty list. */
export const pick = <T>(random: () => number, list: readonly T[]): T => at(list, Math.floor(random() * list.length))

/** Draws a number in [low, high). */
export const between = (random: () => number, low: number, high: number): number => low + random() * (high - low)

/** Draws a whole number in [low, high], both included. */
export const whole = (random: () => number, low: number, high: number): number => Math.floor(between(random, low, high + 1))
