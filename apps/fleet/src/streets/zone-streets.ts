import { along, at, distance, distanceToSegment, type Point, toLngLat, toPlane } from '@huanwei/city/geometry'
import { pick } from '@huanwei/city/random'
import { restaurants } from '@huanwei/city/restaurants'
import { nearestNode, type Route, type StreetNetwork, shortestPath, streetNetwork } from '@huanwei/city/streets'
import { depotOf, isInZone, type Team } from '@huanwei/city/teams'
import { workRoadsOf, workStopsOf } from '@huanwei/city/work-places'

/** Streets of a team's zone as a network of its own: its node and edge numbers are not those of the city. */
export type ZoneStreets = {
  team: Team
  streets: StreetNetwork
  points: Point[]
  depot: number
  /** Node lists along one fast street, at least 700 m long and without a corner. */
  stretches: number[][]
  /** Node lists of the streets that the team sweeps and waters. */
  roads: number[][]
  /** Where its trucks collect garbage. */
  stops: ZoneStop[]
  /** Where its kitchen truck collects. */
  restaurants: ZoneStop[]
}

/** A place with the point of an edge beside it, in the plane. */
export type ZoneStop = { name: string; edge: number; point: Point }

/** Share of the zone's reach; streets further out are left out, as they are too near to the border. */
const innerShare = 0.9
const stretchKilometres = 0.7
const straightRadians = 0.35
/** Garbage is collected from a street so near to it. */
const stopKilometres = 0.04

const cache = new Map<Team, ZoneStreets>()

/** The streets of a team's zone; built once. */
export function zoneStreetsOf(team: Team): ZoneStreets {
  const cached = cache.get(team)
  if (cached) return cached
  const streets = reachableStreets(streetNetwork(), team)
  const points = streets.nodes.map(({ lng, lat }) => toPlane(lng, lat))
  const depot = at(streetNetwork().nodes, depotOf(team))
  const zone = {
    team,
    streets,
    points,
    depot: nearestNode(streets, depot.lng, depot.lat),
    stretches: stretchesOf(streets, points),
    roads: roadsOf(streets, team),
    stops: stopsOf(streets, points, workStopsOf(team)),
    restaurants: stopsOf(
      streets,
      points,
      restaurants().filter((one) => one.team === team),
    ),
  }
  cache.set(team, zone)
  return zone
}

/** Streets of the zone that can be reached from its depot without leaving it, with nodes numbered anew. */
function reachableStreets({ nodes, edges }: StreetNetwork, team: Team): StreetNetwork {
  const inner = edges.filter(({ from, to }) =>
    [from, to].every((node) => isInZone(team, at(nodes, node).lng, at(nodes, node).lat, innerShare)),
  )
  const neighbours = new Map<number, number[]>()
  for (const { from, to } of inner) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to])
    neighbours.set(to, [...(neighbours.get(to) ?? []), from])
  }
  const numbers = new Map<number, number>()
  const open = [depotOf(team)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (numbers.has(node)) continue
    numbers.set(node, numbers.size)
    open.push(...(neighbours.get(node) ?? []))
  }
  return {
    nodes: [...numbers.keys()].map((node) => at(nodes, node)),
    edges: inner.flatMap((edge) => {
      const [from, to] = [numbers.get(edge.from), numbers.get(edge.to)]
      return from === undefined || to === undefined ? [] : [{ ...edge, from, to }]
    }),
  }
}

/** Those of the team's work roads that lie in its streets as a whole. */
function roadsOf(streets: StreetNetwork, team: Team): number[][] {
  const keyOf = ({ lng, lat }: { lng: number; lat: number }) => `${lng} ${lat}`
  const numbers = new Map(streets.nodes.map((node, i) => [keyOf(node), i]))
  const city = streetNetwork().nodes
  return workRoadsOf(team)
    .map(({ nodes }) => nodes.flatMap((node) => numbers.get(keyOf(at(city, node))) ?? []))
    .filter((road, i) => road.length === at(workRoadsOf(team), i).nodes.length)
}

function stopsOf(
  { edges }: StreetNetwork,
  points: Point[],
  places: readonly { name: string; lng: number; lat: number }[],
): ZoneStop[] {
  return places.flatMap(({ name, lng, lat }) => {
    const can = toPlane(lng, lat)
    const away = edges.map(({ from, to }) => distanceToSegment(can, at(points, from), at(points, to)))
    const edge = away.indexOf(Math.min(...away))
    const { from, to } = at(edges, edge)
    const [a, b] = [at(points, from), at(points, to)]
    const part = ((can[0] - a[0]) * (b[0] - a[0]) + (can[1] - a[1]) * (b[1] - a[1])) / distance(a, b) ** 2
    // The street of a place at the edge of the zone may be left out.
    return at(away, edge) < stopKilometres ? [{ name, edge, point: along(a, b, Math.min(0.95, Math.max(0.05, part))) }] : []
  })
}

function stretchesOf({ edges }: StreetNetwork, points: Point[]): number[][] {
  const fast = edges.filter((edge) => edge.class !== 'local')
  const isStraight = (a: number, b: number, c: number) => {
    const [p, q, r] = [at(points, a), at(points, b), at(points, c)]
    const turn = Math.abs(Math.atan2(r[1] - q[1], r[0] - q[0]) - Math.atan2(q[1] - p[1], q[0] - p[0]))
    return Math.min(turn, 2 * Math.PI - turn) < straightRadians
  }
  const nextStraight = (name: string, before: number, node: number) =>
    fast
      .filter((edge) => edge.name === name && (edge.from === node || edge.to === node))
      .map((edge) => (edge.from === node ? edge.to : edge.from))
      .find((next) => next !== before && isStraight(before, node, next))
  const stretches: number[][] = []
  for (const { name, from, to } of fast)
    for (const [first, second] of [[from, to] as const, [to, from] as const]) {
      const nodes = [first, second]
      let length = distance(at(points, first), at(points, second))
      for (let next = nextStraight(name, first, second); next !== undefined && !nodes.includes(next); ) {
        length += distance(at(points, at(nodes, -1)), at(points, next))
        nodes.push(next)
        next = nextStraight(name, at(nodes, -2), at(nodes, -1))
      }
      if (length >= stretchKilometres) stretches.push(nodes)
    }
  return stretches
}

/** The shortest route inside the zone, whose nodes are all connected. */
export function routeInZone({ streets }: ZoneStreets, from: number, to: number): Route {
  const route = shortestPath(streets, from, to)
  if (!route) throw new Error(`no route from ${from} to ${to}`)
  return route
}

/**
 * A route over the streets of the whole city from a node of the zone to a point outside it in the direction `angle` (radians). Both ends
 * are included; points are in the plane. Empty when no street leads there.
 */
export function routeOutOfZone(
  { team, streets }: ZoneStreets,
  random: () => number,
  from: number,
  angle = random() * 2 * Math.PI,
): { points: Point[]; edges: { limit: number }[] } {
  const city = streetNetwork()
  const start = at(streets.nodes, from)
  const [cx, cy] = team.centre
  const reachFactor = pick(random, [1.35, 1.45, 1.6])
  const goal = toLngLat([cx + Math.cos(angle) * team.reach[0] * reachFactor, cy + Math.sin(angle) * team.reach[1] * reachFactor])
  const route = shortestPath(city, nearestNode(city, start.lng, start.lat), nearestNode(city, ...goal))
  if (!route) return { points: [], edges: [] }
  return {
    points: route.nodes.map((node) => toPlane(at(city.nodes, node).lng, at(city.nodes, node).lat)),
    edges: route.edges.map((edge) => at(city.edges, edge)),
  }
}
