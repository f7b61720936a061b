import { fleetSize, kitchenTruck, vehicleAt } from '@huanwei/city/fleet'
import { distance, toPlane } from '@huanwei/city/geometry'
import { restaurants } from '@huanwei/city/restaurants'
import { dayMs, minuteMs } from '@huanwei/contract/time'
import { expect, test } from 'vitest'
import { createVehicle } from '../vehicles/vehicle.ts'
import { createCan } from './can.ts'
import { createScale } from './scale.ts'
import { createStation } from './station.ts'
import { createToilet } from './toilet.ts'

const midnight = Date.parse('2026-06-15T00:00:00+08:00')
const everyMinute = (days: number) => Array.from({ length: days * 1440 }, (_, minute) => midnight + minute * minuteMs)

test('in a toilet gas rises with its visitors until somebody cleans; meters only go up', () => {
  const measure = createToilet(808, 70_000_003)
  const measured = everyMinute(2).map(measure)
  const valuesOf = (name: string) =>
    measured.map((measurements) => measurements.find(({ metric }) => metric === name)?.value ?? Number.NaN)
  for (const meter of ['water', 'power']) expect(valuesOf(meter)).toEqual(valuesOf(meter).toSorted((a, b) => a - b))
  const gas = valuesOf('ammonia')
  const falls = gas.filter((value, i) => value < (gas[i - 1] ?? value) - 0.5).length
  expect(falls).toBeGreaterThan(8)
  expect(falls).toBeLessThanOrEqual(24)
  expect(measured.flat().every(({ value }) => value >= 0)).toBe(true)
})

test('in a transfer station gas rises with what is brought until the hall is washed, and stays below what a rule calls too much', () => {
  const measure = createStation(808, 72_000_003)
  const measured = everyMinute(2).map(measure)
  const valuesOf = (name: string) =>
    measured.map((measurements) => measurements.find(({ metric }) => metric === name)?.value ?? Number.NaN)
  for (const meter of ['water', 'power']) expect(valuesOf(meter)).toEqual(valuesOf(meter).toSorted((a, b) => a - b))
  const gas = valuesOf('ammonia')
  expect(gas.filter((value, i) => value < (gas[i - 1] ?? value) - 0.2).length).toBeGreaterThanOrEqual(5)
  expect(Math.max(...gas)).toBeLessThan(4)
  expect(Math.min(...gas)).toBeGreaterThan(0)
})

test('cans fill by day and are emptied; some overflow, none stays full', () => {
  let overflowed = 0
  for (let number = 71_000_001; number < 71_000_101; number++) {
    const measure = createCan(808, number)
    const fill = everyMinute(2).map((time) => measure(time)[0]?.value ?? Number.NaN)
    if (Math.max(...fill) > 90) overflowed++
    const falls = fill.flatMap((value, i) => (value < (fill[i - 1] ?? value) ? [{ from: fill[i - 1], to: value }] : []))
    const emptied = falls.filter(({ to }) => to < 5)
    expect(emptied.length).toBeGreaterThanOrEqual(2)
    expect(emptied.length).toBeLessThanOrEqual(5)
    // A fall from full is the removal of an overfilling.
    expect(falls.filter(({ to }) => to >= 5).every(({ from }) => from === 100)).toBe(true)
  }
  expect(overflowed).toBeGreaterThan(5)
  expect(overflowed).toBeLessThan(80)
})

test('a kitchen truck weighs while it stands at a restaurant of its team, which it visits all in a day', () => {
  const trucks = Array.from({ length: fleetSize.city }, (_, index) => index).filter(
    (index) => vehicleAt(index).type === kitchenTruck,
  )
  expect(trucks).toHaveLength(18)
  const places = new Map(restaurants().map((one) => [one.name, one]))
  for (const index of trucks) {
    const weighings = createScale(808, index)(midnight, midnight + dayMs)
    const truck = createVehicle(808, index)
    const visited = new Set<string>()
    for (const { restaurant, time, weight } of weighings) {
      const place = places.get(restaurant)!
      const { lng, lat, speed } = truck(time)
      expect(place.team).toBe(vehicleAt(index).team)
      expect([speed, weight > 0, distance(toPlane(lng, lat), toPlane(place.lng, place.lat)) < 0.06]).toEqual([0, true, true])
      visited.add(restaurant)
    }
    expect(visited.size, vehicleAt(index).team.name).toBeGreaterThan(6)
    const halves = [midnight, midnight + dayMs / 2, midnight + dayMs]
    expect(halves.slice(1).flatMap((to, i) => createScale(808, index)(halves[i]!, to))).toEqual(weighings)
  }
})
