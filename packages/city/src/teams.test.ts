import { expect, test } from 'vitest'
import { fleetSize, vehicleAt, vehicleTypes } from './fleet.ts'
import { inside } from './geometry.ts'
import { streetNetwork } from './streets.ts'
import { depotOf, groundOf, isOnGround, teams, townships } from './teams.ts'

test('every ground has streets and its depot, and what is on it lies within its border', () => {
  const { nodes } = streetNetwork()
  for (const team of [...teams, ...townships]) {
    const own = nodes.filter(({ lng, lat }) => isOnGround(team, lng, lat))
    expect(own.length, team.name).toBeGreaterThan(50)
    expect(own).toContain(nodes[depotOf(team)])
    for (const { lng, lat } of own) expect(inside(groundOf(team), [lng, lat]), team.name).toBe(true)
  }
})

test('vehicles have numbers and plates of their own, every team has eight types, and order of asking changes nothing', () => {
  const far = vehicleAt(5000)
  const fleet = Array.from({ length: fleetSize.city + fleetSize.townships }, (_, index) => vehicleAt(index))
  expect(new Set(fleet.map(({ plate }) => plate)).size).toBe(fleet.length)
  expect(new Set(fleet.map(({ terminalNo }) => terminalNo)).size).toBe(fleet.length)
  for (const team of teams)
    expect(new Set(fleet.filter((one) => one.team === team).map(({ type }) => type)).size).toBeGreaterThanOrEqual(8)
  expect(fleet.slice(fleetSize.city).every(({ type }) => type === '吸粪车')).toBe(true)
  expect(vehicleTypes).toContain(far.type)
  expect(vehicleAt(5000)).toEqual(far)
  expect(vehicleAt(0)).toMatchObject({ terminalNo: '13900000001' })
})
