import { JitterBuffer } from './jitter-buffer.ts'

/** What the browser gives to scripts of this kind alone. */
declare const sampleRate: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** Hands over what a microphone takes in, in pieces of 20 ms at the rate of the device. */
class Capture extends AudioWorkletProcessor {
  readonly #size = Math.round(sampleRate / 50)
  #piece = new Float32Array(this.#size)
  #filled = 0

  process([channels]: Float32Array[][]): boolean {
    const samples = channels?.[0] ?? new Float32Array()
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + this.#size - this.#filled)
      this.#piece.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === this.#size) this.#handOver()
    }
    return true
  }

  #handOver() {
    this.port.postMessage(this.#piece, [this.#piece.buffer])
    this.#piece = new Float32Array(this.#size)
    this.#filled = 0
  }
}

/** Plays the samples of voices that it is sent; `null` ends it. */
class Play extends AudioWorkletProcessor {
  readonly #voices = new JitterBuffer(sampleRate)
  #isOver = false

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<Float32Array | null>) => {
      if (data) this.#voices.put(data)
      else this.#isOver = true
    }
  }

  process(_: Float32Array[][], [channels]: Float32Array[][]): boolean {
    const output = channels?.[0]
    if (output && !this.#isOver) this.#voices.fill(output)
    return !this.#isOver
  }
}

registerProcessor('capture', Capture)
registerProcessor('play', Play)
