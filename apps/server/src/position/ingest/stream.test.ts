import type { Location } from '@huanwei/terminal/messages/location'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Report } from '../report.ts'
import { createStream } from './stream.ts'

const place: Location = {
  alarm: 0,
  status: 2,
  lat: 31,
  lng: 121,
  altitude: 4,
  speed: 0,
  direction: 0,
  time: 0,
  additions: { activeSafety: [], raw: [] },
}
const report = (deviceId: number, serial: number, locations = 1): Report => ({
  deviceId,
  messageId: 0x0200,
  serial,
  receivedAt: 0,
  locations: Array.from({ length: locations }, () => place),
  settle: () => undefined,
})

test('every report leaves the stream once, in order, for any sizes of reports and batches', async () => {
  const sizes = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 12 })), { maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(sizes, async (steps) => {
      const stream = createStream({ capacity: 20 })
      const out: number[] = []
      for (const [serial, [locations, max]] of steps.entries()) {
        stream.push(report(1, serial, locations))
        if (serial % 3 !== 0) continue
        const batch = await stream.take(max, 0)
        const weight = batch.reduce((sum, one) => sum + Math.max(1, one.locations.length), 0)
        expect(batch.length === 1 || weight <= max).toBe(true)
        out.push(...batch.map((one) => one.serial))
      }
      stream.close()
      for (let batch = await stream.take(7, 0); batch.length; batch = await stream.take(7, 0))
        out.push(...batch.map((one) => one.serial))
      expect(out).toEqual(steps.map((_, serial) => serial))
      expect(stream.waiting()).toBe(0)
    }),
  )
})

test('is full at its capacity and free again when half empty', async () => {
  const stream = createStream({ capacity: 4 })
  let freed = 0
  stream.onFree(() => freed++)
  for (let serial = 0; serial < 4; serial++) {
    expect(stream.isFull()).toBe(false)
    stream.push(report(1, serial))
  }
  expect(stream.isFull()).toBe(true)
  await stream.take(1, 0)
  expect([stream.isFull(), freed]).toEqual([true, 0])
  await stream.take(1, 0)
  expect([stream.isFull(), freed]).toEqual([false, 1])
})

test('take waits for the first report, then lingers for more, no longer than for a whole batch', async () => {
  const stream = createStream({ capacity: 100 })
  const first = stream.take(3, 60_000)
  for (let serial = 0; serial < 3; serial++) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    stream.push(report(1, serial))
  }
  expect((await first).map((one) => one.serial)).toEqual([0, 1, 2])
  const second = stream.take(3, 5)
  stream.push(report(1, 3))
  expect(await second).toHaveLength(1)
})

test('take waits for a whole batch while there is work, and lingers for more only after that', async () => {
  const stream = createStream({ capacity: 100 })
  const { promise: work, resolve: endWork } = Promise.withResolvers<void>()
  const first = stream.take(2, 0, work)
  stream.push(report(1, 0))
  stream.push(report(1, 1))
  expect(await first).toHaveLength(2)
  let isTaken = false
  const second = stream.take(2, 0, work).finally(() => {
    isTaken = true
  })
  stream.push(report(1, 2))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isTaken).toBe(false)
  endWork()
  expect((await second).map((one) => one.serial)).toEqual([2])
  const third = stream.take(2, 0, new Promise(() => undefined))
  stream.close()
  expect(await third).toEqual([])
})

test('a closed stream takes nothing, returns the waiting reports and then nothing', async () => {
  const stream = createStream({ capacity: 100 })
  const waiting = stream.take(3, 60_000)
  stream.push(report(1, 0))
  stream.close()
  expect(await waiting).toHaveLength(1)
  expect(stream.push(report(1, 1))).toBe(false)
  expect(await stream.take(3, 60_000)).toEqual([])
})
