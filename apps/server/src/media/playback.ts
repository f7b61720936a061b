import type { PlaySpeed } from '@huanwei/terminal/messages/playback'
import type { PlaybackStep } from '../position/link.ts'
import { longestStep, usualStep } from './picture-tags.ts'

/** What is played of a terminal's disk; epoch ms. */
export type PlaybackSpan = { start: number; end: number; speed: PlaySpeed }

/** A terminal ends at the last key frame before the end, or a little earlier. ms. */
const endSlack = 5000
/** A picture's time is that of the recording when it lies no further than this outside the span, ms. */
const stampSlack = 60_000

/** Where a playback is, and how it goes on. */
export class Playback {
  readonly #start: number
  readonly end: number
  speed: PlaySpeed
  isPaused = false
  /** Time of the recording that was sent last, epoch ms. */
  at: number
  /** True once a picture came. */
  wasShown = false
  #lastStamp: number | undefined

  constructor({ start, end, speed }: PlaybackSpan) {
    this.#start = start
    this.end = end
    this.speed = speed
    this.at = start
  }

  get isOver(): boolean {
    return this.at >= this.end - endSlack
  }

  /** Takes the time that a picture is stamped with: that of the recording, or one that counts from anywhere. */
  saw(stamp: number) {
    this.wasShown = true
    const step = stamp - (this.#lastStamp ?? stamp)
    this.#lastStamp = stamp
    const isOfRecording = stamp >= this.#start - stampSlack && stamp <= this.end + stampSlack
    const next = isOfRecording ? stamp : this.at + (step >= 0 && step <= longestStep ? step : usualStep)
    this.at = Math.min(Math.max(next, this.#start), this.end)
  }

  /** Notes what the terminal was told. */
  apply(step: PlaybackStep) {
    if (step.step === 'pause') this.isPaused = true
    else this.isPaused = false
    if (step.step === 'resume') this.speed = 1
    if ('speed' in step) this.speed = step.speed
    if (step.step !== 'jump') return
    this.at = step.time
    this.#lastStamp = undefined
  }
}
