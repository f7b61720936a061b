import { shanghaiMs } from '@huanwei/contract/time'
import { formatTime } from '../../../lib/time.ts'
import type { TrackPoint } from './track.ts'

type Frame = { from: number; to: number; width: number; height: number }

/** Top of a chart of speeds, km/h. */
export const highestOf = (points: readonly Pick<TrackPoint, 'speed'>[]) =>
  points.reduce((most, { speed }) => Math.max(most, speed), 30)

/** An area under the speed of a way, km/h over time, as an SVG path; the fastest of a column counts. Empty without points. */
export function speedPath(points: readonly Pick<TrackPoint, 'at' | 'speed'>[], { from, to, width, height }: Frame) {
  const columns = new Map<number, number>()
  for (const { at, speed } of points) {
    const x = Math.round(((at - from) / (to - from)) * width)
    if (x >= 0 && x <= width) columns.set(x, Math.max(columns.get(x) ?? 0, speed))
  }
  if (columns.size === 0) return ''
  const most = highestOf(points)
  const line = Array.from(columns, ([x, speed]) => `L${x} ${Math.round((1 - speed / most) * height)}`)
  const xs = [...columns.keys()]
  return `M${xs[0]} ${height}${line.join('')}L${xs.at(-1)} ${height}Z`
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const gaps = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, day, 7 * day, 30 * day, 60 * day]
const mostTicks = 9

/** Round moments along a span with their names, at most nine. */
export function ticksOf(from: number, to: number) {
  const gap = gaps.find((one) => (to - from) / one <= mostTicks) ?? 60 * day
  const first = Math.ceil((from + shanghaiMs) / gap) * gap - shanghaiMs
  const ticks: { time: number; text: string }[] = []
  for (let time = first; time < to; time += gap) {
    const text = formatTime(time)
    ticks.push({ time, text: gap >= day ? text.slice(5, 10) : text.slice(11, 16) })
  }
  return ticks
}
