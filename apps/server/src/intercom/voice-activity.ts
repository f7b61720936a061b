import { voiceRate } from '@huanwei/contract/intercom/codes'
import { aLawSample } from '@huanwei/contract/intercom/rules'

/** Samples that are judged together: 20 ms. */
export const windowSamples = voiceRate / 50

/** Speech is so many times as loud as what else is heard, and not below this mean size of 16 bits. */
const [louder, leastSize] = [2.5, 300]
/** Loud windows in a row with which speech begins, and windows without one with which it is over: 80 ms and 1 s. */
const [windowsToBegin, windowsToEnd] = [4, 50]
/** What else is heard is learned within a blink when it falls, in twenty seconds when it grows. */
const [falls, rises] = [0.2, 1.001]

const sizes = Float64Array.from({ length: 256 }, (_, byte) => Math.abs(aLawSample(byte)))

/** Tells a voice in the cab from the engine and the road, whose sound goes on while speech has pauses. */
export class VoiceActivity {
  #noise: number | undefined
  #loud = 0
  #quiet = windowsToEnd

  /** Takes the next `windowSamples` of A-law; true while somebody speaks. */
  take(window: Buffer): boolean {
    const size = window.reduce((sum, byte) => sum + sizes[byte]!, 0) / window.length
    const noise = this.#noise ?? size
    const isLoud = size > Math.max(noise * louder, leastSize)
    this.#noise = size < noise ? noise + (size - noise) * falls : Math.max(noise, 1) * rises
    this.#loud = isLoud ? this.#loud + 1 : 0
    if (this.#loud >= windowsToBegin) this.#quiet = 0
    else this.#quiet++
    return this.#quiet < windowsToEnd
  }
}
