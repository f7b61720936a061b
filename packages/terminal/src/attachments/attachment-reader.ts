import { FrameReader, type RawFrame } from '../wire/frame.ts'
import { dataHeadLength, dataMagic, decodeDataHead } from './attachment-data.ts'

/** A message, or bytes of a file at their offset in it. A large part of a file comes in several pieces. */
export type AttachmentPiece =
  | { kind: 'frame'; frame: Extract<RawFrame, { ok: true }> }
  | { kind: 'data'; name: string; offset: number; data: Buffer }

const delimiter = 0x7e
/** Longest frame with its delimiters, every byte escaped. */
const longestFrame = 4096
const nothing: Buffer = Buffer.alloc(0)

/**
 * Finds messages and bytes of files in a stream that is cut anywhere and may hold garbage between them. Holds no more than one frame or one head,
 * whatever length is announced. Never throws. Source: spec 4, IV.6.
 */
export class AttachmentReader {
  #bytes = nothing
  /** The file whose bytes come now, and how many are left of this part. */
  #part: { name: string; offset: number; left: number } | undefined
  /** Bytes that were neither, in all. */
  skippedBytes = 0

  /** Pieces that these bytes hold. */
  push(chunk: Buffer): AttachmentPiece[] {
    const bytes = this.#bytes.length ? Buffer.concat([this.#bytes, chunk]) : chunk
    const pieces: AttachmentPiece[] = []
    let at = 0
    for (;;) {
      const next = this.#part ? this.#readPart(bytes, at, pieces) : this.#readStart(bytes, at, pieces)
      if (next === undefined) break
      at = next
    }
    this.#bytes = at < bytes.length ? Buffer.from(bytes.subarray(at)) : nothing
    return pieces
  }

  /** Takes bytes of the file; returns where to read on, undefined where bytes are missing. */
  #readPart(bytes: Buffer, at: number, pieces: AttachmentPiece[]): number | undefined {
    const part = this.#part
    if (!part || at >= bytes.length) return undefined
    const data = bytes.subarray(at, at + part.left)
    pieces.push({ kind: 'data', name: part.name, offset: part.offset, data })
    const left = part.left - data.length
    this.#part = left ? { name: part.name, offset: part.offset + data.length, left } : undefined
    return at + data.length
  }

  /** Reads a frame or a head, or skips what is neither. */
  #readStart(bytes: Buffer, at: number, pieces: AttachmentPiece[]): number | undefined {
    if (at >= bytes.length) return undefined
    if (bytes[at] === delimiter) return this.#readFrame(bytes, at, pieces)
    const begun = bytes.subarray(at, at + dataMagic.length)
    if (!dataMagic.subarray(0, begun.length).equals(begun)) return this.#skip(at)
    if (bytes.length - at < dataHeadLength) return undefined
    const { name, offset, length } = decodeDataHead(bytes, at)
    if (length) this.#part = { name, offset, left: length }
    return at + dataHeadLength
  }

  #readFrame(bytes: Buffer, at: number, pieces: AttachmentPiece[]): number | undefined {
    const end = bytes.indexOf(delimiter, at + 1)
    const length = (end < 0 ? bytes.length - 1 : end) - at
    if (length > longestFrame) return this.#skip(at)
    if (end < 0) return undefined
    // Two delimiters: the end of something and the beginning of this.
    if (length === 1) return at + 1
    const [frame] = new FrameReader().push(bytes.subarray(at, end + 1))
    if (!frame?.ok) return this.#skip(at)
    pieces.push({ kind: 'frame', frame })
    return end + 1
  }

  #skip(at: number) {
    this.skippedBytes++
    return at + 1
  }
}
