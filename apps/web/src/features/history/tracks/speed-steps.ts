import { stillBelow, usualSpeedLimit } from '@huanwei/contract/history/rules'
import { speedColours } from '../../../map/base/palette.ts'
import { stretchesOf, type TrackPoint } from './track.ts'

/** Speeds at which another colour begins, km/h. */
const bounds = [stillBelow, 20, 40, usualSpeedLimit] as const

/** Colours of a trail by speed, from slow to fast, with the speeds they stand for. */
export const speedSteps = speedColours.map((colour, i) => {
  const [from, to] = [bounds[i - 1] ?? 0, bounds[i]]
  return { colour, text: to === undefined ? `> ${from}` : `${from}–${to}` }
})

const stepOf = (speed: number) => {
  const step = bounds.findIndex((bound) => speed < bound || (bound === usualSpeedLimit && speed === bound))
  return step < 0 ? bounds.length : step
}

/** The known stretches of a way cut where the speed changes its colour: the mean of two points between them. */
export function speedLinesOf<P extends Pick<TrackPoint, 'isBreak' | 'speed'>>(
  points: readonly P[],
): { colour: string; line: P[] }[] {
  const lines: { colour: string; line: P[] }[] = []
  for (const stretch of stretchesOf(points)) {
    let colour = ''
    for (let i = 1; i < stretch.length; i++) {
      const [before, point] = [stretch[i - 1]!, stretch[i]!]
      const next = speedColours[stepOf((before.speed + point.speed) / 2)]!
      if (i > 1 && next === colour) lines.at(-1)!.line.push(point)
      else lines.push({ colour: next, line: [before, point] })
      colour = next
    }
  }
  return lines
}
