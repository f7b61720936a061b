import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeAdpcm, encodeAdpcm } from './adpcm.ts'

test('a piece begins at the sample and the step that its head names', () => {
  // From step 7: 7/8, then + 7 + 7/8 of code 4; from step 9: - (9 + 9/2 + 9/4 + 9/8) of code 15.
  expect([...(decodeAdpcm(Uint8Array.of(0x10, 0x00, 0, 0, 0x04, 0xf8)) ?? [])]).toEqual([16, 23, 7, 5])
  expect([...(decodeAdpcm(Uint8Array.of(0xff, 0xff, 0, 0, 0x00)) ?? [])]).toEqual([-1, -1])
  // RFC 3551 has the high byte of the first sample before its low one.
  expect([...(decodeAdpcm(Uint8Array.of(0x01, 0x00, 0, 0, 0x00), true) ?? [])]).toEqual([256, 256])
  expect(decodeAdpcm(Uint8Array.of(0, 0, 0, 0))).toHaveLength(0)
})

test('what does not begin as a piece does is none', () => {
  for (const bytes of [[], [0, 0], [0, 0, 89, 0, 1], [0, 0, 0, 1, 1]]) expect(decodeAdpcm(Uint8Array.from(bytes))).toBeUndefined()
})

test('tones are heard through it, and a piece does not need the one before', () => {
  const tones = Int16Array.from({ length: 3200 }, (_, i) => Math.round(9000 * Math.sin((i / 8000) * 2 * Math.PI * 440)))
  const state = { sample: 0, index: 0 }
  const pieces = Array.from({ length: 10 }, (_, i) => encodeAdpcm(tones.subarray(i * 320, (i + 1) * 320), state))
  for (const [i, piece] of pieces.entries()) {
    expect(piece).toHaveLength(164)
    const heard = decodeAdpcm(piece)
    if (i) for (const [n, sample] of heard?.entries() ?? []) expect(Math.abs(sample - tones[i * 320 + n]!)).toBeLessThan(1500)
  }
})

test('any bytes give samples or nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, isBigEndian) => {
      const heard = decodeAdpcm(bytes, isBigEndian)
      if (heard) expect(heard).toHaveLength((bytes.length - 4) * 2)
    }),
  )
})
