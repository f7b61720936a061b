import { BadMessage } from './bad-message.ts'
import { decodeTime } from './bcd.ts'
import { decodeText } from './gbk.ts'

const isPadding = (byte: number | undefined) => byte === 0 || byte === 0x20

/** Text of a field that is padded with NUL or blanks at either end. */
export function trimmedText(bytes: Buffer): string {
  let start = 0
  let end = bytes.length
  while (end > 0 && isPadding(bytes[end - 1])) end--
  while (start < end && isPadding(bytes[start])) start++
  return decodeText(bytes.subarray(start, end))
}

/** Reads a body field by field, big-endian. Every read past the end throws BadMessage `too-short`. */
export class BodyReader {
  readonly #bytes: Buffer
  #position = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get remaining(): number {
    return this.#bytes.length - this.#position
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#step(1))
  }

  u16(): number {
    return this.#bytes.readUInt16BE(this.#step(2))
  }

  u32(): number {
    return this.#bytes.readUInt32BE(this.#step(4))
  }

  /** A view, not a copy. */
  bytes(length: number): Buffer {
    const start = this.#step(length)
    return this.#bytes.subarray(start, start + length)
  }

  rest(): Buffer {
    return this.bytes(this.remaining)
  }

  hex(length: number): string {
    return this.bytes(length).toString('hex')
  }

  /** GBK text of a padded field. */
  text(length: number): string {
    return trimmedText(this.bytes(length))
  }

  /** GBK text to the end of the body, with blanks and without trailing NULs. */
  restText(): string {
    const bytes = this.rest()
    let end = bytes.length
    while (end > 0 && bytes[end - 1] === 0) end--
    return decodeText(bytes.subarray(0, end))
  }

  /** GBK text preceded by its length, u8. */
  countedText(): string {
    return this.text(this.u8())
  }

  /** Epoch ms of YYMMDDhhmmss; BadMessage `time` when it is no valid date. */
  time(zoneHours = 8): number {
    const time = decodeTime(this.#bytes, this.#step(6), zoneHours)
    if (Number.isNaN(time)) throw new BadMessage('time')
    return time
  }

  #step(length: number): number {
    const start = this.#position
    if (start + length > this.#bytes.length) throw new BadMessage('too-short', `${this.#bytes.length} bytes`)
    this.#position = start + length
    return start
  }
}
