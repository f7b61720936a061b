import { at, distanceToSegment, shareAlong, toPlane } from '@huanwei/city/geometry'
import { heap } from '@huanwei/city/heap'
import { streetNetwork } from '@huanwei/city/streets'
import type { Team } from '@huanwei/city/teams'
import { workRoadsOf, workStopsOf } from '@huanwei/city/work-places'
import { collectionRoute } from '@huanwei/contract/cans/rules'
import { minuteMs } from '@huanwei/contract/time'
import type { Leg, Legs } from './legs.ts'

/** A piece of work for a plan: a road that is swept or watered, or a stop at which is collected. */
export type Stint = {
  /** The way from a corner to the first of `legs`; undefined where there is none. */
  wayFrom(corner: number): Leg[] | undefined
  legs: readonly Leg[]
  /** Where it ends, metres from the beginning of the last leg. */
  end: number
  isRoad: boolean
  /** Least and most time of rest afterwards, ms. */
  standMs: readonly [number, number]
}

const roadStandMs = [9 * minuteMs, 30 * minuteMs] as const
const stopStandMs = [2 * minuteMs, 12 * minuteMs] as const
/** Garbage is collected from a street so near to it, km. */
const stopKilometres = 0.05

/** The roads of a team in both directions, as far as its streets lead there. */
export const roadStintsOf = (team: Team, legs: Legs): Stint[] =>
  workRoadsOf(team)
    .flatMap(({ nodes }) => [nodes, nodes.toReversed()])
    .flatMap((nodes) => {
      const road = nodes.slice(1).flatMap((to, i) => legBetween(legs, at(nodes, i), to) ?? [])
      if (road.length < nodes.length - 1) return []
      const end = at(road, -1).length
      return { wayFrom: waysTo(legs, at(nodes, 0)), legs: road, end, isRoad: true, standMs: roadStandMs }
    })

/** The stops of a team in the order of the shortest way, but for those that are away from its streets. */
export const stopStintsOf = (team: Team, legs: Legs): Stint[] =>
  collectionRoute(workStopsOf(team)).flatMap(({ place }) => {
    const { away, leg, end } = nearestTo(legs, place)
    if (away > stopKilometres) return []
    return { wayFrom: waysTo(legs, leg.from), legs: [leg], end, isRoad: false, standMs: stopStandMs }
  })

const legBetween = (legs: Legs, from: number, to: number) => legs.get(from)?.find((leg) => leg.to === to)

/** The leg nearest to a place, with its distance, km, and the metres along it to the point beside the place. */
function nearestTo(legs: Legs, { lng, lat }: { lng: number; lat: number }) {
  const { nodes } = streetNetwork()
  const planeOf = (node: number) => toPlane(at(nodes, node).lng, at(nodes, node).lat)
  const place = toPlane(lng, lat)
  const all = [...legs.values()].flat().map((leg) => {
    const [from, to] = [planeOf(leg.from), planeOf(leg.to)]
    return { leg, away: distanceToSegment(place, from, to), end: shareAlong(place, from, to) * leg.length }
  })
  return all.reduce((best, one) => (one.away < best.away ? one : best), at(all, 0))
}

/** Returns the function that gives the shortest way from a corner to a goal; it returns undefined where there is none. */
function waysTo(legs: Legs, goal: number) {
  const next = new Map<number, Leg>()
  const metres = new Map([[goal, 0]])
  const open = heap()
  open.push(0, goal)
  for (let corner = open.pop(); corner !== undefined; corner = open.pop())
    for (const { to: before, length } of legs.get(corner) ?? []) {
      const all = metres.get(corner)! + length
      const leg = legBetween(legs, before, corner)
      if (!leg || all >= (metres.get(before) ?? Number.POSITIVE_INFINITY)) continue
      metres.set(before, all)
      next.set(before, leg)
      open.push(all, before)
    }
  return (corner: number) => {
    const way: Leg[] = []
    for (let here = corner; here !== goal; ) {
      const leg = next.get(here)
      if (!leg) return undefined
      way.push(leg)
      here = leg.to
    }
    return way
  }
}
