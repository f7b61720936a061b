import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hevcSequenceIn } from './hevc-parameters.ts'

// As encoders of cameras write them.
const sequences: [string, number, number][] = [
  ['42010101600000030090000003000003005da00280802d165959a4932bc05a70800001f480003a9804', 1280, 720],
  ['420101016000000300900000030000030078a003c08010e596666924cae010000003001000000301e080', 1920, 1080],
]

test.each(sequences)('a sequence parameter set of H.265 says the size of its pictures', (hex, width, height) => {
  const found = hevcSequenceIn(Buffer.from(hex, 'hex'))
  expect(found).toMatchObject({ width, height, colours: 1, lumaBits: 0, colourBits: 0, layers: 1, isNested: true })
  // Main profile; the level is that of the set.
  expect(found?.profile.toString('hex')).toMatch(/^01600000009000000000000?(5d|78)$/)
})

test('what cannot be read says nothing, whatever it is', () => {
  expect(hevcSequenceIn(Buffer.of(0x42, 1, 1))).toBeUndefined()
  for (const [hex] of sequences) expect(hevcSequenceIn(Buffer.from(hex, 'hex').subarray(0, 20))).toBeUndefined()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const found = hevcSequenceIn(Buffer.from(bytes))
      if (found) expect(found.width > 0 && found.height > 0 && found.width < 0x10000 && found.height < 0x10000).toBe(true)
    }),
  )
})
