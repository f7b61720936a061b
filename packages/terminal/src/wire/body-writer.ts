import { encodeTime } from './bcd.ts'
import { encodeText } from './gbk.ts'

/** Writes a body field by field, big-endian. A value that does not fit its field throws RangeError. */
export class BodyWriter {
  #bytes = Buffer.allocUnsafe(64)
  #length = 0

  u8(value: number): this {
    const offset = this.#grow(1)
    this.#bytes.writeUInt8(value, offset)
    return this
  }

  u16(value: number): this {
    const offset = this.#grow(2)
    this.#bytes.writeUInt16BE(value, offset)
    return this
  }

  u32(value: number): this {
    const offset = this.#grow(4)
    this.#bytes.writeUInt32BE(value, offset)
    return this
  }

  bytes(value: Uint8Array): this {
    const offset = this.#grow(value.length)
    this.#bytes.set(value, offset)
    return this
  }

  /** Writes `length` bytes of hexadecimal. */
  hex(value: string, length: number): this {
    const bytes = Buffer.from(value, 'hex')
    if (bytes.length !== length) throw new RangeError(`expected ${length} bytes of hexadecimal, got ${value}`)
    return this.bytes(bytes)
  }

  /** Writes GBK text, padded with NUL to `length` bytes. */
  text(value: string, length: number): this {
    const bytes = encodeText(value)
    if (bytes.length > length) throw new RangeError(`${bytes.length} bytes of text for a field of ${length}`)
    const start = this.#grow(length)
    this.#bytes.fill(0, start, start + length)
    this.#bytes.set(bytes, start)
    return this
  }

  /** Writes GBK text up to the end of the body. */
  restText(value: string): this {
    return this.bytes(encodeText(value))
  }

  /** Writes GBK text preceded by its length, u8. */
  countedText(value: string): this {
    const bytes = encodeText(value)
    return this.u8(bytes.length).bytes(bytes)
  }

  time(value: number, zoneHours = 8): this {
    return this.bytes(encodeTime(value, zoneHours))
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Makes room and returns its offset; the buffer may be replaced. */
  #grow(by: number): number {
    const start = this.#length
    this.#length += by
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, this.#bytes.length * 2))
      larger.set(this.#bytes.subarray(0, start))
      this.#bytes = larger
    }
    return start
  }
}
