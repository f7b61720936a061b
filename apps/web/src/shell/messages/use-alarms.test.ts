// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAlarmSound } from './use-alarms.ts'

/** Sounds that are playing. */
let begun = 0
let heard = 0
class FakeAudio {
  readonly destination = {}
  readonly currentTime = 0
  constructor() {
    begun++
    heard++
  }
  createGain = () => ({ gain: {}, connect: () => undefined })
  createOscillator = () => ({ frequency: {}, connect: () => undefined, start: () => undefined, stop: () => undefined })
  async close() {
    heard--
  }
}
beforeEach(() => {
  begun = 0
  heard = 0
  vi.stubGlobal('AudioContext', FakeAudio)
})
afterEach(() => vi.unstubAllGlobals())

test.each<[what: string, seen: [total: number | undefined, isMuted: boolean][], begun: number, heard: number]>([
  [
    'the first load',
    [
      [undefined, false],
      [7, false],
    ],
    0,
    0,
  ],
  [
    'more than before',
    [
      [7, false],
      [8, false],
    ],
    1,
    1,
  ],
  [
    'as many as before',
    [
      [7, false],
      [8, false],
      [8, false],
    ],
    1,
    1,
  ],
  [
    'fewer than before',
    [
      [7, false],
      [8, false],
      [7, false],
    ],
    1,
    0,
  ],
  [
    'more again',
    [
      [7, false],
      [8, false],
      [9, false],
    ],
    2,
    1,
  ],
  [
    'more while muted',
    [
      [7, true],
      [8, true],
    ],
    0,
    0,
  ],
  [
    'what came while muted',
    [
      [7, true],
      [8, true],
      [8, false],
    ],
    0,
    0,
  ],
  [
    'muted while it sounds',
    [
      [7, false],
      [8, false],
      [8, true],
    ],
    1,
    0,
  ],
])('%s: %j begins to sound %i times and leaves %i', (_, seen, times, left) => {
  const [[total, isMuted] = [undefined, true], ...rest] = seen
  const { rerender, unmount } = renderHook(({ total, isMuted }) => useAlarmSound(total, isMuted), {
    initialProps: { total, isMuted },
  })
  for (const [total, isMuted] of rest) rerender({ total, isMuted })
  expect([begun, heard]).toEqual([times, left])
  rerender({ total, isMuted: true })
  unmount()
})
