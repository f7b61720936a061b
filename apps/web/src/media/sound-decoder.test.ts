import { encodeAdpcm } from '@huanwei/contract/adpcm'
import { G726, g726Bits, g726Orders, packG726 } from '@huanwei/contract/g726'
import { pageSoundHead, pageSounds } from '@huanwei/contract/video/codes'
import { afterEach, expect, test, vi } from 'vitest'
import { createSoundDecoder } from './sound-decoder.ts'
import type { SoundPiece } from './sound-piece.ts'

afterEach(() => vi.unstubAllGlobals())

const samplesOfPiece = 320
/** What is said: a vowel, pulses and breath that sound in a mouth. */
const voice = sounding(samplesOfPiece * 40)
function sounding(length: number) {
  const samples = [0, 0]
  for (let i = 2; i < length; i++) {
    const said = (i % 64 === 0 ? 2200 : 0) + (((i * 7919) % 1000) - 500) * 0.5
    samples.push(said + 1.6 * samples[i - 1]! - 0.81 * samples[i - 2]!)
  }
  return samples.map(Math.round)
}
const pieceOf = (n: number) => voice.slice(n * samplesOfPiece, (n + 1) * samplesOfPiece)
const bodyOf = (codec: number, bytes: Uint8Array) => Uint8Array.of(pageSoundHead, codec, ...bytes)

/** Share of the voice in what is heard of a piece, 0 to 1. */
function likeness(heard: Float32Array, n: number) {
  const said = pieceOf(n)
  const product = (a: ArrayLike<number>, b: ArrayLike<number>) => said.reduce((sum, _, i) => sum + (a[i] ?? 0) * (b[i] ?? 0), 0)
  return product(said, heard) / Math.sqrt(product(said, said) * product(heard, heard))
}

const ways = g726Bits.flatMap((bits) => g726Orders.map((order) => [bits, order] as const))

test.each(ways)(
  'G.726 with %i bits, %s, is heard although nothing says which it is and pieces are stamped late',
  (bits, order) => {
    const [encoder, decode] = [new G726(bits), createSoundDecoder()]
    const heard: number[] = []
    for (let n = 0; n < 40; n++) {
      const bytes = packG726(
        pieceOf(n).map((sample) => encoder.encode(sample)),
        bits,
        order,
      )
      const piece = decode(bodyOf(pageSounds.g726, bytes), 7000 + n * 40 + [0, 3, -4, 11, -2][n % 5]!) as SoundPiece | undefined
      // Its length is known after three steps.
      if (n < 3) expect(piece).toBeUndefined()
      if (piece) expect([piece.samples.length, piece.rate]).toEqual([samplesOfPiece, 8000])
      heard.push(piece ? likeness(piece.samples, n) : 0)
    }
    for (const one of heard.slice(16)) expect(one).toBeGreaterThan(bits === 2 ? 0.9 : 0.97)
  },
)

test('ADPCM is heard piece by piece, at 8 or 16 kHz', () => {
  const decode = createSoundDecoder()
  const state = { sample: 0, index: 0 }
  for (let n = 0; n < 10; n++) {
    const bytes = encodeAdpcm(Int16Array.from(pieceOf(n)), state)
    const piece = decode(bodyOf(pageSounds.adpcm, bytes), n * 40) as SoundPiece
    expect(piece.rate).toBe(8000)
    if (n) expect(likeness(piece.samples, n)).toBeGreaterThan(0.98)
  }
  const dvi = (codec: number) => decode(bodyOf(codec, Uint8Array.of(0x10, 0, 0, 0, 0)), 0) as SoundPiece
  expect(dvi(pageSounds.dvi4At8)).toEqual({ samples: Float32Array.of(0.125, 0.125), rate: 8000 })
  expect(dvi(pageSounds.dvi4At16).rate).toBe(16_000)
})

test('what is no sound of its codec says nothing', () => {
  const decode = createSoundDecoder()
  expect(decode(bodyOf(pageSounds.adpcm, Uint8Array.of(1)), 0)).toBeUndefined()
  expect(decode(bodyOf(25, Uint8Array.of(1, 2, 3)), 0)).toBeUndefined()
  expect(decode(Uint8Array.of(0xaf, 1, 2), 0)).toBeUndefined()
  expect(decode(new Uint8Array(), 0)).toBeUndefined()
})

/** A frame of AAC-LC of 8 kHz with `fill` in it. */
const frame = (fill: number) => Uint8Array.of(0xff, 0xf1, 0x6c, 0x40, 0x01, 0x3f, 0xfc, fill, fill)

test('AAC is decoded by the browser, each frame after the one before it', async () => {
  const given: [number, number[]][] = []
  class FakeContext {
    readonly sampleRate: number
    constructor(_channels: number, _length: number, sampleRate: number) {
      this.sampleRate = sampleRate
    }
    async decodeAudioData(bytes: ArrayBuffer) {
      const fills = [...new Uint8Array(bytes)].filter((_, i) => i % 9 === 8)
      given.push([this.sampleRate, fills])
      const samples = Float32Array.from(fills.flatMap((fill) => new Array<number>(4).fill(fill)))
      return { length: samples.length, sampleRate: this.sampleRate, getChannelData: () => samples }
    }
  }
  vi.stubGlobal('OfflineAudioContext', FakeContext)
  const decode = createSoundDecoder()
  const heard = async (...frames: Uint8Array[]) => {
    const piece = await decode(bodyOf(pageSounds.aac, Uint8Array.from(frames.flatMap((one) => [...one]))), 0)
    return [...(piece?.samples ?? [])]
  }
  expect(await heard(frame(1))).toEqual([1, 1, 1, 1])
  expect(await heard(frame(2), frame(3))).toEqual([2, 2, 2, 2, 3, 3, 3, 3])
  expect(await heard(frame(4))).toEqual([4, 4, 4, 4])
  expect(given).toEqual([
    [8000, [1]],
    [8000, [1, 2, 3]],
    [8000, [3, 4]],
  ])
  await expect(heard(Uint8Array.of(1, 2, 3))).rejects.toThrow()
})
