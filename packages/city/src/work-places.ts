import type { VehicleType } from './fleet.ts'
import { at, distance, toPlane } from './geometry.ts'
import { facilities, type GarbageCan, garbageCans } from './places.ts'
import { streetNetwork } from './streets.ts'
import { isInZone, type Team } from './teams.ts'

/** Work of a team's vehicles by their type; the other types have no plan. */
export const workOfType: Partial<Record<VehicleType, 'sweeping' | 'watering' | 'collecting'>> = {
  洗扫车: 'sweeping',
  干扫车: 'sweeping',
  洒水车: 'watering',
  垃圾运输车: 'collecting',
}

/** A street that a team sweeps and waters: nodes of the city's network in order. */
export type WorkRoad = { name: string; nodes: number[] }

const roadsOfTeam = 3
const stopsOfTeam = 8
/** Kilometres; longer streets are worked in part. */
const longestRoad = 1.6
/** Share of the zone's reach, well inside the streets that its vehicles use. */
const innerShare = 0.8

/** The longest streets of a team's zone. */
export function workRoadsOf(team: Team): WorkRoad[] {
  const { nodes, edges } = streetNetwork()
  const isInner = (node: number) => isInZone(team, at(nodes, node).lng, at(nodes, node).lat, innerShare)
  const inner = edges.filter(({ class: kind, from, to }) => kind !== 'local' && isInner(from) && isInner(to))
  return [...Map.groupBy(inner, ({ name }) => name)]
    .map(([name, own]) => ({ name, ...chainOf(own) }))
    .sort((a, b) => b.length - a.length)
    .slice(0, roadsOfTeam)
    .map(({ name, nodes }) => ({ name, nodes }))
}

/** A way along the edges of one street from one of its ends, without coming back; its length in kilometres. */
function chainOf(edges: readonly { from: number; to: number }[]) {
  const { nodes } = streetNetwork()
  const planeOf = (node: number) => toPlane(at(nodes, node).lng, at(nodes, node).lat)
  const nextTo = new Map<number, number[]>()
  for (const { from, to } of edges) {
    nextTo.set(from, [...(nextTo.get(from) ?? []), to])
    nextTo.set(to, [...(nextTo.get(to) ?? []), from])
  }
  const ends = [...nextTo].filter(([, list]) => list.length === 1).map(([node]) => node)
  const chain = [ends[0] ?? at(edges, 0).from]
  let length = 0
  for (;;) {
    const here = at(chain, -1)
    const next = nextTo.get(here)?.find((node) => !chain.includes(node))
    if (next === undefined || length > longestRoad) return { nodes: chain, length }
    length += distance(planeOf(here), planeOf(next))
    chain.push(next)
  }
}

/** Where a team's trucks collect: cans, or at the edge of the city, where there are few, toilets and transfer stations. */
export function workStopsOf(team: Team): GarbageCan[] {
  const places = [...garbageCans(), ...facilities().filter(({ type }) => type === '公共厕所' || type === '中转站')]
  return places.filter(({ lng, lat }) => isInZone(team, lng, lat, innerShare)).slice(0, stopsOfTeam)
}
