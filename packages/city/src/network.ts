import { addToList } from './add-to-list.ts'
import { arrange } from './arrange.ts'
import { divide } from './blocks.ts'
import { along, at, crossing, distance, inside, type Point } from './geometry.ts'
import { lakes, parks, rivers } from './landscape.ts'
import type { StreetClass } from './main-roads.ts'
import { seeded } from './random.ts'
import { nameStreets } from './street-names.ts'

export type PlaneEdge = { from: number; to: number; name: string; class: StreetClass; limit: number }
export type PlaneNetwork = { nodes: Point[]; edges: PlaneEdge[] }

/** Side of the grid cells of the river index, kilometres. */
const cell = 0.5
/** Share of local streets that are left out, so that blocks differ. */
const gapShare = 0.04

/** Shares of a street's length at which it must be outside parks and lakes. */
const probes = [0.1, 0.3, 0.5, 0.7, 0.9]

const cellOf = (x: number, y: number): number => (x + 500) * 1000 + y + 500

const riverCells = (): Map<number, [Point, Point][]> => {
  const cells = new Map<number, [Point, Point][]>()
  for (const { line } of rivers)
    for (const [index, to] of line.slice(1).entries()) {
      const from = at(line, index)
      addToList(cells, cellOf(Math.floor(from[0] / cell), Math.floor(from[1] / cell)), [from, to])
    }
  return cells
}

/** Returns a test whether a street may be built: local streets cross no river, and only large ones cross parks and lakes. */
const buildable = () => {
  const cells = riverCells()
  const crossesRiver = (p: Point, q: Point): boolean => {
    const [west, east] = [Math.min(p[0], q[0]) - 0.2, Math.max(p[0], q[0]) + 0.2]
    const [south, north] = [Math.min(p[1], q[1]) - 0.2, Math.max(p[1], q[1]) + 0.2]
    for (let x = Math.floor(west / cell); x <= Math.floor(east / cell); x++)
      for (let y = Math.floor(south / cell); y <= Math.floor(north / cell); y++)
        for (const [from, to] of cells.get(cellOf(x, y)) ?? []) if (crossing(p, q, from, to) !== undefined) return true
    return false
  }
  const blocked = [...parks, ...lakes].map(({ ring }) => ({
    ring,
    west: Math.min(...ring.map(([x]) => x)),
    east: Math.max(...ring.map(([x]) => x)),
    south: Math.min(...ring.map(([, y]) => y)),
    north: Math.max(...ring.map(([, y]) => y)),
  }))
  const crossesLandscape = (p: Point, q: Point): boolean =>
    blocked.some(
      ({ ring, west, east, south, north }) =>
        Math.max(p[0], q[0]) > west &&
        Math.min(p[0], q[0]) < east &&
        Math.max(p[1], q[1]) > south &&
        Math.min(p[1], q[1]) < north &&
        probes.some((t) => inside(ring, along(p, q, t))),
    )
  return (kind: StreetClass, p: Point, q: Point): boolean => {
    if (kind === 'ring' || kind === 'main') return true
    if (crossesLandscape(p, q)) return false
    return kind === 'secondary' || !crossesRiver(p, q)
  }
}

/** The largest connected component, with its nodes numbered anew. */
const largestComponent = ({ nodes, edges }: PlaneNetwork): PlaneNetwork => {
  const component = new Int32Array(nodes.length).fill(-1)
  const around = new Map<number, number[]>()
  for (const { from, to } of edges) {
    addToList(around, from, to)
    addToList(around, to, from)
  }
  const sizes: number[] = []
  for (const start of around.keys()) {
    if (component[start] !== -1) continue
    const stack = [start]
    component[start] = sizes.length
    let size = 0
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      size++
      for (const next of around.get(node) ?? [])
        if (component[next] === -1) {
          component[next] = sizes.length
          stack.push(next)
        }
    }
    sizes.push(size)
  }
  const largest = sizes.indexOf(Math.max(...sizes))
  const renumbered = new Map<number, number>()
  for (const node of nodes.keys()) if (component[node] === largest) renumbered.set(node, renumbered.size)
  return {
    nodes: [...renumbered.keys()].map((node) => at(nodes, node)),
    edges: edges.flatMap((edge) => {
      const [from, to] = [renumbered.get(edge.from), renumbered.get(edge.to)]
      return from === undefined || to === undefined ? [] : [{ ...edge, from, to }]
    }),
  }
}

/** Removes short dead ends (under 90 m), once. */
const withoutStubs = ({ nodes, edges }: PlaneNetwork): PlaneNetwork => {
  const degree = new Uint8Array(nodes.length)
  for (const { from, to } of edges) {
    degree[from] = at(degree, from) + 1
    degree[to] = at(degree, to) + 1
  }
  const isStub = ({ from, to }: PlaneEdge) =>
    (degree[from] === 1 || degree[to] === 1) && distance(at(nodes, from), at(nodes, to)) < 0.09
  return { nodes, edges: edges.filter((edge) => !isStub(edge)) }
}

/** The streets of the city in the plane: the drawn main roads and, between them, generated smaller ones. */
export const buildNetwork = (): PlaneNetwork => {
  const random = seeded(510100)
  const plan = arrange()
  divide(plan, random)
  const allowed = buildable()
  const edges: PlaneEdge[] = []
  for (const { name, class: kind, limit, cuts } of plan.segments) {
    cuts.sort((p, q) => p.t - q.t)
    for (const [index, { node: to }] of cuts.entries()) {
      const from = cuts[index - 1]?.node
      if (from === undefined || from === to || !allowed(kind, at(plan.nodes, from), at(plan.nodes, to))) continue
      if (kind === 'local' && random() < gapShare) continue
      edges.push({ from, to, name, class: kind, limit })
    }
  }
  const network = largestComponent(withoutStubs({ nodes: plan.nodes, edges }))
  nameStreets(network.nodes, network.edges)
  return network
}
