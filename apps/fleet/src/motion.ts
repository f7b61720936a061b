import type { Point } from '@huanwei/city/geometry'
import { at, distance } from '@huanwei/city/geometry'

/** m/s²: a loaded truck. */
const acceleration = 0.8
const braking = 1.2

/** A way to drive: `speeds[i]`, m/s, is allowed from `points[i]` to `points[i + 1]`; `waits[i]` seconds are spent standing at `points[i]`. Points in kilometres. */
export type Way = { points: Point[]; speeds: number[]; waits: number[] }

/** Speed, m/s, at which the corner of two streets is taken. */
function cornerSpeed(before: Point, corner: Point, after: Point, straight: number): number {
  const turn = Math.abs(
    Math.atan2(after[1] - corner[1], after[0] - corner[0]) - Math.atan2(corner[1] - before[1], corner[0] - before[0]),
  )
  const angle = turn > Math.PI ? 2 * Math.PI - turn : turn
  if (angle < 0.4) return straight
  if (angle < 0.9) return Math.min(straight, 8)
  return Math.min(straight, angle < 1.9 ? 5 : 2.5)
}

/** The speed at each point, m/s, that neither the streets, the corners, the engine nor the brakes exceed; at rest at both ends. */
function pointSpeeds({ points, speeds, waits }: Way, lengths: number[]): number[] {
  const found = points.map((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]]
    if (!before || !after || at(waits, i) > 0) return 0
    return cornerSpeed(before, point, after, Math.min(at(speeds, i - 1), at(speeds, i)))
  })
  for (let i = lengths.length - 1; i >= 0; i--)
    found[i] = Math.min(at(found, i), Math.sqrt(at(found, i + 1) ** 2 + 2 * braking * at(lengths, i)))
  for (let i = 0; i < lengths.length; i++)
    found[i + 1] = Math.min(at(found, i + 1), Math.sqrt(at(found, i) ** 2 + 2 * acceleration * at(lengths, i)))
  return found
}

/** Where something is and how it moves: kilometres, m/s, unit vector of its heading, metres since the start. */
export type Motion = { x: number; y: number; speed: number; headingX: number; headingY: number; driven: number }

const stride = 8

/** A finished movement: pieces of constant acceleration, 8 numbers each, in order of time. */
export type Track = { pieces: Float32Array; seconds: number; end: Point }

/** Puts a movement together, from second 0 on. */
export class TrackBuilder {
  readonly #numbers: number[] = []
  #seconds = 0
  #driven = 0
  #heading: Point = [0, 1]
  #end: Point

  constructor(start: Point) {
    this.#end = start
  }

  get seconds(): number {
    return this.#seconds
  }

  /** Metres. */
  get driven(): number {
    return this.#driven
  }

  stand(seconds: number): void {
    if (seconds > 0) this.#piece(seconds, 0, 0, 0)
  }

  /** Drives the way, which starts where the track ends. */
  drive(way: Way): void {
    const { points, speeds, waits } = way
    const lengths = speeds.map((_, i) => distance(at(points, i), at(points, i + 1)) * 1000)
    const reached = pointSpeeds(way, lengths)
    for (const [i, length] of lengths.entries()) {
      this.stand(at(waits, i))
      if (length < 0.01) continue
      this.#leg(at(points, i), at(points, i + 1), length, at(reached, i), at(reached, i + 1), at(speeds, i))
    }
    this.stand(at(waits, -1))
  }

  #leg(from: Point, to: Point, length: number, first: number, last: number, allowed: number): void {
    this.#heading = [((to[0] - from[0]) * 1000) / length, ((to[1] - from[1]) * 1000) / length]
    this.#end = from
    const both = acceleration + braking
    const highest = Math.sqrt((2 * acceleration * braking * length + braking * first ** 2 + acceleration * last ** 2) / both)
    const top = Math.max(Math.min(allowed, highest), first, last)
    const gaining = (top ** 2 - first ** 2) / (2 * acceleration)
    const losing = (top ** 2 - last ** 2) / (2 * braking)
    const steady = Math.max(0, length - gaining - losing)
    this.#piece((top - first) / acceleration, first, acceleration, gaining)
    this.#piece(steady / top, top, 0, steady)
    this.#piece((top - last) / braking, top, -braking, losing)
    this.#end = to
  }

  #piece(seconds: number, speed: number, gain: number, metres: number): void {
    if (seconds < 1e-6) return
    const [x, y] = this.#end
    const [headingX, headingY] = this.#heading
    this.#numbers.push(this.#seconds, x, y, headingX, headingY, speed, gain, this.#driven)
    this.#seconds += seconds
    this.#driven += metres
    this.#end = [x + (headingX * metres) / 1000, y + (headingY * metres) / 1000]
  }

  done(): Track {
    return { pieces: Float32Array.from(this.#numbers), seconds: this.#seconds, end: this.#end }
  }
}

/** The motion at a second; before the first and after the last one it stands. */
export function motionAt({ pieces, seconds, end }: Track, second: number): Motion {
  let low = 0
  let high = pieces.length / stride - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pieces[middle * stride] ?? 0) <= second) low = middle
    else high = middle - 1
  }
  const of = (field: number, otherwise: number) => pieces[low * stride + field] ?? otherwise
  const [headingX, headingY, first, gain] = [of(3, 0), of(4, 1), of(5, 0), of(6, 0)]
  const passed = Math.max(0, Math.min(second, seconds) - of(0, 0))
  const metres = first * passed + (gain * passed ** 2) / 2
  return {
    x: of(1, end[0]) + (headingX * metres) / 1000,
    y: of(2, end[1]) + (headingY * metres) / 1000,
    speed: second >= seconds || second < 0 ? 0 : Math.max(0, first + gain * passed),
    headingX,
    headingY,
    driven: of(7, 0) + metres,
  }
}
