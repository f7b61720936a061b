import { seeded } from '@huanwei/city/random'

/** A stream of random numbers in [0, 1) seeded by these whole numbers: the same keys in the same order give the same stream. */
export function randomStream(...keys: readonly number[]): () => number {
  let mixed = 0x811c9dc5
  for (const key of keys) {
    mixed = Math.imul(mixed ^ (key >>> 0), 0x01000193)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed ^ Math.floor(key / 4_294_967_296), 0x85ebca6b)
    mixed ^= mixed >>> 13
  }
  return seeded(mixed)
}
