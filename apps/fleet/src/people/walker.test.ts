import { at, distanceToSegment, type Point, toPlane } from '@huanwei/city/geometry'
import { isInZone } from '@huanwei/city/teams'
import { badgeWearers, phoneCarriers } from '@huanwei/city/workers'
import { minuteMs } from '@huanwei/contract/time'
import { expect, test } from 'vitest'
import { zoneStreetsOf } from '../streets/zone-streets.ts'
import { createWalker } from './walker.ts'

const midnight = Date.parse('2026-06-15T00:00:00+08:00')
const everyMinute = (days: number) => Array.from({ length: days * 1440 }, (_, minute) => midnight + minute * minuteMs)

/** Metres that a rider covers in a minute. */
const rideMetres = 252

test('the last four of a team walk on its roads', () => {
  const wearers = [...badgeWearers().entries()].slice(3, 9)
  const onRoad = wearers.map(([index, { team }]) => {
    const walk = createWalker(808, index, team)
    const roads = zoneStreetsOf(team).roads.map((nodes) => nodes.map((node) => at(zoneStreetsOf(team).points, node)))
    const isOn = (point: Point) =>
      roads.some((road) => road.slice(1).some((to, i) => distanceToSegment(point, at(road, i), to) < 0.01))
    const fixes = everyMinute(1).map((time) => walk(time))
    const working = fixes.filter(({ engineOn, speed }) => engineOn && speed > 0 && speed < 7)
    return working.filter(({ lng, lat }) => isOn(toPlane(lng, lat))).length / working.length > 0.95
  })
  expect(onRoad).toEqual(wearers.map(([index]) => index > 5))
})

test('a worker walks in the zone of their crew for one shift a day, except for a ride, and is off otherwise; somebody is always at work', () => {
  const wearers = badgeWearers().slice(0, 40)
  const workingAt = new Map<number, number>()
  for (const [index, { team }] of wearers.entries()) {
    const [walk, sameWalk] = [createWalker(808, index, team), createWalker(808, index, team)]
    let minutesWorked = 0
    let minutesOutside = 0
    let previous = walk(midnight)
    for (let time = midnight; time < midnight + 24 * 60 * minuteMs; time += minuteMs) {
      const now = walk(time)
      if (!isInZone(team, now.lng, now.lat)) minutesOutside++
      if (now.engineOn) {
        minutesWorked++
        workingAt.set(time, (workingAt.get(time) ?? 0) + 1)
        expect(now.conditions.has('poweredOff')).toBe(false)
      } else expect([...now.conditions]).toEqual(['poweredOff'])
      const [[x, y], [px, py]] = [toPlane(now.lng, now.lat), toPlane(previous.lng, previous.lat)]
      // Turning round changes the side of the street; every shift begins at the same place.
      if (now.start === previous.start) expect(Math.hypot(x - px, y - py) * 1000).toBeLessThan(rideMetres + 24)
      if (now.start === previous.start) expect(now.driven).toBeGreaterThanOrEqual(previous.driven)
      previous = now
    }
    expect(minutesOutside).toBeLessThan(120)
    expect(minutesWorked / 60).toBeCloseTo(8.5, 0)
    expect(sameWalk(midnight + 7 * 3_600_000)).toEqual(walk(midnight + 7 * 3_600_000))
  }
  expect(Math.min(...everyMinute(1).map((time) => workingAt.get(time) ?? 0))).toBeGreaterThan(0)
  expect([badgeWearers().length, phoneCarriers().length]).toEqual([180, 6])
})
