import { voiceRate } from '@huanwei/contract/intercom/codes'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { decodeALaw } from '../g711.ts'
import { encodeALaw } from './a-law.ts'
import { hurry } from './hurry.ts'
import { JitterBuffer } from './jitter-buffer.ts'
import { createResampler } from './resample.ts'
import { createVoicePlayer } from './voice-player.ts'

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
      const resample = createResampler(rate, voiceRate)
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
  const whole = createResampler(48_000, voiceRate)(samples)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }), (sizes) => {
      const resample = createResampler(48_000, voiceRate)
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

const rate = 48_000
/** Plays so many seconds in the steps of a browser's thread of sound. */
function heard(voices: JitterBuffer, seconds: number, size = 128) {
  const steps = Math.ceil((seconds * rate) / size)
  const all = new Float32Array(steps * size)
  for (let i = 0; i < steps; i++) voices.fill(all.subarray(i * size, (i + 1) * size))
  return all
}
/** Without the silence before and after. */
const sounding = (samples: Float32Array) =>
  samples.subarray(
    samples.findIndex((one) => one !== 0),
    samples.findLastIndex((one) => one !== 0) + 1,
  )

test('a voice in pieces of any size is heard whole and at its pace, after a short wait', () => {
  const voice = tone(700, voiceRate, 2400)
  const whole = tone(700, rate, 14_400)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1 }), fc.integer({ min: 1, max: 500 }), (sizes, step) => {
      const voices = new JitterBuffer(rate)
      for (let at = 0, i = 0; at < voice.length; i++) {
        const size = sizes[i % sizes.length]!
        voices.put(voice.slice(at, at + size))
        at += size
      }
      const all = heard(voices, 1, step)
      const [start, end] = [all.findIndex((one) => one !== 0), all.findLastIndex((one) => one !== 0)]
      expect(start / rate).toBeCloseTo(0.08, 2)
      // The filter holds back the last two milliseconds.
      expect(Math.abs(end - start - whole.length)).toBeLessThan(0.005 * rate)
      for (let i = 200; i < 14_000; i++) expect(Math.abs(all[start + i]! - whole[i]!)).toBeLessThan(0.05)
    }),
    { numRuns: 20 },
  )
})

test('pieces that come one by one leave no gap, and after a pause the wait begins anew', () => {
  const voices = new JitterBuffer(rate)
  const voice = tone(700, voiceRate, 8000)
  const parts: Float32Array[] = []
  for (let i = 0; i < 50; i++) {
    voices.put(voice.slice(i * 160, i * 160 + 160))
    parts.push(heard(voices, i % 2 ? 0.035 : 0.005))
  }
  parts.push(heard(voices, 0.5))
  const all = Float32Array.from(parts.flatMap((part) => [...part]))
  expect(all.at(-1)).toBe(0)
  const made = sounding(all)
  expect(Math.abs(made.length - rate)).toBeLessThan(0.01 * rate)
  for (let at = 480; at < made.length - 960; at += 480) expect(loudness(made.subarray(at, at + 480))).toBeGreaterThan(0.3)
  voices.put(voice.slice(0, 160))
  expect(heard(voices, 0.075).every((one) => one === 0)).toBe(true)
  expect(loudness(heard(voices, 0.025))).toBeGreaterThan(0.1)
})

test('who comes late to a long speech catches up', () => {
  const voices = new JitterBuffer(rate)
  voices.put(tone(400, voiceRate, 32_000))
  const { length } = sounding(heard(voices, 5))
  expect(length / (4 * rate)).toBeGreaterThan(0.6)
  expect(length / (4 * rate)).toBeLessThan(0.8)
})

/** The loudspeaker of a page of plain http: it has no thread of its own. */
function plainSpeaker() {
  const node: Partial<ScriptProcessorNode> = { connect: vi.fn(), disconnect: vi.fn() }
  const speaker = { sampleRate: rate, destination: {}, createScriptProcessor: () => node }
  function play(seconds: number) {
    const samples = new Float32Array(seconds * rate)
    const outputBuffer = { getChannelData: () => samples } as unknown as AudioBuffer
    node.onaudioprocess?.call({} as ScriptProcessorNode, { outputBuffer } as AudioProcessingEvent)
    return samples
  }
  return { node, play, speaker: speaker as unknown as AudioContext }
}

test('a page without worklets plays too, and what came before it had a loudspeaker is not kept', async () => {
  let speaker: AudioContext | undefined
  const player = createVoicePlayer(() => speaker)
  const bytes = encodeALaw(tone(700, voiceRate, 800))
  player.take(bytes)
  const plain = plainSpeaker()
  speaker = plain.speaker
  player.take(bytes)
  await vi.waitFor(() => expect(plain.node.connect).toHaveBeenCalled())
  expect(sounding(plain.play(0.5)).length / rate).toBeCloseTo(0.1, 1)
  player.stop()
  await vi.waitFor(() => expect(plain.node.disconnect).toHaveBeenCalled())
})
