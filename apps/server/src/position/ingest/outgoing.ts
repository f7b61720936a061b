import { longestAcknowledgement, writeAcknowledgement } from '@huanwei/terminal/messages/acknowledgement'
import type { ReplyResult } from '@huanwei/terminal/messages/ids'
import type { Header } from '@huanwei/terminal/wire/header'

/** First size of the buffer, bytes: room for five acknowledgements. */
const initialBytes = 256

/** Frames that wait to be written to one socket. It holds memory only between the first frame and `take`. */
export class OutgoingBuffer {
  #bytes: Buffer | undefined
  #end = 0

  get isEmpty(): boolean {
    return this.#bytes === undefined
  }

  /** Appends a 0x8001 for the message with this header. */
  acknowledge(header: Header, serial: number, result: ReplyResult) {
    const bytes = this.#reserve(longestAcknowledgement)
    this.#end = writeAcknowledgement(bytes, this.#end, header, serial, result)
  }

  append(frame: Buffer) {
    const bytes = this.#reserve(frame.length)
    this.#end += frame.copy(bytes, this.#end)
  }

  /** Empties the buffer and returns its frames. */
  take(): Buffer | undefined {
    const bytes = this.#bytes?.subarray(0, this.#end)
    this.#bytes = undefined
    this.#end = 0
    return bytes
  }

  /** The buffer, with room for `length` more bytes from `#end` on. */
  #reserve(length: number): Buffer {
    if (!this.#bytes) this.#bytes = Buffer.allocUnsafe(Math.max(initialBytes, length))
    else if (this.#end + length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + length))
      this.#bytes.copy(larger, 0, 0, this.#end)
      this.#bytes = larger
    }
    return this.#bytes
  }
}
