import { expect, test } from 'vitest'
import type { Report } from '../report.ts'
import { place } from './recorder.test-kit.ts'
import { LiveUpdates } from './updates.ts'

const reportOf = (deviceId: number, locations: Report['locations']): Report => ({
  deviceId,
  messageId: 0x0200,
  serial: 1,
  receivedAt: locations.at(-1)!.time,
  locations,
  settle: () => undefined,
})

test('whether a terminal stands is said by its last fixes together, one report after the other or many at once', () => {
  const now = Date.parse('2026-03-02T08:00:00+08:00')
  /** At rest for four minutes, one fast fix that is far, at rest again, then two that get on. */
  const speeds = [...Array.from({ length: 22 }, () => 0), 60, 0, 0, 0, 40, 40]
  const locations = speeds.map((speed, i) => {
    const east = i === 22 ? 0.003 : Math.max(0, i - 25) * 0.0012
    return place(now + i * 10_000, { speed, lng: 104 + east })
  })
  const updateOf = (live: LiveUpdates, some: typeof locations) => {
    live.note([reportOf(1, some)], 0)
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

test('those who wait longest are told of first, each once with the latest of all', () => {
  const now = Date.parse('2026-03-02T08:00:00+08:00')
  const report = (deviceId: number, time: number) => reportOf(deviceId, [place(time)])
  const live = new LiveUpdates()
  live.note([report(1, now), report(2, now)], 100)
  live.note([report(3, now), report(1, now + 1000)], 200)
  const told = (notedBy?: number) => live.take(notedBy).map(({ deviceId, fix }) => [deviceId, fix!.time - now])
  expect(told(99)).toEqual([])
  expect(told(100)).toEqual([
    [1, 1000],
    [2, 0],
  ])
  live.note([report(1, now + 2000)], 300)
  expect(told(200)).toEqual([[3, 0]])
  expect(live.isEmpty).toBe(false)
  expect(told()).toEqual([[1, 2000]])
  expect(live.isEmpty).toBe(true)
})
