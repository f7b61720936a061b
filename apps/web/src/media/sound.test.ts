// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decodeG711 } from './g711.ts'
import { useSound } from './use-sound.ts'

/** A loudspeaker that notes what it is given: when it begins, and how long it is. */
class FakeSpeaker {
  static made = 0
  currentTime = 100
  resume = () => Promise.resolve()
  constructor() {
    FakeSpeaker.made++
    speaker = this
  }
  createBuffer = (_channels: number, length: number, rate: number) => ({ seconds: length / rate, copyToChannel: () => undefined })
  createBufferSource() {
    const source = {
      buffer: { seconds: 0 },
      connect: () => undefined,
      stop: () => void stops.push(true),
      start: (at: number) => void heard.push([at, source.buffer.seconds]),
    }
    return source
  }
}
let speaker: FakeSpeaker | undefined
let heard: [number, number][] = []
const stops: true[] = []

const video = { currentTime: 0, playbackRate: 1, paused: false } as HTMLVideoElement & { currentTime: number }

/** An FLV tag of a kind at `time` ms. */
function tag(kind: number, time: number, body: number[]): ArrayBuffer {
  const bytes = new Uint8Array(11 + body.length + 4)
  bytes.set([kind, 0, 0, body.length, (time >> 16) & 255, (time >> 8) & 255, time & 255, (time >>> 24) & 255])
  bytes.set(body, 11)
  return bytes.buffer
}
const picture = (time: number) => tag(9, time, [0x17, 1, 0, 0, 0])
const sound = (time: number, head = 0x72) => tag(8, time, [head, ...new Array<number>(320).fill(0xd5)])

beforeEach(() => {
  vi.stubGlobal('AudioContext', FakeSpeaker)
  heard = []
  stops.length = 0
  video.currentTime = 0
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('sound is heard once somebody wants it, when the picture of its time is seen, without gaps', () => {
  const { result } = renderHook(() => useSound())
  const sounds = result.current.sounding(video)
  const said: string[] = []
  sounds.opened((wish) => said.push(wish))
  expect(sounds.take(tag(9, 7000, [0x17, 0, 0, 0, 0]))).toBe(false)
  expect(sounds.take(picture(8000))).toBe(false)
  expect(sounds.take(sound(8000))).toBe(true)
  expect([heard, said]).toEqual([[], []])
  act(() => result.current.toggle())
  expect(said).toEqual(['sound'])
  expect(result.current.isHeard).toBe(true)

  // The picture is half a second behind what arrives.
  video.currentTime = 1.5
  sounds.take(sound(10_000))
  video.currentTime = 1.52
  sounds.take(sound(10_040))
  expect(heard).toEqual([
    [100.5, 0.04],
    [100.54, 0.04],
  ])
  // What is late by more than is noticed is not heard, nor what is no G.711; after a gap it begins where it belongs.
  sounds.take(sound(9000))
  sounds.take(sound(10_080, 0xaf))
  sounds.take(sound(12_000))
  expect(heard.slice(2).map(([at]) => Math.round(at * 100) / 100)).toEqual([102.48])

  act(() => result.current.toggle())
  expect(said).toEqual(['sound', 'silence'])
  expect(stops.length).toBe(3)
  sounds.take(sound(12_040))
  expect(heard.length).toBe(3)
})

test('one picture is heard at a time; a new socket is told again; one that goes is silent', () => {
  const [one, other] = [renderHook(() => useSound()), renderHook(() => useSound())]
  const said: string[] = []
  const sounds = one.result.current.sounding(video)
  sounds.opened((wish) => said.push(`one ${wish}`))
  other.result.current.sounding(video).opened((wish) => said.push(`other ${wish}`))
  act(() => one.result.current.toggle())
  sounds.opened((wish) => said.push(`one again ${wish}`))
  act(() => other.result.current.toggle())
  expect([one.result.current.isHeard, other.result.current.isHeard]).toEqual([false, true])
  expect(said.slice(0, 2)).toEqual(['one sound', 'one again sound'])
  expect(said.slice(2).sort()).toEqual(['one again silence', 'other sound'])
  other.unmount()
  act(() => one.result.current.toggle())
  expect(one.result.current.isHeard).toBe(true)
  expect(FakeSpeaker.made).toBe(1)
  expect(speaker).toBeDefined()
})

test('a sound that the browser does not play is named, once it is wanted, and forgotten with the next picture', async () => {
  const { result } = renderHook(() => useSound())
  const sounds = result.current.sounding(video)
  sounds.opened(() => undefined)
  sounds.take(picture(0))
  const noAac = tag(8, 0, [0xf2, 19, 1, 2, 3])
  expect(sounds.take(noAac)).toBe(true)
  expect(result.current.unheard).toBeUndefined()
  act(() => result.current.toggle())
  await act(async () => void sounds.take(noAac))
  expect(result.current.unheard).toBe('AAC')
  act(() => void result.current.sounding(video))
  expect(result.current.unheard).toBeUndefined()
})

test('both laws of G.711 are decoded', () => {
  const aLaw = decodeG711(0x72, Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a))
  expect([...(aLaw ?? [])].map((sample) => sample * 32_768)).toEqual([8, -8, 32_256, -32_256])
  const muLaw = decodeG711(0x82, Uint8Array.of(0xff, 0x7f, 0x80, 0x00))
  expect([...(muLaw ?? [])].map((sample) => sample * 32_768 + 0)).toEqual([0, 0, 32_124, -32_124])
  expect(decodeG711(0xaf, Uint8Array.of(1))).toBeUndefined()
})
