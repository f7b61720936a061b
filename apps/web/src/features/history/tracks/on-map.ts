import { wayEdge } from '../../../map/base/palette.ts'
import type { Present } from '../../../map/scene/history-scene.ts'
import type { Way } from '../../../map/shapes/way-layers.ts'
import { speedLinesOf } from './speed-steps.ts'
import { isSilent, pointAt, silencesOf, stretchesOf, type Track, type TrackPoint } from './track.ts'

const placeOf = ({ lng, lat }: TrackPoint): [number, number] => [lng, lat]

/** In its own colour, or in the colours of its speeds, with its own at the edge where there are others. */
export const wayOf = ({ colour, points }: Track, { bySpeed, isAlone }: { bySpeed: boolean; isAlone: boolean }): Way => ({
  colour,
  ...(bySpeed && !isAlone ? { edge: colour, edgeWidth: 10 } : { edge: wayEdge, edgeWidth: 7 }),
  positions: points.map(placeOf),
  lines: stretchesOf(points).map((stretch) => stretch.map(placeOf)),
  parts: bySpeed ? speedLinesOf(points).map((part) => ({ ...part, line: part.line.map(placeOf) })) : [],
  silences: silencesOf(points).map(({ before, after }) => [before, after].map(placeOf)),
})

/** Position at a moment, epoch ms; none before the first point. */
export function presentOf({ key, colour, points }: Track, at: number): Present[] {
  const point = pointAt(points, at)
  return point ? [{ ...point, key, colour, isSilent: isSilent(point, at) }] : []
}
