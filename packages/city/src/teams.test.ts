import { expect, test } from 'vitest'
import { fleetSize, vehicleAt, vehicleTypes } from './fleet.ts'
import { inside } from './geometry.ts'
import { streetNetwork } from './streets.ts'
import { depotOf, isInZone, teams, townships, zoneRing } from './teams.ts'

test('every zone has streets and its depot, and every node in it lies within its border', () => {
  const { nodes } = streetNetwork()
  for (const team of [...teams, ...townships]) {
    const inZone = nodes.filter(({ lng, lat }) => isInZone(team, lng, lat))
    expect(inZone.length, team.name).toBeGreaterThan(50)
    expect(inZone).toContain(nodes[depotOf(team)])
    for (const { lng, lat } of inZone) expect(inside(zoneRing(team), [lng, lat]), team.name).toBe(true)
  }
})

test('vehicles have numbers and plates of their own, every team has eight types, whatever the order of the calls', () => {
  const far = vehicleAt(5000)
  const fleet = Array.from({ length: fleetSize.city + fleetSize.townships }, (_, index) => vehicleAt(index))
  expect(new Set(fleet.map(({ plate }) => plate)).size).toBe(fleet.length)
  expect(new Set(fleet.map(({ terminalNo }) => terminalNo)).size).toBe(fleet.length)
  for (const team of teams)
    expect(new Set(fleet.filter((vehicle) => vehicle.team === team).map(({ type }) => type)).size).toBeGreaterThanOrEqual(8)
  expect(fleet.slice(fleetSize.city).every(({ type }) => type === '吸粪车')).toBe(true)
  expect(vehicleTypes).toContain(far.type)
  expect(vehicleAt(5000)).toEqual(far)
  expect(vehicleAt(0)).toMatchObject({ terminalNo: '13900000001' })
})
