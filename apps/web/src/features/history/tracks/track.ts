import type { Output } from '@huanwei/contract/endpoint'
import type { getTrack, WayPoint } from '@huanwei/contract/history/endpoints'
import { unknownMetres } from '@huanwei/contract/history/rules'
import { parseTime } from '../../../lib/time.ts'
import { wayColours } from '../../../map/base/palette.ts'
import type { MoverKey } from '../history-search.ts'

export type TrackPoint = WayPoint & { at: number }
/** A way on the screen, its points in order of `at`, epoch ms. */
export type Track = { key: MoverKey; name: string; colour: string; points: TrackPoint[]; total: number }

export function trackOf(key: MoverKey, place: number, { name, points, total }: Output<typeof getTrack>): Track {
  const colour = wayColours[place % wayColours.length]!
  return { key, name, total, colour, points: points.map((point) => ({ ...point, at: parseTime(point.time) })) }
}

/** The index of the last point at or before a moment; -1 before the first. */
export function indexAt(points: readonly TrackPoint[], at: number) {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (points[middle]!.at <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Position at a moment: interpolated between two points, at the former one across a break. Undefined before the first. */
export function pointAt(points: readonly TrackPoint[], at: number): TrackPoint | undefined {
  const index = indexAt(points, at)
  const [before, after] = [points[index], points[index + 1]]
  if (!before || !after || after.isBreak) return before
  const part = (at - before.at) / (after.at - before.at)
  const between = (a: number, b: number) => a + (b - a) * part
  return {
    ...before,
    at,
    lng: between(before.lng, after.lng),
    lat: between(before.lat, after.lat),
    speed: between(before.speed, after.speed),
  }
}

/** True when nothing was heard at a moment since the point that `pointAt` found for it. */
export const isSilent = (point: TrackPoint, at: number) => point.at < at

/** The silences of a way after which it went on elsewhere: the points before and after, and km in a straight line. */
export function silencesOf(points: readonly TrackPoint[]) {
  return points.flatMap((after, i) => {
    const before = points[i - 1]
    if (!before || !after.isBreak) return []
    const metres = unknownMetres(after.at - before.at, before, after)
    return metres > 0 ? [{ before, after, km: Math.round(metres) / 1000 }] : []
  })
}

/** The stretches of a way that are known, each at least two points long. */
export function stretchesOf<P extends Pick<TrackPoint, 'isBreak'>>(points: readonly P[]): P[][] {
  const stretches: P[][] = []
  for (const [i, point] of points.entries()) {
    if (i === 0 || point.isBreak) stretches.push([])
    stretches.at(-1)!.push(point)
  }
  return stretches.filter(({ length }) => length > 1)
}
