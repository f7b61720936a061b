import { at, distance, type Point, toLngLat, toPlane } from '@huanwei/city/geometry'
import { pick } from '@huanwei/city/random'
import { nearestNode, type Route, type StreetNetwork, shortestPath, streetNetwork } from '@huanwei/city/streets'
import { depotOf, isOnGround, type Team } from '@huanwei/city/teams'

/** The streets a team works on: a network of its own, whose numbers mean nothing elsewhere. */
export type Ground = {
  team: Team
  streets: StreetNetwork
  points: Point[]
  depot: number
  /** Ways along one fast street, at least 700 m, without a corner. */
  stretches: number[][]
}

/** Streets nearer to the border than this share of the reach are left out. */
const kept = 0.9
const stretchKilometres = 0.7
const straightRadians = 0.35

const grounds = new Map<Team, Ground>()

/** The ground of a team; built once. */
export function groundFor(team: Team): Ground {
  const known = grounds.get(team)
  if (known) return known
  const streets = connectedPart(streetNetwork(), team)
  const points = streets.nodes.map(({ lng, lat }) => toPlane(lng, lat))
  const home = at(streetNetwork().nodes, depotOf(team))
  const ground = {
    team,
    streets,
    points,
    depot: nearestNode(streets, home.lng, home.lat),
    stretches: stretchesOf(streets, points),
  }
  grounds.set(team, ground)
  return ground
}

/** The streets on the ground that can be reached from its depot without leaving it, numbered anew. */
function connectedPart({ nodes, edges }: StreetNetwork, team: Team): StreetNetwork {
  const inner = edges.filter(({ from, to }) =>
    [from, to].every((node) => isOnGround(team, at(nodes, node).lng, at(nodes, node).lat, kept)),
  )
  const around = new Map<number, number[]>()
  for (const { from, to } of inner) {
    around.set(from, [...(around.get(from) ?? []), to])
    around.set(to, [...(around.get(to) ?? []), from])
  }
  const numbers = new Map<number, number>()
  const open = [depotOf(team)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (numbers.has(node)) continue
    numbers.set(node, numbers.size)
    open.push(...(around.get(node) ?? []))
  }
  return {
    nodes: [...numbers.keys()].map((node) => at(nodes, node)),
    edges: inner.flatMap((edge) => {
      const [from, to] = [numbers.get(edge.from), numbers.get(edge.to)]
      return from === undefined || to === undefined ? [] : [{ ...edge, from, to }]
    }),
  }
}

function stretchesOf({ edges }: StreetNetwork, points: Point[]): number[][] {
  const fast = edges.filter((edge) => edge.class !== 'local')
  const isStraight = (a: number, b: number, c: number) => {
    const [p, q, r] = [at(points, a), at(points, b), at(points, c)]
    const turn = Math.abs(Math.atan2(r[1] - q[1], r[0] - q[0]) - Math.atan2(q[1] - p[1], q[0] - p[0]))
    return Math.min(turn, 2 * Math.PI - turn) < straightRadians
  }
  const onward = (name: string, before: number, node: number) =>
    fast
      .filter((edge) => edge.name === name && (edge.from === node || edge.to === node))
      .map((edge) => (edge.from === node ? edge.to : edge.from))
      .find((next) => next !== before && isStraight(before, node, next))
  const found: number[][] = []
  for (const { name, from, to } of fast)
    for (const [first, second] of [[from, to] as const, [to, from] as const]) {
      const nodes = [first, second]
      let length = distance(at(points, first), at(points, second))
      for (let next = onward(name, first, second); next !== undefined && !nodes.includes(next); ) {
        length += distance(at(points, at(nodes, -1)), at(points, next))
        nodes.push(next)
        next = onward(name, at(nodes, -2), at(nodes, -1))
      }
      if (length >= stretchKilometres) found.push(nodes)
    }
  return found
}

/** The shortest way on the ground; its nodes are connected. */
export function routeOn({ streets }: Ground, from: number, to: number): Route {
  const route = shortestPath(streets, from, to)
  if (!route) throw new Error(`no way from ${from} to ${to}`)
  return route
}

/** A way from a node out of the ground to a place so many times its reach away in the direction of `angle`, through the whole city; ends included, in the plane. */
export function wayOut(
  { team, streets }: Ground,
  random: () => number,
  from: number,
  angle = random() * 2 * Math.PI,
): { points: Point[]; edges: { limit: number }[] } {
  const city = streetNetwork()
  const start = at(streets.nodes, from)
  const [cx, cy] = team.centre
  const away = pick(random, [1.35, 1.45, 1.6])
  const goal = toLngLat([cx + Math.cos(angle) * team.reach[0] * away, cy + Math.sin(angle) * team.reach[1] * away])
  const route = shortestPath(city, nearestNode(city, start.lng, start.lat), nearestNode(city, ...goal))
  if (!route) return { points: [], edges: [] }
  return {
    points: route.nodes.map((node) => toPlane(at(city.nodes, node).lng, at(city.nodes, node).lat)),
    edges: route.edges.map((edge) => at(city.edges, edge)),
  }
}
