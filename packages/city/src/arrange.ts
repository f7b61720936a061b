import { addToList } from './add-to-list.ts'
import { along, at, crossing, distance, type Point, path, smoothLegs, superellipse } from './geometry.ts'
import { corridors, ringRoads, type StreetClass } from './main-roads.ts'

export type Cut = { t: number; node: number }
/** A straight piece of street; `cuts` are the nodes on it, both ends included, `t` ascending once sorted. */
export type Segment = { a: number; b: number; name: string; class: StreetClass; limit: number; cuts: Cut[] }
export type Plan = { nodes: Point[]; segments: Segment[] }

type Piece = { from: Point; to: Point; name: string; class: StreetClass; limit: number }

const corridorLimit = { ring: 60, main: 60, secondary: 40, local: 30 } as const
/** Kilometres by which an open end is extended, so that it crosses the street it should join. */
const overshoot = 0.45
/** Kilometres; nodes closer to each other become one. */
const mergeDistance = 0.035

const ringPieces = (): Piece[] =>
  ringRoads.flatMap(({ name, class: kind, limit, reach, tilt, points }) => {
    const ring = superellipse(reach, tilt, points)
    return ring.map((from, index) => ({ from, to: ring[(index + 1) % ring.length] ?? from, name, class: kind, limit }))
  })

const corridorPieces = (): Piece[] =>
  corridors.flatMap(({ class: kind, parts }) => {
    const named = parts.flatMap(([name, pairs]) => path(pairs).map((point) => ({ name, point })))
    const points = named.map(({ point }) => point)
    const legs = smoothLegs(points, 0.4)
    const pieces = legs.flatMap((leg, index) => {
      // A leg belongs to the street whose point it reaches.
      const { name } = at(named, index + 1)
      return leg.map((to, n) => ({ from: leg[n - 1] ?? at(points, index), to, name, class: kind, limit: corridorLimit[kind] }))
    })
    const [first, last] = [at(pieces, 0), at(pieces, -1)]
    const before = along(first.from, first.to, -overshoot / distance(first.from, first.to))
    const after = along(last.from, last.to, 1 + overshoot / distance(last.from, last.to))
    return [{ ...first, from: before, to: first.from }, ...pieces, { ...last, from: last.to, to: after }]
  })

const crossAll = (pieces: readonly Piece[]): number[][] => {
  const cuts: number[][] = pieces.map(() => [0, 1])
  const boxes = pieces
    .map(({ from, to }, index) => ({
      index,
      west: Math.min(from[0], to[0]),
      east: Math.max(from[0], to[0]),
      south: Math.min(from[1], to[1]),
      north: Math.max(from[1], to[1]),
    }))
    .sort((p, q) => p.west - q.west)
  for (const [order, box] of boxes.entries()) {
    const p = at(pieces, box.index)
    for (let next = order + 1; next < boxes.length; next++) {
      const candidate = at(boxes, next)
      // Sorted from west to east: no later box can touch this one.
      if (candidate.west > box.east) break
      if (candidate.south > box.north || candidate.north < box.south) continue
      const q = at(pieces, candidate.index)
      const hit = crossing(p.from, p.to, q.from, q.to)
      if (hit === undefined) continue
      at(cuts, box.index).push(hit.t)
      at(cuts, candidate.index).push(hit.u)
    }
  }
  return cuts
}

/** Numbers points; a point within `mergeDistance` of a numbered one gets its number. */
const numbering = () => {
  const nodes: Point[] = []
  const cells = new Map<number, number[]>()
  const numberOf = (point: Point): number => {
    const [cx, cy] = [Math.floor(point[0] / mergeDistance), Math.floor(point[1] / mergeDistance)]
    for (let x = cx - 1; x <= cx + 1; x++)
      for (let y = cy - 1; y <= cy + 1; y++)
        for (const node of cells.get(x * 100_000 + y) ?? []) if (distance(at(nodes, node), point) < mergeDistance) return node
    nodes.push(point)
    addToList(cells, cx * 100_000 + cy, nodes.length - 1)
    return nodes.length - 1
  }
  return { nodes, numberOf }
}

/** Removes loose ends until every end meets another street. */
const trim = (segments: Segment[], nodeCount: number): Segment[] => {
  const degree = new Uint8Array(nodeCount)
  for (const { a, b } of segments) {
    degree[a] = at(degree, a) + 1
    degree[b] = at(degree, b) + 1
  }
  const connected = segments.filter(({ a, b }) => at(degree, a) > 1 && at(degree, b) > 1)
  return connected.length === segments.length ? connected : trim(connected, nodeCount)
}

/** The ring and through roads as one planar graph without loose ends. */
export const arrange = (): Plan => {
  const pieces = [...ringPieces(), ...corridorPieces()]
  const cuts = crossAll(pieces)
  const { nodes, numberOf } = numbering()
  const seen = new Set<string>()
  const segments: Segment[] = []
  for (const [index, { from, to, name, class: kind, limit }] of pieces.entries()) {
    const ids = at(cuts, index)
      .sort((p, q) => p - q)
      .map((t) => numberOf(along(from, to, t)))
    for (const [n, b] of ids.entries()) {
      const a = ids[n - 1]
      if (a === undefined || a === b) continue
      const key = a < b ? `${a},${b}` : `${b},${a}`
      if (seen.has(key)) continue
      seen.add(key)
      segments.push({ a, b, name, class: kind, limit, cuts: [] })
    }
  }
  const connected = trim(segments, nodes.length)
  for (const segment of connected) segment.cuts.push({ t: 0, node: segment.a }, { t: 1, node: segment.b })
  return { nodes, segments: connected }
}
