// @vitest-environment jsdom
import { MsgType, usualSounds } from '@huanwei/contract/messages/codes'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyInbox, clearInbox } from '../../live/messages.ts'
import { useMessageSound, useWaitingCounts } from './use-message-sound.ts'

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
  const { rerender, unmount } = renderHook(
    ({ total, isMuted }) => useMessageSound(useWaitingCounts(total), usualSounds, isMuted),
    {
      initialProps: { total, isMuted },
    },
  )
  for (const [total, isMuted] of rest) rerender({ total, isMuted })
  expect([begun, heard]).toEqual([times, left])
  rerender({ total, isMuted: true })
  unmount()
})

test('a type that is on sounds when one comes, one that is off does not', () => {
  const inbox = (waiting: Partial<Record<MsgType, number>>) =>
    act(() =>
      applyInbox({
        type: 'snapshot',
        summaries: Object.values(MsgType).map((msgType) => ({
          msgType,
          unreadCount: 0,
          unreadOf: null,
          waitingOf: null,
          waitingCount: waiting[msgType] ?? 0,
          msgDescribe: '',
          createTime: '2026-03-02 08:00:00',
        })),
      }),
    )
  const chosen: MsgType[] = [MsgType.approval, MsgType.public]
  const { rerender, unmount } = renderHook(
    ({ alarms, types }: { alarms: number; types: readonly MsgType[] }) => useMessageSound(useWaitingCounts(alarms), types, false),
    { initialProps: { alarms: 7, types: chosen } },
  )
  inbox({ [MsgType.approval]: 3, [MsgType.inspection]: 5 })
  inbox({ [MsgType.approval]: 3, [MsgType.inspection]: 6 })
  rerender({ alarms: 8, types: chosen })
  expect(begun).toBe(0)
  inbox({ [MsgType.approval]: 4, [MsgType.inspection]: 6 })
  expect([begun, heard]).toEqual([1, 1])
  // What came before a type was turned on is not new.
  const more = [...chosen, MsgType.inspection]
  rerender({ alarms: 8, types: more })
  expect(begun).toBe(1)
  inbox({ [MsgType.approval]: 4, [MsgType.inspection]: 7 })
  expect(begun).toBe(2)
  unmount()
  clearInbox()
})
