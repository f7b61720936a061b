import { expect, test } from 'vitest'
import { encodeALaw, encodeMuLaw, samplesOf } from './g711.ts'

// Source: ITU-T G.711, table 1a, with the inverted bits.
test.each([
  [0, 0xd5],
  [-1, 0x55],
  [255, 0xda],
  [256, 0xc5],
  [-256, 0x5a],
  [32_767, 0xaa],
  [-32_768, 0x2a],
])('the sample %i is %i in A-law', (sample, byte) => expect(encodeALaw(sample)).toBe(byte))

// Source: ITU-T G.711, table 2a.
test.each([
  [0, 0xff],
  [-1, 0x7f],
  [32_767, 0x80],
  [-32_768, 0x00],
  [132, 0xef],
])('the sample %i is %i in µ-law', (sample, byte) => expect(encodeMuLaw(sample)).toBe(byte))

test('the header that some recorders set before their sound is no sound', () => {
  expect(samplesOf(Buffer.of(0, 1, 2, 0, 5, 6, 7, 8))).toEqual(Buffer.of(5, 6, 7, 8))
  for (const whole of [Buffer.of(0, 1, 3, 0, 5, 6, 7, 8), Buffer.of(1, 1, 2, 0, 5, 6, 7, 8), Buffer.of(0, 1, 0, 0)])
    expect(samplesOf(whole)).toBe(whole)
})
