import { soundPiece, voicePiece } from '@huanwei/fleet/cameras/sound'
import { encodeALaw } from '@huanwei/terminal/pictures/g711'
import { expect, test } from 'vitest'
import { VoiceActivity, windowSamples } from './voice-activity.ts'

const windowsOf = (pieces: Buffer[]) => {
  const all = Buffer.concat(pieces)
  return Array.from({ length: all.length / windowSamples }, (_, i) => all.subarray(i * windowSamples, (i + 1) * windowSamples))
}
const engine = (seconds: number) => Array.from({ length: seconds * 25 }, (_, i) => soundPiece(i))
const voice = (seconds: number) => Array.from({ length: seconds * 25 }, (_, i) => voicePiece(i))
/** A steady noise of this size. */
const noise = (seconds: number, size: number) =>
  Array.from({ length: seconds * 25 }, (_, n) =>
    Buffer.from(Array.from({ length: 320 }, (_, i) => encodeALaw(Math.round(size * Math.sin((n * 320 + i) / 3))))),
  )

test('a voice over an engine is found within 0.2 s and ends 1 s after it; the engine and its beep are none', () => {
  const activity = new VoiceActivity()
  const seen = windowsOf([...engine(20), ...voice(6), ...engine(10)]).map((window) => activity.take(window))
  const [begun, ended] = [seen.indexOf(true), seen.lastIndexOf(true)]
  expect(begun).toBeGreaterThan(20 * 50)
  expect(begun).toBeLessThan(20 * 50 + 10)
  expect(seen.slice(begun, 26 * 50).every(Boolean)).toBe(true)
  expect(ended).toBeLessThan(27 * 50)
})

test('what is silent is none, and an engine that becomes louder is learned', () => {
  const activity = new VoiceActivity()
  const take = (pieces: Buffer[]) => windowsOf(pieces).map((window) => activity.take(window))
  expect(take(noise(5, 100)).some(Boolean)).toBe(false)
  const seen = take(noise(90, 1500))
  expect(seen.at(-1)).toBe(false)
  expect(take(noise(5, 8000)).some(Boolean)).toBe(true)
})
