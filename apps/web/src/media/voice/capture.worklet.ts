/** What the browser gives to scripts of this kind alone. */
declare const sampleRate: number
declare function registerProcessor(name: string, processor: typeof Capture): void
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

registerProcessor('capture', Capture)
