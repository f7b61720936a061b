import { expect, test } from 'vitest'
import { type Air, createElection } from './election.ts'

/** Tabs of one browser with ranks, in a time that is moved by hand. */
function openTabs(tabs: { rank: number; canSound: boolean }[]) {
  const airs: Air[] = []
  const timers: { at: number; run: () => void }[] = []
  const events: string[] = []
  let undelivered: (() => void)[] | undefined
  let now = 0
  const made = tabs.map(({ rank, canSound }, i) => {
    const air: Air = {
      onmessage: null,
      close: () => undefined,
      postMessage(data) {
        const deliver = () => {
          for (const other of airs) if (other !== air) other.onmessage?.(new MessageEvent('message', { data }))
        }
        if (undelivered) undelivered.push(deliver)
        else deliver()
      },
    }
    airs.push(air)
    return createElection({
      air,
      now: () => now,
      after: (ms, run) => timers.push({ at: now + ms, run }),
      rank: () => rank,
      canSound: () => canSound,
      sound: () => events.push(`tab ${i} sounds`),
      onSilence: () => events.push(`tab ${i} says so`),
    })
  })
  const wait = (ms: number) => {
    now += ms
    for (const timer of timers.filter(({ at }) => at <= now)) timer.run()
    timers.splice(0, timers.length, ...timers.filter(({ at }) => at > now))
  }
  const hold = () => {
    undelivered = []
  }
  const deliver = () => {
    for (const one of undelivered ?? []) one()
    undelivered = undefined
  }
  return { made, events, wait, hold, deliver }
}

test('of three tabs that may sound one does', () => {
  const { made, events, wait } = openTabs([2, 1, 3].map((rank) => ({ rank, canSound: true })))
  for (const tab of made) tab.ring('7.0')
  wait(2000)
  expect(events).toEqual(['tab 1 sounds'])
  for (const tab of made) tab.ring('7.0')
  wait(2000)
  expect(events).toEqual(['tab 1 sounds'])
})

test('a tab that hears of the call later than the others does not sound once more', () => {
  const { made, events, wait } = openTabs([2, 1].map((rank) => ({ rank, canSound: true })))
  made[0]!.ring('7.0')
  wait(1000)
  made[1]!.ring('7.0')
  wait(2000)
  expect(events).toEqual(['tab 0 sounds'])
})

test('a tab that was too busy to hear that another one sounds gives way, though it comes before it', () => {
  const { made, events, wait, hold, deliver } = openTabs([2, 1].map((rank) => ({ rank, canSound: true })))
  hold()
  made[0]!.ring('7.0')
  wait(1000)
  made[1]!.ring('7.0')
  deliver()
  wait(2000)
  expect(events).toEqual(['tab 0 sounds'])
})

test('where another tab sounds, one that may not is content; where none may, every one says so', () => {
  const some = openTabs([
    { rank: 1, canSound: false },
    { rank: 2, canSound: true },
  ])
  for (const tab of some.made) tab.ring('7.0')
  some.wait(2000)
  expect(some.events).toEqual(['tab 1 sounds'])
  const none = openTabs([1, 2].map((rank) => ({ rank, canSound: false })))
  for (const tab of none.made) tab.ring('7.0')
  none.wait(2000)
  expect(none.events).toEqual(['tab 0 says so', 'tab 1 says so'])
})
