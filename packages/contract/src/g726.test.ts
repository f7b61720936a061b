import fc from 'fast-check'
import { expect, test } from 'vitest'
import { G726, g726Bits, g726Orders, packG726, unpackG726 } from './g726.ts'

/** A second of two tones, 16 bits. */
const tones = Array.from({ length: 8000 }, (_, i) =>
  Math.round(9000 * Math.sin((i / 8000) * 2 * Math.PI * 440) + 2000 * Math.sin((i / 8000) * 2 * Math.PI * 1310)),
)
/** How much louder the sound is than what was added to it, dB, once the decoder has settled. */
function clarity(sent: number[], heard: number[]) {
  const power = (values: number[]) => values.slice(800).reduce((sum, one) => sum + one ** 2, 0)
  return 10 * Math.log10(power(sent) / power(sent.map((one, i) => one - (heard[i] ?? 0))))
}

test.each([
  [2, 15],
  [3, 24],
  [4, 32],
  [5, 38],
] as const)('tones are heard through codes of %i bits, %i dB above what is added to them', (bits, least) => {
  const [encoder, decoder] = [new G726(bits), new G726(bits)]
  for (const order of g726Orders) {
    const bytes = packG726(
      tones.map((sample) => encoder.encode(sample)),
      bits,
      order,
    )
    expect(bytes.length).toBe(bits * 1000)
    const heard = unpackG726(bytes, bits, order).map((code) => decoder.decode(code))
    expect(clarity(tones, heard)).toBeGreaterThan(least)
  }
})

test('codes stand in bytes from their lowest or their highest bits on', () => {
  expect(unpackG726(Uint8Array.of(0b10_000_001, 0b1), 3, 'lowFirst')).toEqual([1, 0, 6, 0, 0])
  expect(unpackG726(Uint8Array.of(0b001_000_10, 0b1_000_0000), 3, 'highFirst')).toEqual([1, 0, 5, 0, 0])
  fc.assert(
    fc.property(fc.constantFrom(...g726Bits), fc.constantFrom(...g726Orders), fc.array(fc.nat()), (bits, order, numbers) => {
      const codes = numbers.slice(0, numbers.length - (numbers.length % 8)).map((one) => one % 2 ** bits)
      expect(unpackG726(packG726(codes, bits, order), bits, order)).toEqual(codes)
    }),
  )
})

test('whatever the codes are, samples stay samples', () => {
  fc.assert(
    fc.property(fc.constantFrom(...g726Bits), fc.uint8Array({ minLength: 400, maxLength: 800 }), (bits, bytes) => {
      const decoder = new G726(bits)
      const samples = unpackG726(bytes, bits, 'lowFirst').map((code) => decoder.decode(code))
      expect(samples.filter((sample) => !Number.isInteger(sample) || sample < -32_768 || sample > 32_767)).toEqual([])
    }),
  )
})
