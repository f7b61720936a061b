import { seeded } from '@huanwei/city/random'

/** A stream of numbers in [0, 1) for these whole numbers in this order: always the same for the same ones. */
export function chance(...of: readonly number[]): () => number {
  let mixed = 0x811c9dc5
  for (const one of of) {
    mixed = Math.imul(mixed ^ (one >>> 0), 0x01000193)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed ^ Math.floor(one / 4_294_967_296), 0x85ebca6b)
    mixed ^= mixed >>> 13
  }
  return seeded(mixed)
}
