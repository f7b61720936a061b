import { Status } from '@huanwei/contract/live/codes'
import { type Layer, layers } from '../../live/layers.ts'
import type { ObjectKey, ObjectRef } from '../../live/object-key.ts'

/** An object on the unit square of Web Mercator; `direction` degrees, 0 north, clockwise. */
export type Marker = ObjectRef & { key: ObjectKey; layer: Layer; x: number; y: number; direction: number; status: Status }
/** Grouped objects; those of different layers never together. */
type Place = Pick<Marker, 'x' | 'y' | 'status'> & { layer?: Layer }
/** Objects drawn as one. `x0`…`y1` is the box around them. */
export type Cluster = {
  layer: Layer | undefined
  x: number
  y: number
  size: number
  mix: Map<Status, number>
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Clustering at a zoom: radius in pixels, and the smallest cluster. Close up each object is drawn. */
export function closeness(zoom: number): { radius: number; atLeast: number } {
  if (zoom < 12) return { radius: 58, atLeast: 2 }
  if (zoom < 14) return { radius: 50, atLeast: 4 }
  if (zoom < 16) return { radius: 18, atLeast: 3 }
  return { radius: 0, atLeast: 2 }
}

/** Later ones are drawn above earlier ones. */
const prominence: Record<Status, number> = {
  [Status.offline]: 0,
  [Status.stationary]: 1,
  [Status.moving]: 2,
  [Status.warning]: 3,
  [Status.alert]: 4,
}

/** Alarms and warnings in force among the members. */
export const alarmsOf = ({ mix }: Cluster): number => (mix.get(Status.alert) ?? 0) + (mix.get(Status.warning) ?? 0)

function merge(markers: readonly Place[], members: readonly number[]): Cluster {
  const layer = markers[members[0]!]?.layer
  const cluster = { layer, x: 0, y: 0, size: members.length, mix: new Map<Status, number>(), x0: 1, y0: 1, x1: 0, y1: 0 }
  for (const member of members) {
    const marker = markers[member]
    if (!marker) continue
    cluster.x += marker.x / members.length
    cluster.y += marker.y / members.length
    cluster.mix.set(marker.status, (cluster.mix.get(marker.status) ?? 0) + 1)
    cluster.x0 = Math.min(cluster.x0, marker.x)
    cluster.y0 = Math.min(cluster.y0, marker.y)
    cluster.x1 = Math.max(cluster.x1, marker.x)
    cluster.y1 = Math.max(cluster.y1, marker.y)
  }
  return cluster
}

/** Items handled in one step. */
const portion = 1024

/**
 * Groups what lies within a radius of the first one met, on a grid of that radius; a whole fleet at once, so that panning changes nothing.
 * `zoom` counts as its whole number, so that groups stay while zooming within a level. Singles come in drawing order. In steps, since a
 * large fleet takes a while.
 */
export function* groupMarkers<M extends Place>(
  markers: readonly M[],
  zoom: number,
): Generator<void, { singles: M[]; clusters: Cluster[] }> {
  const level = Math.floor(zoom)
  const { radius, atLeast } = closeness(level)
  const reach = radius / (512 * 2 ** level)
  const taken = new Uint8Array(markers.length)
  const clusters = reach === 0 ? [] : yield* gather(markers, reach, atLeast, taken)
  const drawn: M[][] = Object.values(prominence).map(() => [])
  for (const [index, marker] of markers.entries()) {
    if (index % portion === 0) yield
    if (!taken[index]) drawn[prominence[marker.status]]?.push(marker)
  }
  return { singles: drawn.flat(), clusters }
}

/** Marks in `taken` what it put into a group. */
function* gather(markers: readonly Place[], reach: number, atLeast: number, taken: Uint8Array): Generator<void, Cluster[]> {
  const key = (column: number, row: number, layer: Layer | undefined) =>
    (layer ? layers.indexOf(layer) + 1 : 0) * 2 ** 50 + column * 2 ** 26 + row
  /** The first marker of each cell, and after each marker the next of its cell, -1 after the last. */
  const first = new Map<number, number>()
  const next = new Int32Array(markers.length)
  for (let index = markers.length - 1; index >= 0; index--) {
    if (index % portion === 0) yield
    const { x, y, layer } = markers[index]!
    const cell = key(Math.floor(x / reach), Math.floor(y / reach), layer)
    next[index] = first.get(cell) ?? -1
    first.set(cell, index)
  }
  /** Whoever of a cell is still free and near (x, y). Who is in a group is taken out of the cell, so that nobody looks at them again. */
  function look(cell: number, x: number, y: number, members: number[]) {
    let before = -1
    for (let other = first.get(cell) ?? -1; other >= 0; other = next[other]!) {
      if (taken[other]) {
        if (before < 0) first.set(cell, next[other]!)
        else next[before] = next[other]!
        continue
      }
      before = other
      const marker = markers[other]!
      if ((marker.x - x) ** 2 + (marker.y - y) ** 2 <= reach ** 2) members.push(other)
    }
  }
  const clusters: Cluster[] = []
  for (const [index, { x, y, layer }] of markers.entries()) {
    if (index % portion === 0) yield
    if (taken[index]) continue
    const [column, row] = [Math.floor(x / reach), Math.floor(y / reach)]
    const members: number[] = []
    for (let c = column - 1; c <= column + 1; c++) for (let r = row - 1; r <= row + 1; r++) look(key(c, r, layer), x, y, members)
    if (members.length < atLeast) continue
    for (const member of members) taken[member] = 1
    clusters.push(merge(markers, members))
  }
  return clusters
}
