import { expect, test } from 'vitest'
import { at } from './geometry.ts'
import { streetNetwork } from './streets.ts'
import { isInZone, teams } from './teams.ts'
import { workRoadsOf, workStopsOf } from './work-places.ts'

test('every team has streets of some hundred metres and cans in its zone, the same each time', () => {
  const { nodes, edges } = streetNetwork()
  const lengthOf = new Map(
    edges.flatMap(({ from, to, length }) => [[`${from} ${to}`, length] as const, [`${to} ${from}`, length] as const]),
  )
  for (const team of teams) {
    const roads = workRoadsOf(team)
    expect(roads).toEqual(workRoadsOf(team))
    expect([team.name, roads.length]).toEqual([team.name, 3])
    for (const road of roads) {
      const metres = road.nodes.slice(1).map((node, i) => lengthOf.get(`${at(road.nodes, i)} ${node}`) ?? Number.NaN)
      expect(
        metres.reduce((sum, one) => sum + one, 0),
        `${team.name} ${road.name}`,
      ).toBeGreaterThan(300)
      for (const node of road.nodes) expect(isInZone(team, at(nodes, node).lng, at(nodes, node).lat)).toBe(true)
    }
    expect(workStopsOf(team).length, team.name).toBeGreaterThan(1)
  }
})
