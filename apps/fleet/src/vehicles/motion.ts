import type { Point } from '@huanwei/city/geometry'
import { at, distance } from '@huanwei/city/geometry'

/** m/s² of a loaded truck. */
const acceleration = 0.8
const braking = 1.2

/**
 * A path to drive, in kilometres: `speeds[i]` (m/s) is allowed from `points[i]` to `points[i + 1]`; the vehicle stands for `waits[i]` seconds at
 * `points[i]`.
 */
export type DrivePath = { points: Point[]; speeds: number[]; waits: number[] }

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

/** Speed at each point, m/s, within the limits of streets, corners, engine and brakes; at rest at both ends. */
function pointSpeeds({ points, speeds, waits }: DrivePath, lengths: number[]): number[] {
  const limits = points.map((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]]
    if (!before || !after || at(waits, i) > 0) return 0
    return cornerSpeed(before, point, after, Math.min(at(speeds, i - 1), at(speeds, i)))
  })
  for (let i = lengths.length - 1; i >= 0; i--)
    limits[i] = Math.min(at(limits, i), Math.sqrt(at(limits, i + 1) ** 2 + 2 * braking * at(lengths, i)))
  for (let i = 0; i < lengths.length; i++)
    limits[i + 1] = Math.min(at(limits, i + 1), Math.sqrt(at(limits, i) ** 2 + 2 * acceleration * at(lengths, i)))
  return limits
}

/** Position (kilometres), speed (m/s), unit vector of the heading, and metres since the start. */
export type Motion = { x: number; y: number; speed: number; headingX: number; headingY: number; driven: number }

/** Numbers of one piece: start second, x, y, heading x, heading y, speed, acceleration, metres driven before it. */
const pieceLength = 8

/** A finished movement: pieces of constant acceleration, 8 numbers each, in order of time. */
export type MotionProfile = { pieces: Float32Array; seconds: number; end: Point }

/** Builds a motion profile from second 0 on. */
export class MotionBuilder {
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

  stand(seconds: number): void {
    if (seconds > 0) this.#addPiece(seconds, 0, 0, 0)
  }

  /** Drives a path that starts where the profile ends. */
  drive(path: DrivePath): void {
    const { points, speeds, waits } = path
    const lengths = speeds.map((_, i) => distance(at(points, i), at(points, i + 1)) * 1000)
    const reached = pointSpeeds(path, lengths)
    for (const [i, length] of lengths.entries()) {
      this.stand(at(waits, i))
      if (length < 0.01) continue
      this.#addLeg(at(points, i), at(points, i + 1), length, at(reached, i), at(reached, i + 1), at(speeds, i))
    }
    this.stand(at(waits, -1))
  }

  /** Adds a straight leg: accelerating from `first`, steady, braking to `last` (m/s). */
  #addLeg(from: Point, to: Point, length: number, first: number, last: number, allowed: number): void {
    this.#heading = [((to[0] - from[0]) * 1000) / length, ((to[1] - from[1]) * 1000) / length]
    this.#end = from
    const sum = acceleration + braking
    const highest = Math.sqrt((2 * acceleration * braking * length + braking * first ** 2 + acceleration * last ** 2) / sum)
    const top = Math.max(Math.min(allowed, highest), first, last)
    const accelerating = (top ** 2 - first ** 2) / (2 * acceleration)
    const slowing = (top ** 2 - last ** 2) / (2 * braking)
    const steady = Math.max(0, length - accelerating - slowing)
    this.#addPiece((top - first) / acceleration, first, acceleration, accelerating)
    this.#addPiece(steady / top, top, 0, steady)
    this.#addPiece((top - last) / braking, top, -braking, slowing)
    this.#end = to
  }

  #addPiece(seconds: number, speed: number, gain: number, metres: number): void {
    if (seconds < 1e-6) return
    const [x, y] = this.#end
    const [headingX, headingY] = this.#heading
    this.#numbers.push(this.#seconds, x, y, headingX, headingY, speed, gain, this.#driven)
    this.#seconds += seconds
    this.#driven += metres
    this.#end = [x + (headingX * metres) / 1000, y + (headingY * metres) / 1000]
  }

  done(): MotionProfile {
    return { pieces: Float32Array.from(this.#numbers), seconds: this.#seconds, end: this.#end }
  }
}

/** The motion at a second; before the first and after the last piece the vehicle stands. */
export function motionAt({ pieces, seconds, end }: MotionProfile, second: number): Motion {
  let low = 0
  let high = pieces.length / pieceLength - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pieces[middle * pieceLength] ?? 0) <= second) low = middle
    else high = middle - 1
  }
  const fieldOf = (field: number, fallback: number) => pieces[low * pieceLength + field] ?? fallback
  const [headingX, headingY, initialSpeed, gain] = [fieldOf(3, 0), fieldOf(4, 1), fieldOf(5, 0), fieldOf(6, 0)]
  const elapsed = Math.max(0, Math.min(second, seconds) - fieldOf(0, 0))
  const metres = initialSpeed * elapsed + (gain * elapsed ** 2) / 2
  return {
    x: fieldOf(1, end[0]) + (headingX * metres) / 1000,
    y: fieldOf(2, end[1]) + (headingY * metres) / 1000,
    speed: second >= seconds || second < 0 ? 0 : Math.max(0, initialSpeed + gain * elapsed),
    headingX,
    headingY,
    driven: fieldOf(7, 0) + metres,
  }
}
