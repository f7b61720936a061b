import type { ObjectKey } from '../../live/object-key.ts'
import type { Cluster, Marker } from './clusters.ts'

/** An object or a group that can be clicked. */
export type Hit = { kind: 'object'; marker: Marker } | { kind: 'cluster'; cluster: Cluster }
/** Its place on the canvas and how far around it a click counts, CSS pixels. */
export type Drawn = { x: number; y: number; radius: number; hit: Hit }

/** What is drawn at a point in CSS pixels, topmost first; where objects are stacked, the one after `selected`. */
export function hitAmong(drawn: readonly Drawn[], x: number, y: number, selected: ObjectKey | undefined): Hit | undefined {
  const found = drawn.filter((one) => Math.hypot(one.x - x, one.y - y) <= one.radius).toReversed()
  const stack = found
    .flatMap(({ hit }) => (hit.kind === 'object' ? [hit] : []))
    .sort((a, b) => a.marker.key.localeCompare(b.marker.key))
  const at = stack.findIndex(({ marker }) => marker.key === selected)
  return at < 0 ? found.at(0)?.hit : stack[(at + 1) % stack.length]
}
