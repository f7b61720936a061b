import type { Header, HeaderToSend } from './header.ts'
import { decodeHeader, headerLengthOf, writeHeader } from './header.ts'

const delimiter = 0x7e
const mark = 0x7d
const defaultMaxBytes = 64 * 1024
/** A carry above this is given back once its frame is done; a standard frame, escaped, stays below. */
const keptCarry = 4096
/** One for all readers: thousands of them hold nothing most of the time. */
const nothing = Buffer.alloc(0)

export type FrameError = 'checksum' | 'escape' | 'length' | 'header' | 'too-long'

/**
 * One frame off the wire. `body` may share memory with the chunk it came in.
 * A bad frame carries the header when it could be read; after a checksum error its digits may be wrong.
 */
export type RawFrame = { ok: true; header: Header; body: Buffer } | { ok: false; reason: FrameError; header?: Header }

/** What lies between the two 7E, escaped. Source: spec 4, IV.1. */
export function escapeContent(content: Buffer): Buffer {
  let escapes = 0
  for (const byte of content) if (byte === delimiter || byte === mark) escapes++
  const escaped = Buffer.allocUnsafe(content.length + escapes)
  copyEscaped(content, 0, content.length, escaped, 0)
  return escaped
}

/** Writes `content` from `start` to `end` at `offset` of `target`, escaped; where it ends there. */
export function copyEscaped(content: Buffer, start: number, end: number, target: Buffer, offset: number): number {
  let at = offset
  for (let i = start; i < end; i++) {
    const byte = content[i] ?? 0
    if (byte === delimiter || byte === mark) {
      target[at++] = mark
      target[at++] = byte === delimiter ? 2 : 1
    } else target[at++] = byte
  }
  return at
}

/** The content of an escaped frame, up to the first 7D that nothing valid follows; `intact` is false when there was one. */
export function unescapeContent(escaped: Buffer): { content: Buffer; intact: boolean } {
  let from = escaped.indexOf(mark)
  if (from === -1) return { content: escaped, intact: true }
  const content = Buffer.allocUnsafe(escaped.length)
  escaped.copy(content, 0, 0, from)
  let at = from
  while (from < escaped.length) {
    const byte = escaped[from++] ?? 0
    if (byte !== mark) {
      content[at++] = byte
      continue
    }
    const next = escaped[from++]
    if (next !== 1 && next !== 2) return { content: content.subarray(0, at), intact: false }
    content[at++] = next === 1 ? mark : delimiter
  }
  return { content: content.subarray(0, at), intact: true }
}

/** XOR of all bytes; 0 over a whole frame with its checksum. */
function xorOf(bytes: Buffer): number {
  let xor = 0
  for (let i = 0; i < bytes.length; i++) xor ^= bytes[i] ?? 0
  return xor
}

const bad = (reason: FrameError, header: Header | undefined): RawFrame =>
  header === undefined ? { ok: false, reason } : { ok: false, reason, header }

/** Parses what lay between two 7E: unescape, checksum, header, length. */
function parseFrame(escaped: Buffer): RawFrame {
  const { content, intact } = unescapeContent(escaped)
  const decoded = decodeHeader(content)
  if (!intact) return bad('escape', decoded?.header)
  return parseContent(content, 0, content.length, xorOf(content))
}

/** Parses the content of a frame, unescaped, from `start` to `end`; `xor` is that of all its bytes. */
function parseContent(bytes: Buffer, start: number, end: number, xor: number): RawFrame {
  const decoded = decodeHeader(bytes, start, end)
  if (xor !== 0) return bad('checksum', decoded?.header)
  if (decoded === undefined) return bad('header', undefined)
  const { header, headerLength, bodyLength } = decoded
  const body = start + headerLength
  if (end !== body + bodyLength + 1) return bad('length', header)
  return { ok: true, header, body: bytes.subarray(body, end - 1) }
}

/**
 * Splits a byte stream into frames at 7E; what precedes the first 7E is dropped. Any split of the stream gives the same frames,
 * and a bad frame costs that frame only. What waits for its closing 7E takes at most `maxBytes`: beyond, one `too-long` is
 * reported and the rest is skipped. Source: spec 4, IV.1.
 */
export class FrameReader {
  readonly #maxBytes: number
  #carry = nothing
  #carried = 0
  /** Before the first 7E, or behind the limit, bytes up to the next 7E are dropped. */
  #skipping = true

  constructor({ maxBytes = defaultMaxBytes }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes
  }

  /** Bytes held for an unfinished frame; at most `maxBytes`. */
  get heldBytes(): number {
    return this.#carry.length
  }

  /** Whether the bytes so far end inside a frame. */
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
      if (byte === mark) isEscaped = true
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

  /** A segment that a 7E has closed. */
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
    // The carry is used again, the frame outlives it.
    frames.push(parseFrame(Buffer.from(this.#carry.subarray(0, this.#carried))))
    this.#release()
  }

  /** A segment still open at the end of its chunk. */
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
    if (this.#carry.length > keptCarry) this.#carry = nothing
  }
}

/** A whole frame, ready to send. RangeError when the body exceeds 1023 bytes or a header value does not fit. Source: spec 4, IV.1. */
export function encodeFrame(header: HeaderToSend, body: Buffer): Buffer {
  const headerLength = headerLengthOf(header)
  const content = Buffer.allocUnsafe(headerLength + body.length + 1)
  writeHeader(content, header, body.length)
  content.set(body, headerLength)
  const checksumAt = content.length - 1
  content[checksumAt] = xorOf(content.subarray(0, checksumAt))
  const escaped = Buffer.allocUnsafe(content.length * 2 + 2)
  escaped[0] = delimiter
  const end = copyEscaped(content, 0, content.length, escaped, 1)
  escaped[end] = delimiter
  return escaped.subarray(0, end + 1)
}
