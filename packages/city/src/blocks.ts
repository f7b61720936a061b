import { addToList } from './add-to-list.ts'
import type { Plan, Segment } from './arrange.ts'
import { along, area, at, crossing, distance, inside, type Point } from './geometry.ts'
import { between } from './random.ts'

/** One side of a block: the part of a segment from `from` to `to` (shares of the segment, `from` > `to` when run backwards). */
type Side = { segment: number; from: number; to: number }
type Block = Side[]

/** Kilometres; a new street ends at an existing corner or junction when one is this near. */
const snap = 0.07
/** Multiple of the final block size from which a splitting street is a secondary one. */
const secondaryFrom = 4.5

const pointOn = (plan: Plan, segment: Segment, t: number): Point => along(at(plan.nodes, segment.a), at(plan.nodes, segment.b), t)

const corners = (plan: Plan, block: Block): Point[] =>
  block.map((side) => pointOn(plan, at(plan.segments, side.segment), side.from))

/** The blocks between the streets of a plan: every bounded face, counter-clockwise. */
const faces = (plan: Plan): Block[] => {
  type Half = Side & { origin: number; target: number; angle: number }
  const halves: Half[] = plan.segments.flatMap(({ a, b }, segment) => {
    const [p, q] = [at(plan.nodes, a), at(plan.nodes, b)]
    const angle = Math.atan2(q[1] - p[1], q[0] - p[0])
    const back = Math.atan2(p[1] - q[1], p[0] - q[0])
    return [
      { segment, from: 0, to: 1, origin: a, target: b, angle },
      { segment, from: 1, to: 0, origin: b, target: a, angle: back },
    ]
  })
  const leaving = new Map<number, number[]>()
  for (const [index, { origin }] of halves.entries()) addToList(leaving, origin, index)
  for (const list of leaving.values()) list.sort((p, q) => at(halves, p).angle - at(halves, q).angle)
  const following = halves.map(({ target }, index) => {
    const around = leaving.get(target) ?? []
    // The next side of the same face is the first one clockwise from the reversed side.
    return at(around, around.indexOf(index ^ 1) - 1)
  })
  const visited = new Set<number>()
  const blocks: Block[] = []
  for (const start of halves.keys()) {
    const block: Block = []
    for (let index = start; !visited.has(index); index = at(following, index)) {
      visited.add(index)
      const { segment, from, to } = at(halves, index)
      block.push({ segment, from, to })
    }
    if (block.length > 2 && area(corners(plan, block)) > 0) blocks.push(block)
  }
  return blocks
}

/** Main direction of the sides, modulo a right angle. */
const mainDirection = (ring: readonly Point[]): number => {
  let [sine, cosine] = [0, 0]
  let previous = at(ring, -1)
  for (const point of ring) {
    const length = distance(previous, point)
    const angle = Math.atan2(point[1] - previous[1], point[0] - previous[0])
    sine += length * Math.sin(4 * angle)
    cosine += length * Math.cos(4 * angle)
    previous = point
  }
  return Math.atan2(sine, cosine) / 4
}

/** The line along which a block is split: across its longer extent, near the middle. */
const splitLine = (ring: readonly Point[], random: () => number): [Point, Point] => {
  const angle = mainDirection(ring) + between(random, -0.06, 0.06)
  const extent = (direction: number) => {
    const [c, s] = [Math.cos(direction), Math.sin(direction)]
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const point of ring) {
      const projection = point[0] * c + point[1] * s
      if (projection < low) low = projection
      if (projection > high) high = projection
    }
    return { low, high }
  }
  const [u, v] = [extent(angle), extent(angle + Math.PI / 2)]
  const acrossU = u.high - u.low > (v.high - v.low) * between(random, 0.85, 1.15)
  const [normal, range] = acrossU ? [angle, u] : [angle + Math.PI / 2, v]
  const offset = range.low + (range.high - range.low) * between(random, 0.38, 0.62)
  const [c, s] = [Math.cos(normal), Math.sin(normal)]
  const middle: Point = [offset * c, offset * s]
  return [
    [middle[0] + s * 40, middle[1] - c * 40],
    [middle[0] - s * 40, middle[1] + c * 40],
  ]
}

type Meeting = { side: number; t: number; along: number }

/** The existing cut near a share `t` of the segment, or a new one there with node -1. */
const findCut = (plan: Plan, { segment, from, to }: Side, t: number): { t: number; node: number } => {
  const street = at(plan.segments, segment)
  const length = distance(at(plan.nodes, street.a), at(plan.nodes, street.b))
  const [low, high] = from < to ? [from, to] : [to, from]
  let near: { t: number; node: number } | undefined
  for (const cut of street.cuts) {
    if (cut.t < low - 1e-9 || cut.t > high + 1e-9 || Math.abs(cut.t - t) * length > snap) continue
    if (near === undefined || Math.abs(cut.t - t) < Math.abs(near.t - t)) near = cut
  }
  return near ?? { t, node: -1 }
}

/** The node of a cut, which is made when there is none yet. */
const nodeOfCut = (plan: Plan, segment: Segment, cut: { t: number; node: number }): number => {
  if (cut.node >= 0) return cut.node
  plan.nodes.push(pointOn(plan, segment, cut.t))
  segment.cuts.push({ t: cut.t, node: plan.nodes.length - 1 })
  return plan.nodes.length - 1
}

/** Splits a block by a new street; undefined when the drawn line does not fit. */
const split = (
  plan: Plan,
  block: Block,
  ring: readonly Point[],
  size: number,
  random: () => number,
): [Block, Block] | undefined => {
  const [start, end] = splitLine(ring, random)
  const meetings: Meeting[] = []
  for (const [index, side] of block.entries()) {
    const hit = crossing(start, end, at(ring, index), ring[index + 1] ?? at(ring, 0))
    if (hit !== undefined) meetings.push({ side: index, t: side.from + (side.to - side.from) * hit.u, along: hit.t })
  }
  meetings.sort((p, q) => p.along - q.along)
  let best: [Meeting, Meeting] | undefined
  for (let n = 0; n + 1 < meetings.length; n += 2) {
    const pair: [Meeting, Meeting] = [at(meetings, n), at(meetings, n + 1)]
    if (best === undefined || pair[1].along - pair[0].along > best[1].along - best[0].along) best = pair
  }
  if (best === undefined || best[0].side === best[1].side) return undefined
  const [i, j] = best[0].side < best[1].side ? best : [best[1], best[0]]
  const [sideI, sideJ] = [at(block, i.side), at(block, j.side)]
  const [streetI, streetJ] = [at(plan.segments, sideI.segment), at(plan.segments, sideJ.segment)]
  const [cutI, cutJ] = [findCut(plan, sideI, i.t), findCut(plan, sideJ, j.t)]
  const [p, q] = [pointOn(plan, streetI, cutI.t), pointOn(plan, streetJ, cutJ.t)]
  if (distance(p, q) < 0.06 || !inside(ring, along(p, q, 0.5)) || !isClearChord(ring, p, q)) return undefined
  const [a, b] = [nodeOfCut(plan, streetI, cutI), nodeOfCut(plan, streetJ, cutJ)]
  if (a === b) return undefined
  const [kind, limit] = size > secondaryFrom * blockSize(p) ? (['secondary', 40] as const) : (['local', 30] as const)
  plan.segments.push({
    a,
    b,
    name: '',
    class: kind,
    limit,
    cuts: [
      { t: 0, node: a },
      { t: 1, node: b },
    ],
  })
  const segment = plan.segments.length - 1
  const firstHalf = [
    { ...sideI, from: cutI.t },
    ...block.slice(i.side + 1, j.side),
    { ...sideJ, to: cutJ.t },
    { segment, from: 1, to: 0 },
  ]
  const secondHalf = [
    { ...sideJ, from: cutJ.t },
    ...block.slice(j.side + 1),
    ...block.slice(0, i.side),
    { ...sideI, to: cutI.t },
    { segment, from: 0, to: 1 },
  ]
  const withoutPoints = (sides: Block) => sides.filter(({ from, to }) => Math.abs(from - to) > 1e-9)
  return [withoutPoints(firstHalf), withoutPoints(secondHalf)]
}

/** True when the chord crosses no side of the ring except at its own ends. */
const isClearChord = (ring: readonly Point[], p: Point, q: Point): boolean => {
  const [from, to] = [along(p, q, 0.02), along(p, q, 0.98)]
  let previous = at(ring, -1)
  for (const point of ring) {
    if (crossing(from, to, previous, point) !== undefined) return false
    previous = point
  }
  return true
}

/** Largest size of a block at this distance from the centre, square kilometres. */
const blockSize = ([x, y]: Point): number => {
  const reach = Math.max(Math.abs(x), Math.abs(y)) * 0.5 + Math.hypot(x, y) * 0.5
  if (reach < 3) return 0.07
  if (reach < 4.6) return 0.13
  if (reach < 8.2) return 0.25
  return 0.9
}

/** Splits the blocks of the plan by new, unnamed streets until every block has the size of its part of the city. */
export const divide = (plan: Plan, random: () => number): void => {
  const queue = faces(plan)
  for (let block = queue.pop(); block !== undefined; block = queue.pop()) {
    const ring = corners(plan, block)
    const size = area(ring)
    const middle = along(at(ring, 0), at(ring, Math.floor(ring.length / 2)), 0.5)
    if (size < blockSize(middle) * between(random, 0.75, 1.35)) continue
    for (let tries = 0; tries < 3; tries++) {
      const halves = split(plan, block, ring, size, random)
      if (halves === undefined) continue
      queue.push(...halves)
      break
    }
  }
}
