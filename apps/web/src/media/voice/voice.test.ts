import { voiceRate } from '@huanwei/contract/intercom/codes'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { decodeALaw } from '../g711.ts'
import { encodeALaw } from './a-law.ts'
import { hurry } from './hurry.ts'
import { createResampler } from './resample.ts'
import { createVoicePlayer } from './voice-player.ts'

afterEach(() => vi.useRealTimers())

const tone = (hertz: number, rate: number, samples: number) =>
  Float32Array.from({ length: samples }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / rate))
const loudness = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length)
/** Strength of one tone in samples, 0 to 1 of what `tone` makes. */
function share(samples: Float32Array, hertz: number) {
  let [cos, sin] = [0, 0]
  samples.forEach((one, i) => {
    cos += one * Math.cos((2 * Math.PI * hertz * i) / voiceRate)
    sin += one * Math.sin((2 * Math.PI * hertz * i) / voiceRate)
  })
  return (4 * Math.hypot(cos, sin)) / samples.length
}

test('every byte of A-law means the sample that it was made of, and no sample is far from its byte', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  expect(encodeALaw(decodeALaw(bytes))).toEqual(bytes)
  fc.assert(
    fc.property(fc.float({ min: -1, max: 1, noNaN: true }), (sample) => {
      const [heard = 9] = decodeALaw(encodeALaw(Float32Array.of(sample)))
      expect(Math.abs(heard - sample)).toBeLessThanOrEqual(Math.max(0.001, Math.abs(sample) / 16))
    }),
  )
})

test.each([44_100, 48_000, 16_000, 8000])(
  'a voice of %i samples a second comes out at 8000, and what is too high for it does not',
  (rate) => {
    const seconds = 1
    const run = (samples: Float32Array) => {
      const resample = createResampler(rate)
      const made: number[] = []
      for (let at = 0; at < samples.length; at += 441) made.push(...resample(samples.subarray(at, at + 441)))
      return Float32Array.from(made)
    }
    const voice = run(tone(1000, rate, rate * seconds))
    expect(Math.abs(voice.length - voiceRate * seconds)).toBeLessThan(40)
    expect(share(voice.subarray(100), 1000)).toBeGreaterThan(0.95)
    if (rate > 16_000) expect(loudness(run(tone(6000, rate, rate * seconds)).subarray(100))).toBeLessThan(0.01)
  },
)

test('pieces of any size make the same as one', () => {
  const samples = tone(700, 48_000, 4800)
  const whole = createResampler(48_000)(samples)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }), (sizes) => {
      const resample = createResampler(48_000)
      const made: number[] = []
      for (let at = 0, i = 0; at < samples.length; i++) {
        const size = sizes[i % sizes.length]!
        made.push(...resample(samples.subarray(at, at + size)))
        at += size
      }
      expect(Float32Array.from(made)).toEqual(whole)
    }),
    { numRuns: 30 },
  )
})

test('a hurried speech is shorter, as high as before, and begins and ends as it did', () => {
  const speech = tone(400, voiceRate, 8000)
  const made = hurry(speech, 1.5)
  expect(made.length / speech.length).toBeGreaterThan(0.6)
  expect(made.length / speech.length).toBeLessThan(0.75)
  expect(share(made, 400)).toBeGreaterThan(0.9)
  expect(made.slice(0, 100)).toEqual(speech.slice(0, 100))
  expect(made.slice(-100)).toEqual(speech.slice(-100))
  expect(hurry(speech.subarray(0, 500), 1.5)).toHaveLength(500)
})

/** A loudspeaker that notes the length of what it is given, in samples, and when it begins. */
function fakeSpeaker() {
  const played: { start: number; samples: number }[] = []
  const speaker = {
    currentTime: 10,
    destination: {},
    createBuffer: (_: number, length: number) => ({ length, copyToChannel: () => undefined }),
    createBufferSource() {
      const source = {
        buffer: { length: 0 },
        connect: () => undefined,
        stop: () => undefined,
        start: (start: number) => void played.push({ start, samples: source.buffer.length }),
      }
      return source
    },
  }
  return { played, speaker: speaker as unknown as AudioContext & { currentTime: number } }
}

test('pieces are heard one after the other, and who comes late catches up', () => {
  vi.useFakeTimers()
  const { played, speaker } = fakeSpeaker()
  const player = createVoicePlayer(() => speaker)
  const silence = (samples: number) => new Uint8Array(samples).fill(0xd5)
  for (let i = 0; i < 3; i++) player.take(silence(160))
  let end = played[0]!.start
  expect(end).toBeGreaterThan(speaker.currentTime)
  for (const { start, samples } of played) {
    expect(start).toBeCloseTo(end)
    end = start + samples / voiceRate
  }
  expect(played.reduce((sum, { samples }) => sum + samples, 0)).toBe(480)

  // Four seconds come at once.
  player.take(silence(32_000))
  for (let i = 0; i < 120; i++) {
    Object.assign(speaker, { currentTime: speaker.currentTime + 0.04 })
    vi.advanceTimersByTime(40)
  }
  const heard = played.reduce((sum, { samples }) => sum + samples, 0) - 480
  expect(heard).toBeLessThan(0.8 * 32_000)
  expect(heard).toBeGreaterThan(0.6 * 32_000)
})

test('without a loudspeaker nothing is kept for later', () => {
  let speaker: AudioContext | undefined
  const player = createVoicePlayer(() => speaker)
  player.take(new Uint8Array(8000))
  const fake = fakeSpeaker()
  speaker = fake.speaker
  player.take(new Uint8Array(160))
  expect(fake.played.map(({ samples }) => samples)).toEqual([160])
})
