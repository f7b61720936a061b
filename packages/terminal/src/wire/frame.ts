import type { Header, HeaderToSend } from './header.ts'
import { decodeHeader, headerLengthOf, writeHeader } from './header.ts'

const delimiter = 0x7e
const escapeMark = 0x7d
const defaultMaxBytes = 64 * 1024
/** Bytes; a larger carry buffer is released after its frame. An escaped standard frame is smaller. */
const largestKeptCarry = 4096
/** Shared by all readers, most of which have no carry most of the time. */
const emptyBuffer = Buffer.alloc(0)

export type FrameError = 'checksum' | 'escape' | 'length' | 'header' | 'too-long'

/**
 * A received frame. `body` may share memory with the chunk in which it arrived. A bad frame has its header if that could be decoded;
 * after a checksum error the header may be wrong.
 */
export type RawFrame = { ok: true; header: Header; body: Buffer } | { ok: false; reason: FrameError; header?: Header }

/** Escapes the content between the two 7E. Source: spec 4, IV.1. */
export function escapeContent(content: Buffer): Buffer {
  let escapes = 0
  for (const byte of content) if (byte === delimiter || byte === escapeMark) escapes++
  const escaped = Buffer.allocUnsafe(content.length + escapes)
  copyEscaped(content, 0, content.length, escaped, 0)
  return escaped
}

/** Writes `content` from `start` to `end`, escaped, at `offset` of `target`; returns the offset after it. */
export function copyEscaped(content: Buffer, start: number, end: number, target: Buffer, offset: number): number {
  let to = offset
  for (let i = start; i < end; i++) {
    const byte = content[i] ?? 0
    if (byte === delimiter || byte === escapeMark) {
      target[to++] = escapeMark
      target[to++] = byte === delimiter ? 2 : 1
    } else target[to++] = byte
  }
  return to
}

/** Reverses `escapeContent`. `intact` is false when an invalid escape was found; then `content` ends before it. */
export function unescapeContent(escaped: Buffer): { content: Buffer; intact: boolean } {
  let from = escaped.indexOf(escapeMark)
  if (from === -1) return { content: escaped, intact: true }
  const content = Buffer.allocUnsafe(escaped.length)
  escaped.copy(content, 0, 0, from)
  let to = from
  while (from < escaped.length) {
    const byte = escaped[from++] ?? 0
    if (byte !== escapeMark) {
      content[to++] = byte
      continue
    }
    const next = escaped[from++]
    if (next !== 1 && next !== 2) return { content: content.subarray(0, to), intact: false }
    content[to++] = next === 1 ? escapeMark : delimiter
  }
  return { content: content.subarray(0, to), intact: true }
}

/** XOR of all bytes; 0 for a whole frame with its checksum. */
function checksumOf(bytes: Buffer): number {
  let xor = 0
  for (let i = 0; i < bytes.length; i++) xor ^= bytes[i] ?? 0
  return xor
}

const badFrame = (reason: FrameError, header: Header | undefined): RawFrame =>
  header === undefined ? { ok: false, reason } : { ok: false, reason, header }

/** Parses the bytes between two 7E: unescape, checksum, header, length. */
function parseFrame(escaped: Buffer): RawFrame {
  const { content, intact } = unescapeContent(escaped)
  const decoded = decodeHeader(content)
  if (!intact) return badFrame('escape', decoded?.header)
  return parseContent(content, 0, content.length, checksumOf(content))
}

/** Parses the unescaped content of a frame from `start` to `end`; `xor` is the XOR of all its bytes. */
function parseContent(bytes: Buffer, start: number, end: number, xor: number): RawFrame {
  const decoded = decodeHeader(bytes, start, end)
  if (xor !== 0) return badFrame('checksum', decoded?.header)
  if (decoded === undefined) return badFrame('header', undefined)
  const { header, headerLength, bodyLength } = decoded
  const body = start + headerLength
  if (end !== body + bodyLength + 1) return badFrame('length', header)
  return { ok: true, header, body: bytes.subarray(body, end - 1) }
}

/**
 * Splits a byte stream into frames at 7E; bytes before the first 7E are dropped. The frames do not depend on how the stream is cut
 * into chunks, and a bad frame affects no other frame. An unfinished frame has at most `maxBytes`: a longer one is reported once as
 * `too-long` and the rest of it is skipped. Source: spec 4, IV.1.
 */
export class FrameReader {
  readonly #maxBytes: number
  #carry = emptyBuffer
  #carried = 0
  /** True before the first 7E and beyond the limit: bytes up to the next 7E are dropped. */
  #skipping = true

  constructor({ maxBytes = defaultMaxBytes }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes
  }

  /** Bytes in memory for an unfinished frame; at most `maxBytes`. */
  get heldBytes(): number {
    return this.#carry.length
  }

  /** True when the bytes so far end inside a frame. */
  get isWithin(): boolean {
    return this.#carried > 0
  }

  /** The frames that this chunk completes, in order. Never throws. */
  push(chunk: Uint8Array): RawFrame[] {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const frames: RawFrame[] = []
    let start = 0
    let xor = 0
    let isEscaped = false
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0
      xor ^= byte
      if (byte === escapeMark) isEscaped = true
      else if (byte === delimiter) {
        const isPlain = !isEscaped && !this.#skipping && this.#carried === 0 && i > start && i - start <= this.#maxBytes
        if (isPlain) frames.push(parseContent(bytes, start, i, xor ^ delimiter))
        else this.#finish(bytes.subarray(start, i), frames)
        start = i + 1
        xor = 0
        isEscaped = false
      }
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start), frames)
    return frames
  }

  /** Finishes a segment that a 7E has closed. */
  #finish(segment: Buffer, frames: RawFrame[]): void {
    if (this.#skipping) {
      this.#skipping = false
      return
    }
    if (this.#carried === 0) {
      if (segment.length > this.#maxBytes) frames.push({ ok: false, reason: 'too-long' })
      else if (segment.length > 0) frames.push(parseFrame(segment))
      return
    }
    this.#hold(segment, frames)
    if (this.#skipping) {
      this.#skipping = false
      return
    }
    // Copied, as the carry buffer is reused while the frame is in use.
    frames.push(parseFrame(Buffer.from(this.#carry.subarray(0, this.#carried))))
    this.#release()
  }

  /** Keeps a segment that is still open at the end of its chunk. */
  #hold(segment: Buffer, frames: RawFrame[]): void {
    if (this.#skipping) return
    const length = this.#carried + segment.length
    if (length > this.#maxBytes) {
      frames.push({ ok: false, reason: 'too-long' })
      this.#skipping = true
      this.#release()
      return
    }
    if (length > this.#carry.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(this.#maxBytes, Math.max(length, 256, this.#carry.length * 2)))
      this.#carry.copy(larger, 0, 0, this.#carried)
      this.#carry = larger
    }
    segment.copy(this.#carry, this.#carried)
    this.#carried = length
  }

  #release(): void {
    this.#carried = 0
    if (this.#carry.length > largestKeptCarry) this.#carry = emptyBuffer
  }
}

/** Encodes a whole frame. RangeError when the body exceeds 1023 bytes or a header value does not fit. Source: spec 4, IV.1. */
export function encodeFrame(header: HeaderToSend, body: Buffer): Buffer {
  const headerLength = headerLengthOf(header)
  const content = Buffer.allocUnsafe(headerLength + body.length + 1)
  writeHeader(content, header, body.length)
  content.set(body, headerLength)
  const checksumAt = content.length - 1
  content[checksumAt] = checksumOf(content.subarray(0, checksumAt))
  const escaped = Buffer.allocUnsafe(content.length * 2 + 2)
  escaped[0] = delimiter
  const end = copyEscaped(content, 0, content.length, escaped, 1)
  escaped[end] = delimiter
  return escaped.subarray(0, end + 1)
}
