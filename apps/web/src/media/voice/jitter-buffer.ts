import { voiceRate } from '@huanwei/contract/intercom/codes'
import { hurry } from './hurry.ts'
import { createResampler } from './resample.ts'

/** A voice waits so long before it is heard, so that pieces that come late leave no gap. s. */
const cushion = 0.08
/** More than this that waits is heard faster: of a speech that somebody heard of late, or after a pause of the line. s. */
const patience = 0.4
const faster = 1.5
/** Sample counts of what is made ready at once, at the pace of the speaker and faster. */
const [usual, hurried] = [160, 2400]

/** Voices as they come, of 8000 samples a second, made to what a loudspeaker of `rate` plays; what is behind is heard faster until it has caught up. */
export class JitterBuffer {
  readonly #resample: (piece: Float32Array) => Float32Array
  readonly #cushion: number
  #waiting: Float32Array[] = []
  /** Samples that wait. */
  #amount = 0
  /** What the loudspeaker gets next, at its rate. */
  #ready: Float32Array = new Float32Array()
  #isIdle = true
  /** Samples of silence before the next voice, at the rate of the loudspeaker. */
  #silence = 0

  constructor(rate: number) {
    this.#resample = createResampler(voiceRate, rate)
    this.#cushion = Math.round(cushion * rate)
  }

  put(samples: Float32Array) {
    if (!samples.length) return
    if (this.#isIdle) this.#silence = this.#cushion
    this.#isIdle = false
    this.#waiting.push(samples)
    this.#amount += samples.length
  }

  /** Writes what is heard next; where there is no voice, silence. */
  fill(output: Float32Array) {
    output.fill(0)
    let at = Math.min(this.#silence, output.length)
    this.#silence -= at
    while (at < output.length) {
      if (!this.#ready.length) this.#makeReady()
      if (this.#isIdle) return
      const part = this.#ready.subarray(0, output.length - at)
      output.set(part, at)
      at += part.length
      this.#ready = this.#ready.subarray(part.length)
    }
  }

  #makeReady() {
    this.#isIdle = !this.#amount
    const isBehind = this.#amount > patience * voiceRate
    this.#ready = this.#resample(isBehind ? hurry(this.#take(hurried), faster) : this.#take(usual))
  }

  #take(count: number) {
    const taken = new Float32Array(Math.min(count, this.#amount))
    for (let filled = 0; filled < taken.length; ) {
      const first = this.#waiting.shift() ?? new Float32Array()
      const part = first.subarray(0, taken.length - filled)
      taken.set(part, filled)
      filled += part.length
      if (part.length < first.length) this.#waiting.unshift(first.subarray(part.length))
    }
    this.#amount -= taken.length
    return taken
  }
}
