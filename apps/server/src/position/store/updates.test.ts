import { expect, test } from 'vitest'
import { place } from './recorder.test-kit.ts'
import { LiveUpdates } from './updates.ts'

test('whether a terminal stands is said by its last fixes together, one report after the other or many at once', () => {
  const now = Date.parse('2026-03-02T08:00:00+08:00')
  /** At rest for four minutes, one fast fix that is far, at rest again, then two that get on. */
  const speeds = [...Array.from({ length: 22 }, () => 0), 60, 0, 0, 0, 40, 40]
  const locations = speeds.map((speed, i) => {
    const east = i === 22 ? 0.003 : Math.max(0, i - 25) * 0.0012
    return place(now + i * 10_000, { speed, lng: 104 + east })
  })
  const report = (some: typeof locations) => ({
    deviceId: 1,
    messageId: 0x0200,
    serial: 1,
    receivedAt: now + 300_000,
    locations: some,
    settle: () => undefined,
  })
  const updateOf = (live: LiveUpdates, some: typeof locations) => {
    live.note([report(some)])
    return live.take()[0]
  }
  const single = new LiveUpdates()
  const stands = locations.map((one) => updateOf(single, [one])?.fix?.stands)
  expect(stands).toEqual(speeds.map((_, i) => i < 27))
  for (let size = 1; size <= locations.length; size++)
    expect(updateOf(new LiveUpdates(), locations.slice(0, size))?.fix?.stands).toBe(size < 28)
  // A late fix changes nothing.
  expect(updateOf(single, [place(now + 5000, { speed: 0, lng: 104 })])?.fix?.time).toBe(now + 5000)
  expect(updateOf(single, [locations[27]!])?.fix?.stands).toBe(false)
})
