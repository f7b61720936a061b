import { addToList } from './add-to-list.ts'
import { districtAt } from './districts.ts'
import { at, distance, distanceToSegment, type Point, toLngLat, toPlane } from './geometry.ts'
import { heap } from './heap.ts'
import type { StreetClass } from './main-roads.ts'
import { buildNetwork } from './network.ts'

export type StreetNode = { lng: number; lat: number }
/** An edge may be driven in both directions; `length` in metres, `limit` in km/h. */
export type StreetEdge = { from: number; to: number; name: string; class: StreetClass; length: number; limit: number }
export type StreetNetwork = { nodes: StreetNode[]; edges: StreetEdge[] }
/** `node` is reached over `edge`, `length` metres away. */
export type Neighbour = { node: number; edge: number; length: number }
/** `edges[i]` leads from `nodes[i]` to `nodes[i + 1]`; `length` in metres. */
export type Route = { nodes: number[]; edges: number[]; length: number }

let built: StreetNetwork | undefined

/** The streets of the city, WGS-84: one connected graph, built once, the same in every process. */
export const streetNetwork = (): StreetNetwork => {
  if (built !== undefined) return built
  const { nodes, edges } = buildNetwork()
  built = {
    nodes: nodes.map((point) => {
      const [lng, lat] = toLngLat(point)
      return { lng, lat }
    }),
    edges: edges.map((edge) => ({
      ...edge,
      length: Math.round(distance(at(nodes, edge.from), at(nodes, edge.to)) * 10000) / 10,
    })),
  }
  return built
}

const cachedNeighbours = new WeakMap<StreetNetwork, Neighbour[][]>()

/** The neighbours of every node, by node number; computed once per network. */
export const neighbours = (network: StreetNetwork): Neighbour[][] => {
  const cached = cachedNeighbours.get(network)
  if (cached !== undefined) return cached
  const lists: Neighbour[][] = network.nodes.map(() => [])
  for (const [edge, { from, to, length }] of network.edges.entries()) {
    at(lists, from).push({ node: to, edge, length })
    at(lists, to).push({ node: from, edge, length })
  }
  cachedNeighbours.set(network, lists)
  return lists
}

const planePoint = ({ lng, lat }: StreetNode): Point => toPlane(lng, lat)

/** The shortest route by length (A*), both ends included; undefined when there is none. Throws RangeError on an unknown node. */
export const shortestPath = (network: StreetNetwork, from: number, to: number): Route | undefined => {
  const lists = neighbours(network)
  const goal = planePoint(at(network.nodes, to))
  // Straight-line distance in metres, slightly reduced, so that rounded lengths are never shorter.
  const remaining = (node: number): number => distance(planePoint(at(network.nodes, node)), goal) * 995
  const best = new Float64Array(lists.length).fill(Number.POSITIVE_INFINITY)
  const arrivedFrom = new Int32Array(lists.length).fill(-1)
  const arrivedOver = new Int32Array(lists.length).fill(-1)
  const closed = new Uint8Array(lists.length)
  const open = heap()
  best[from] = 0
  open.push(remaining(from), from)
  for (let node = open.pop(); node !== undefined && node !== to; node = open.pop()) {
    if (closed[node] === 1) continue
    closed[node] = 1
    for (const next of at(lists, node)) {
      const length = at(best, node) + next.length
      if (length >= at(best, next.node)) continue
      best[next.node] = length
      arrivedFrom[next.node] = node
      arrivedOver[next.node] = next.edge
      open.push(length + remaining(next.node), next.node)
    }
  }
  if (!Number.isFinite(at(best, to))) return undefined
  const route: Route = { nodes: [to], edges: [], length: at(best, to) }
  for (let node = to; node !== from; node = at(arrivedFrom, node)) {
    route.nodes.push(at(arrivedFrom, node))
    route.edges.push(at(arrivedOver, node))
  }
  route.nodes.reverse()
  route.edges.reverse()
  return route
}

/** The node nearest to a position, WGS-84. */
export const nearestNode = (network: StreetNetwork, lng: number, lat: number): number => {
  const point = toPlane(lng, lat)
  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  for (const [node, position] of network.nodes.entries()) {
    const length = distance(point, planePoint(position))
    if (length >= least) continue
    least = length
    nearest = node
  }
  return nearest
}

/** Side of the grid cells of the edge index, kilometres. */
const cell = 0.4
/** Rings of cells searched around a position: at least 2 km. */
const reach = 5

type Indexed = { name: string; from: Point; to: Point }
let index: Map<number, Indexed[]> | undefined

const cellOf = (x: number, y: number): number => (Math.floor(x / cell) + 500) * 1000 + Math.floor(y / cell) + 500

const edgeIndex = (): Map<number, Indexed[]> => {
  if (index !== undefined) return index
  index = new Map()
  const { nodes, edges } = streetNetwork()
  for (const { name, from, to } of edges) {
    const entry = { name, from: planePoint(at(nodes, from)), to: planePoint(at(nodes, to)) }
    const [p, q] = [entry.from, entry.to]
    for (let x = Math.min(p[0], q[0]); ; x = Math.min(x + cell, Math.max(p[0], q[0]))) {
      for (let y = Math.min(p[1], q[1]); ; y = Math.min(y + cell, Math.max(p[1], q[1]))) {
        addToList(index, cellOf(x, y), entry)
        if (y === Math.max(p[1], q[1])) break
      }
      if (x === Math.max(p[0], q[0])) break
    }
  }
  return index
}

/** The position as text, such as `成都市成华区建设路附近`; `成都市附近` away from every street. */
export const streetNear = (lng: number, lat: number): string => {
  const point = toPlane(lng, lat)
  const cells = edgeIndex()
  let nearest = ''
  let least = Number.POSITIVE_INFINITY
  // Rings of cells from the inside out; everything beyond ring n is at least n cells away.
  for (let ring = 0; ring <= reach && least > (ring - 1) * cell; ring++)
    for (let dx = -ring; dx <= ring; dx++)
      for (let dy = -ring; dy <= ring; dy += Math.abs(dx) === ring ? 1 : Math.max(1, 2 * ring))
        for (const { name, from, to } of cells.get(cellOf(point[0] + dx * cell, point[1] + dy * cell)) ?? []) {
          const kilometres = distanceToSegment(point, from, to)
          if (kilometres >= least) continue
          least = kilometres
          nearest = name
        }
  return `成都市${districtAt(lng, lat)?.name ?? ''}${nearest}附近`
}
