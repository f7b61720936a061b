// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../lib/api.ts'
import { parseTime } from '../../lib/time.ts'
import { showPicture, type Told } from '../../media/picture.ts'
import { useCompanion } from './use-companion.ts'

vi.mock('../../lib/api.ts', () => ({ call: vi.fn() }))
vi.mock('../../media/picture.ts', () => ({ showPicture: vi.fn() }))

const day = '2026-02-02'
const at = (time: string) => parseTime(`${day} ${time}`)
/** Recorded without the hour between. */
const recorded = [
  { from: at('08:00:00'), to: at('09:00:00') },
  { from: at('10:00:00'), to: at('11:00:00') },
]
type Leader = Parameters<typeof useCompanion>[1]
type Stretches = Parameters<typeof useCompanion>[2]
/** What the companion plays: from and until when, whether it was ended, and what it is told. */
type Shown = { span: [from: string, until: string]; isOver: boolean; tell(told: Told): void }
let shown: Shown[]
const newest = () => shown.at(-1)
/** Moments that the terminal was told to jump to. */
const jumps = () => vi.mocked(call).mock.calls.map(([, input]) => (input as { time?: string }).time?.slice(11))

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  vi.mocked(call).mockReset().mockResolvedValue({ outcome: 'confirmed', result: null })
  vi.mocked(showPicture).mockImplementation((_video, wanted, tell) => {
    if (typeof wanted !== 'function') throw new Error('no playback')
    const { startTime = '', endTime = '' } = wanted()
    const one: Shown = { span: [startTime.slice(11), endTime.slice(11)], isOver: false, tell: (told) => one.isOver || tell(told) }
    shown.push(one)
    return () => {
      one.isOver = true
    }
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Companion({ leader, stretches }: { leader: Leader; stretches: Stretches }) {
  const { video } = useCompanion({ vehicleId: 1, channel: 2 }, leader, stretches)
  return <video ref={video} muted />
}

/** A companion whose leader plays all of the morning; `lead` lets that one be at a moment, and `follow` the companion. */
function companionOf(stretches: Stretches) {
  const playing = { from: at('08:30:00'), end: at('12:00:00'), round: 1 }
  const leaderAt = (time: string): Leader => ({ at: at(time), playing, speed: 1, told: { state: 'playing' } })
  const drawn = (time: string) => <Companion leader={leaderAt(time)} stretches={stretches} />
  const { rerender } = render(drawn('08:30:00'))
  return {
    lead: (time: string) => act(async () => rerender(drawn(time))),
    follow: (time: string) => act(async () => newest()?.tell({ state: 'playing', time: `${day} ${time}` })),
    end: () => act(async () => newest()?.tell({ state: 'ended', reason: 'finished' })),
  }
}

test('another channel is played while it was recorded too: it ends with a hole, and begins again behind it', async () => {
  const { lead, follow } = companionOf(recorded)
  expect(shown).toMatchObject([{ span: ['08:30:00', '09:00:00'], isOver: false }])
  await follow('08:30:00')
  await lead('09:30:00')
  expect(shown).toMatchObject([{ isOver: true }])
  await lead('09:59:59')
  expect([shown.length, jumps()]).toEqual([1, []])
  await lead('10:00:00')
  expect(shown.slice(1)).toMatchObject([{ span: ['10:00:00', '11:00:00'], isOver: false }])
  await follow('10:00:00')
  await lead('10:20:00')
  expect([shown.length, jumps()]).toEqual([2, ['10:20:00']])
})

test('one that came to the end of its recording is played again when the leader jumps back, or into a later one', async () => {
  const { lead, follow, end } = companionOf(recorded)
  await lead('08:59:57')
  await follow('08:59:57')
  await end()
  await lead('08:59:59')
  expect(shown.length).toBe(1)
  await lead('08:40:00')
  expect(shown.slice(1)).toMatchObject([{ span: ['08:40:00', '09:00:00'] }])
  await end()
  await lead('10:30:00')
  expect(shown.slice(2)).toMatchObject([{ span: ['10:30:00', '11:00:00'] }])
})

test('one that plays elsewhere all the same is corrected less and less, and at once when the leader jumps', async () => {
  const { lead, follow } = companionOf([{ from: 0, to: at('12:00:00') }])
  for (let second = 0; second < 600; second++) {
    const time = new Date(Date.UTC(2026, 1, 2, 8, 30, second)).toISOString().slice(11, 19)
    await lead(time)
    await follow('10:00:00')
    await act(() => vi.advanceTimersByTimeAsync(1000))
  }
  expect(jumps().length).toBeGreaterThan(3)
  expect(jumps().length).toBeLessThan(10)
  const before = jumps().length
  await lead('11:00:00')
  expect(jumps().slice(before)).toEqual(['11:00:00'])
  await follow('11:00:00')
  await lead('11:00:01')
  await lead('11:30:00')
  expect(jumps().slice(before)).toEqual(['11:00:00', '11:30:00'])
})

test('an answer that comes when the leader is already in a hole begins nothing', async () => {
  const { lead, follow } = companionOf(recorded)
  await follow('08:30:00')
  let answer: (outcome: object) => void = () => undefined
  vi.mocked(call).mockReturnValue(new Promise((resolve) => (answer = resolve)))
  await lead('08:50:00')
  expect(jumps()).toEqual(['08:50:00'])
  await lead('09:10:00')
  await act(async () => answer({ outcome: 'refused', result: 1 }))
  expect(shown).toMatchObject([{ isOver: true }])
})
