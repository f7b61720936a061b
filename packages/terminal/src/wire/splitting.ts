import { encodeFrame } from './frame.ts'
import type { HeaderToSend } from './header.ts'

/** Longest body of one piece, bytes. Source: spec 4, IV.1. */
export const maxPieceLength = 1000

/**
 * Encodes a message as one frame, or as pieces of at most 1000 body bytes with consecutive serials from `header.serial`.
 * The sender's next serial follows the last frame.
 */
export function encodeFrames(header: HeaderToSend, body: Buffer): Buffer[] {
  if (body.length <= maxPieceLength) return [encodeFrame(header, body)]
  const total = Math.ceil(body.length / maxPieceLength)
  return Array.from({ length: total }, (_, i) => {
    const piece = body.subarray(i * maxPieceLength, (i + 1) * maxPieceLength)
    return encodeFrame({ ...header, serial: (header.serial + i) & 0xffff, total, index: i + 1 }, piece)
  })
}

type SentSet = { frames: Buffer[]; bytes: number; sentAt: number }

/** Frames of the split messages of one connection, kept for a while to send pieces again on 0x0005 or 0x8003. */
export class SentPieces {
  readonly #sets = new Map<number, SentSet>()
  readonly #maxBytes: number
  readonly #keepMs: number
  #bytes = 0

  constructor({ maxBytes = 1024 * 1024, keepMs = 30_000 }: { maxBytes?: number; keepMs?: number } = {}) {
    this.#maxBytes = maxBytes
    this.#keepMs = keepMs
  }

  /** Bytes in memory; at most `maxBytes`. */
  get heldBytes(): number {
    return this.#bytes
  }

  /** Keeps the frames of the message that begins with `firstSerial`; a single frame is not kept. `now`: epoch ms. */
  keep(firstSerial: number, frames: Buffer[], now: number): void {
    this.#drop(firstSerial)
    const bytes = frames.reduce((sum, frame) => sum + frame.length, 0)
    if (frames.length < 2 || bytes > this.#maxBytes) return
    this.#sets.set(firstSerial, { frames, bytes, sentAt: now })
    this.#bytes += bytes
    for (const [serial, set] of this.#sets) {
      if (this.#bytes <= this.#maxBytes && now - set.sentAt < this.#keepMs) break
      this.#drop(serial)
    }
  }

  /** The requested frames as far as they are still kept. */
  find({ firstSerial, indexes }: { firstSerial: number; indexes: number[] }, now: number): Buffer[] {
    const set = this.#sets.get(firstSerial)
    if (set === undefined || now - set.sentAt >= this.#keepMs) return []
    return indexes.flatMap((index) => set.frames[index - 1] ?? [])
  }

  #drop(serial: number): void {
    this.#bytes -= this.#sets.get(serial)?.bytes ?? 0
    this.#sets.delete(serial)
  }
}
