import { crc32 } from 'node:zlib'
import { BadMessage } from './bad-message.ts'
import type { Header } from './header.ts'
import { terminalKey } from './header.ts'

export type AssemblyLimits = {
  /** A set is dropped when no piece has arrived for this long. */
  timeoutMs?: number
  /** Missing pieces are requested when no piece has arrived for this long, and again after the same time. */
  askAfterMs?: number
  /** Limit of unfinished sets; one more drops the oldest. */
  maxSets?: number
  /** Limit of the bytes of unfinished sets; more drops the oldest set. */
  maxBytes?: number
}

/** An assembled message; its header is that of the first piece without `total` and `index`. */
export type Assembled = { header: Header; body: Buffer }

/** Pieces to request by 0x8003 or 0x0005; at most 255 at a time, which is the limit of 2013. */
export type MissingPieces = {
  header: Header
  firstSerial: number
  indexes: number[]
  /** Body of the first piece if it has arrived. */
  first: Buffer | undefined
}

/** A set that was dropped: it timed out, exceeded the limits or was replaced by a new one with its serial. */
export type DroppedSet = { header: Header; firstSerial: number; received: number; total: number }

type PieceSet = {
  /** Header of the first piece. */
  header: Header
  firstSerial: number
  total: number
  pieces: Map<number, Buffer>
  bytes: number
  lastPieceAt: number
  askedAt: number
}

/** Remainder of a finished set, so that a repeated piece does not open a new set. */
type FinishedSet = { checksums: number[]; finishedAt: number }

const maxAsked = 255
/** Memory of a piece beside its body, bytes; it bounds the number of empty pieces. */
const pieceOverhead = 64

function missingOf({ total, pieces }: PieceSet): number[] {
  const indexes: number[] = []
  for (let index = 1; index <= total && indexes.length < maxAsked; index++) if (!pieces.has(index)) indexes.push(index)
  return indexes
}

const asDropped = ({ header, firstSerial, total, pieces }: PieceSet): DroppedSet => ({
  header,
  firstSerial,
  total,
  received: pieces.size,
})

/**
 * Assembles sub-packaged messages from pieces in any order, by (terminal, message, first serial). Each connection has its own, as a
 * terminal restarts its serials on a new one; it works for both directions.
 * Memory is bounded; the time (epoch ms) is always an argument. Source: spec 4, IV.1.
 */
export class Assembly {
  readonly #sets = new Map<string, PieceSet>()
  readonly #finished = new Map<string, FinishedSet>()
  readonly #limits: Required<AssemblyLimits>
  #dropped: DroppedSet[] = []
  #bytes = 0

  constructor(limits: AssemblyLimits = {}) {
    this.#limits = { timeoutMs: 30_000, askAfterMs: 5_000, maxSets: 16, maxBytes: 8 * 1024 * 1024, ...limits }
  }

  /** Bytes in memory, with 64 for each piece; at most `maxBytes`. */
  get heldBytes(): number {
    return this.#bytes
  }

  /**
   * Adds one frame. Returns a frame that is no piece unchanged, the whole message for its last missing piece, and undefined for any
   * other piece. BadMessage `sub-package` when the index is not within the total.
   */
  add(header: Header, body: Buffer, now: number): Assembled | undefined {
    const { total, index, ...whole } = header
    if (total === undefined || index === undefined) return { header, body }
    if (index < 1 || index > total) throw new BadMessage('sub-package', `piece ${index} of ${total}`)
    const firstSerial = (header.serial - index + 1) & 0xffff
    if (total === 1) return { header: whole, body }
    const key = `${terminalKey(header)}/${header.messageId}/${firstSerial}`
    if (this.#isRepeated(key, index, body, now)) return undefined
    const set = this.#setOf(key, { ...whole, serial: firstSerial }, total, now)
    this.#put(set, index, body, now)
    if (set.pieces.size < total) {
      this.#makeRoom()
      return undefined
    }
    return this.#finish(key, set, now)
  }

  /**
   * Returns the pieces to request at `now` and the sets dropped since the last call. It should be called about every second.
   * A set is also due as soon as its last piece has arrived and an earlier one has not.
   */
  due(now: number): { ask: MissingPieces[]; dropped: DroppedSet[] } {
    const { timeoutMs, askAfterMs } = this.#limits
    const ask: MissingPieces[] = []
    for (const [key, set] of this.#sets) {
      if (now - set.lastPieceAt >= timeoutMs) {
        this.#drop(key, set)
        continue
      }
      const isEndSeen = set.askedAt === Number.NEGATIVE_INFINITY && set.pieces.has(set.total)
      if (!isEndSeen && now - Math.max(set.lastPieceAt, set.askedAt) < askAfterMs) continue
      set.askedAt = now
      ask.push({ header: set.header, firstSerial: set.firstSerial, indexes: missingOf(set), first: set.pieces.get(1) })
    }
    for (const [key, { finishedAt }] of this.#finished) if (now - finishedAt >= timeoutMs) this.#finished.delete(key)
    const dropped = this.#dropped
    this.#dropped = []
    return { ask, dropped }
  }

  #isRepeated(key: string, index: number, body: Buffer, now: number): boolean {
    const finished = this.#finished.get(key)
    if (finished === undefined || this.#sets.has(key) || now - finished.finishedAt >= this.#limits.timeoutMs) return false
    return finished.checksums[index - 1] === crc32(body)
  }

  #setOf(key: string, header: Header, total: number, now: number): PieceSet {
    const existing = this.#sets.get(key)
    if (existing !== undefined) {
      const isStale = now - existing.lastPieceAt >= this.#limits.timeoutMs
      if (existing.total === total && !isStale) return existing
      this.#drop(key, existing)
    }
    const set = {
      header,
      firstSerial: header.serial,
      total,
      pieces: new Map<number, Buffer>(),
      bytes: 0,
      lastPieceAt: now,
      askedAt: Number.NEGATIVE_INFINITY,
    }
    this.#sets.set(key, set)
    return set
  }

  #put(set: PieceSet, index: number, body: Buffer, now: number): void {
    set.lastPieceAt = now
    if (set.pieces.has(index)) return
    // Copied, as the piece outlives the chunk in which it arrived.
    set.pieces.set(index, Buffer.from(body))
    set.bytes += body.length + pieceOverhead
    this.#bytes += body.length + pieceOverhead
  }

  #finish(key: string, set: PieceSet, now: number): Assembled {
    const pieces = Array.from({ length: set.total }, (_, i) => set.pieces.get(i + 1) ?? Buffer.alloc(0))
    this.#forget(key, set)
    this.#finished.delete(key)
    this.#finished.set(key, { checksums: pieces.map((piece) => crc32(piece)), finishedAt: now })
    for (const old of this.#finished.keys()) {
      if (this.#finished.size <= this.#limits.maxSets) break
      this.#finished.delete(old)
    }
    return { header: set.header, body: Buffer.concat(pieces) }
  }

  /** Drops the oldest sets until the limits hold, and also a set that is too large by itself. */
  #makeRoom(): void {
    for (const [key, set] of this.#sets) {
      if (this.#sets.size <= this.#limits.maxSets && this.#bytes <= this.#limits.maxBytes) return
      this.#drop(key, set)
    }
  }

  #drop(key: string, set: PieceSet): void {
    this.#forget(key, set)
    if (this.#dropped.length < this.#limits.maxSets) this.#dropped.push(asDropped(set))
  }

  #forget(key: string, set: PieceSet): void {
    this.#sets.delete(key)
    this.#bytes -= set.bytes
  }
}
