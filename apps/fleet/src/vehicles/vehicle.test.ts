import { vehicleAt } from '@huanwei/city/fleet'
import { at, distanceToSegment, toPlane } from '@huanwei/city/geometry'
import { streetNetwork } from '@huanwei/city/streets'
import { isInZone } from '@huanwei/city/teams'
import { expect, test } from 'vitest'
import { hourSeconds, hourStart, isWorking, planHour } from './hour-plan.ts'
import { createVehicle } from './vehicle.ts'

const monday = Date.parse('2026-06-15T00:00:00+08:00')
const indexes = [0, 17, 55, 123, 250, 310]
/** Metres between two readings. */
const metres = (a: { lng: number; lat: number }, b: { lng: number; lat: number }) => {
  const [p, q] = [toPlane(a.lng, a.lat), toPlane(b.lng, b.lat)]
  return Math.hypot(p[0] - q[0], p[1] - q[1]) * 1000
}

test('a reading depends on seed, vehicle and time alone, in whatever order it is asked for', () => {
  const times = Array.from({ length: 200 }, (_, i) => monday + i * 97_000)
  const forward = createVehicle(808, 5)
  const backward = createVehicle(808, 5)
  const late = times.toReversed().map((time) => backward(time))
  expect(times.map((time) => forward(time))).toEqual(late.toReversed())
  const other = createVehicle(809, 5)
  expect(times.map((time) => other(time))).not.toEqual(late.toReversed())
})

test.each(indexes)('vehicle %i moves as a truck can: no jump, no impossible acceleration', (index) => {
  const vehicle = createVehicle(808, index)
  let before = vehicle(monday)
  for (let second = 1; second < 3 * hourSeconds; second++) {
    const now = vehicle(monday + second * 1000)
    const isParking = now.engineOn !== before.engineOn
    expect(now.speed).toBeLessThan(80)
    expect(metres(now, before), `second ${second}`).toBeLessThan(isParking ? 60 : 80 / 3.6 + 8)
    expect(now.speed - before.speed, `second ${second}`).toBeLessThan(0.8 * 3.6 + 0.1)
    expect(before.speed - now.speed, `second ${second}`).toBeLessThan(1.2 * 3.6 + 0.1)
    if (!now.engineOn) expect(now.speed).toBe(0)
    before = now
  }
})

test('vehicles are on streets, and in their zone unless they left it on purpose', () => {
  const { nodes, edges } = streetNetwork()
  const planeOf = (node: number) => toPlane(at(nodes, node).lng, at(nodes, node).lat)
  const streets = edges.map(({ from, to }) => ({ from: planeOf(from), to: planeOf(to) }))
  let outside = 0
  let readings = 0
  for (let index = 0; index < 320; index += 8) {
    const vehicle = createVehicle(808, index)
    const { team } = vehicleAt(index)
    for (let minute = 0; minute < 60; minute += 6) {
      const { lng, lat } = vehicle(monday + 8 * 3_600_000 + minute * 60_000)
      const position = toPlane(lng, lat)
      const away = Math.min(...streets.map(({ from, to }) => distanceToSegment(position, from, to)))
      expect(away * 1000).toBeLessThan(50)
      readings++
      if (!isInZone(team, lng, lat)) outside++
    }
  }
  expect(outside / readings).toBeLessThan(0.02)
})

test('around the clock at least three fifths of the fleet move', () => {
  const fleet = Array.from({ length: 320 }, (_, index) => createVehicle(808, index))
  for (let hour = 0; hour < 24; hour += 4) {
    const moving = fleet.filter((vehicle) => vehicle(monday + hour * 3_600_000 + 1_234_000).speed >= 3).length
    expect(moving / fleet.length, `${hour}:00`).toBeGreaterThan(0.6)
  }
})

test('in an hour the fleet speeds some dozen times, sometimes leaves its zone, presses SOS or loses the network', () => {
  const counts = new Map<string, number>()
  let speeding = 0
  let vehiclesOutside = 0
  for (let index = 0; index < 320; index++) {
    const start = hourStart(808, index, monday + 10 * 3_600_000)
    for (const { condition } of planHour(808, index, start).episodes) counts.set(condition, (counts.get(condition) ?? 0) + 1)
    const vehicle = createVehicle(808, index)
    let fast = 0
    let isOut = false
    for (let second = 0; second < hourSeconds; second += 5) {
      const { speed, lng, lat } = vehicle(start + second * 1000)
      fast = speed > 60 ? fast + 5 : 0
      if (fast === 15) speeding++
      isOut ||= !isInZone(vehicleAt(index).team, lng, lat)
    }
    if (isOut) vehiclesOutside++
  }
  expect(speeding).toBeGreaterThan(20)
  expect(speeding).toBeLessThan(90)
  expect(vehiclesOutside).toBeGreaterThan(1)
  expect(vehiclesOutside).toBeLessThan(25)
  expect(counts.get('noNetwork')).toBeGreaterThan(8)
})

test('an hour ends where the next begins', () => {
  for (const index of indexes)
    for (let hour = 0; hour < 24; hour++) {
      const start = hourStart(808, index, monday + hour * 3_600_000)
      const [plan, next] = [planHour(808, index, start), planHour(808, index, start + 3_600_000)]
      expect(plan.motion.seconds).toBeLessThanOrEqual(hourSeconds)
      const first = at([...next.motion.pieces, ...next.motion.end], next.motion.pieces.length ? 1 : 0)
      expect(first).toBeCloseTo(plan.motion.end[0], 3)
      if (!isWorking(808, index, start)) expect(plan.motion.seconds).toBe(0)
    }
})
