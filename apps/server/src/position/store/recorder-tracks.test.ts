import { dayMs } from '@huanwei/contract/time'
/** However a day's packets of 50 terminals arrive, tracks, mileage and events are in the end the same. Source: issue 5. */
import type { Location } from '@huanwei/terminal/messages/location'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBoundSpans, readPositions } from '../../features/history/queries.ts'
import { trackOf } from '../../features/history/track.ts'
import { trackDaysOf } from '../../features/history/track-days.ts'
import { mileageOf, partsOf } from '../../features/history/track-parts.ts'
import { dayStart } from '../../lib/time.ts'
import type { Report } from '../report.ts'
import { createRig, place } from './recorder.test-kit.ts'

const terminals = 50
const second = 1000
/** The day before yesterday, which is finished. */
const day = dayStart(Date.now() - 2 * dayMs)
const end = day + dayMs
let rig: Awaited<ReturnType<typeof createRig>>
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

/** One packet: a few fixes, and how long after its last it comes the second time. */
const step = fc.record({
  gap: fc.constantFrom(10, 30, 120, 300, 900, 4000),
  east: fc.constantFrom(0, 0.0005, 0.002, 0.9),
  speed: fc.constantFrom(0, 1, 40, 80),
  alarm: fc.constantFrom(0, 0, 1),
  fixes: fc.integer({ min: 1, max: 3 }),
  delay: fc.constantFrom(0, 0, 60, 3600, 86_400),
  again: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Packet = { locations: Location[]; serial: number; delay: number; again: boolean }

/** A terminal's day, from its morning on, as far as the steps go before it ends. */
function packetsOf(steps: readonly Step[]): Packet[] {
  let [time, lng, km] = [day + 6 * 3_600_000, 104, 100]
  const packets: Packet[] = []
  for (const [serial, { gap, east, speed, alarm, fixes, delay, again }] of steps.entries()) {
    if (time + fixes * gap * second >= end - second) break
    const locations = Array.from({ length: fixes }, () => {
      time += gap * second
      lng += speed > 1 ? east : 0
      km += speed > 1 ? east * 100 : 0
      return place(time, { lng, speed, alarm, additions: { mileageKm: km, activeSafety: [], raw: [] } })
    })
    packets.push({ locations, serial, delay, again })
  }
  // After this report no violation is in force; otherwise the clock would end it.
  const last = place(end - second, { lng, speed: 0, additions: { mileageKm: km, activeSafety: [], raw: [] } })
  return [...packets, { locations: [last], serial: steps.length, delay: 0, again: false }]
}

test('in order, or late by up to a day, in any order and more than once', async () => {
  await rig.addRule({ kind: 'speeding', limit: 60 }, { name: 'a', minDuration: 20, cooldown: 60 })
  await rig.addRule({ kind: 'terminalAlarm', bit: 0 }, { name: 'b' })
  await rig.query(`update monitoring_rule set change_time = now() - interval '5 days'`)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), fc.nat(), async (steps, seed) => {
      // Each terminal begins its day with another of the steps.
      const days = Array.from({ length: terminals }, (_, i) => {
        const from = (i * 7 + seed) % steps.length
        return packetsOf([...steps.slice(from), ...steps.slice(0, from)])
      })
      const plain = await arrive(days, ({ locations }) => [locations.at(-1)!.time])
      const mixed = await arrive(days, ({ locations, delay, again, serial }) => {
        const at = locations.at(-1)!.time + ((delay + ((serial * 7919 + seed) % 5) * 240) % 86_400) * second
        return again ? [at, at + 7200 * second] : [at]
      })
      expect(mixed).toEqual(plain)
      const isAlarmed = days.flat().some(({ locations }) => locations.some(({ alarm }) => alarm === 1))
      expect(plain.some(({ events }) => events.length > 0)).toBe(isAlarmed)
    }),
    { numRuns: 3, endOnFailure: true },
  )
})

/** Sends the packets of new terminals as they come by `timesOf`, and reads what it came to. */
async function arrive(days: readonly Packet[][], timesOf: (packet: Packet) => number[]) {
  const vehicles: Awaited<ReturnType<typeof rig.addVehicle>>[] = []
  for (const _ of days) vehicles.push(await rig.addVehicle('一部', '5 days'))
  const sent = days.flatMap((packets, i) =>
    packets.flatMap((packet) =>
      timesOf(packet).map((at) => ({
        at,
        report: rig.report(vehicles[i]!.deviceId, packet.locations, { serial: packet.serial, receivedAt: at }),
      })),
    ),
  )
  let clock = day
  const recorder = await rig.start(() => clock)
  const arrivals = sent.toSorted((a, b) => a.at - b.at)
  for (let i = 0; i < arrivals.length; i += 100) {
    const some = arrivals.slice(i, i + 100)
    clock = some.at(-1)!.at
    await Promise.all(some.map(({ report }: { report: Omit<Report, 'settle'> }) => recorder.send(report)))
    // A day that somebody asked for meanwhile is no different afterwards.
    if (i % 500 === 0) await whatBecame(vehicles[i % vehicles.length]!)
  }
  await recorder.close()
  return Promise.all(vehicles.map(whatBecame))
}

async function whatBecame({ vehicleId, deviceId }: { vehicleId: number; deviceId: number }) {
  const span = { from: day, to: end }
  const bindings = await rig.db.within({ tenantId: 1 }, (tx) => findBoundSpans(tx, 1, '1', [vehicleId], span))
  const ones = bindings.get(vehicleId) ?? []
  const fixes = await rig.db.within({ tenantId: 1 }, async (tx) => readPositions(tx, 1, ones[0]!))
  const track = trackOf(fixes)
  const { stops, trips } = partsOf(track)
  const events = await rig.events(deviceId)
  return {
    track,
    stops,
    trips,
    mileage: mileageOf(track),
    days: await trackDaysOf(rig.db, 1, ones, Date.now()),
    events: events.map(({ violation_event, start, end: until, peak }) => ({ violation_event, start, until, peak })),
  }
}
