import { crc32 } from 'node:zlib'
import { BadMessage } from './bad-message.ts'
import type { Header } from './header.ts'
import { terminalKey } from './header.ts'

export type AssemblyLimits = {
  /** A set is dropped when no piece has come for this long. */
  timeoutMs?: number
  /** Missing pieces are asked for when no piece has come for this long, and again after as long. */
  askAfterMs?: number
  /** Unfinished sets at a time; one more drops the oldest. */
  maxSets?: number
  /** Bytes of unfinished sets; more drops the oldest. */
  maxBytes?: number
}

/** A whole message; its header is the first piece's, without `total` and `index`. */
export type Assembled = { header: Header; body: Buffer }

/** Pieces to ask for by 0x8003 or 0x0005; at most 255 at a time, as that is what 2013 can name. */
export type MissingPieces = {
  header: Header
  firstSerial: number
  indexes: number[]
  /** The body of the first piece when it has come. */
  first: Buffer | undefined
}

/** A set given up: out of time, out of room or replaced by a new one with its serial. */
export type DroppedSet = { header: Header; firstSerial: number; received: number; total: number }

type PieceSet = {
  /** Of the first piece. */
  header: Header
  firstSerial: number
  total: number
  pieces: Map<number, Buffer>
  bytes: number
  lastPieceAt: number
  askedAt: number
}

/** What is left of a finished set, so that a piece that comes twice opens no new one. */
type Finished = { checksums: number[]; at: number }

const maxAsked = 255
/** What a piece costs beyond its body, bytes; bounds the number of empty pieces. */
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
 * Puts sub-packaged messages together again, in any order of pieces, by (terminal, message, first serial).
 * One for each connection, as a terminal starts its serials again on a new one; works for either direction.
 * Memory is bounded; time, epoch ms, is always an argument. Source: spec 4, IV.1.
 */
export class Assembly {
  readonly #sets = new Map<string, PieceSet>()
  readonly #finished = new Map<string, Finished>()
  readonly #limits: Required<AssemblyLimits>
  #dropped: DroppedSet[] = []
  #bytes = 0

  constructor(limits: AssemblyLimits = {}) {
    this.#limits = { timeoutMs: 30_000, askAfterMs: 5_000, maxSets: 16, maxBytes: 8 * 1024 * 1024, ...limits }
  }

  /** Bytes held, with 64 for each piece; at most `maxBytes`. */
  get heldBytes(): number {
    return this.#bytes
  }

  /**
   * Takes one frame. A frame that is no piece comes back as it is, a last missing piece brings the whole message, any other
   * piece undefined. BadMessage `sub-package` when its index is not within its total.
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
   * What is due at `now`: pieces to ask for, and sets given up since the last call. Call it every second or so.
   * A set also counts as due when its last piece is there and an earlier one is not.
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
    for (const [key, { at }] of this.#finished) if (now - at >= timeoutMs) this.#finished.delete(key)
    const dropped = this.#dropped
    this.#dropped = []
    return { ask, dropped }
  }

  #isRepeated(key: string, index: number, body: Buffer, now: number): boolean {
    const finished = this.#finished.get(key)
    if (finished === undefined || this.#sets.has(key) || now - finished.at >= this.#limits.timeoutMs) return false
    return finished.checksums[index - 1] === crc32(body)
  }

  #setOf(key: string, header: Header, total: number, now: number): PieceSet {
    const known = this.#sets.get(key)
    if (known !== undefined) {
      const isStale = now - known.lastPieceAt >= this.#limits.timeoutMs
      if (known.total === total && !isStale) return known
      this.#drop(key, known)
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
    // A copy, as the piece outlives the chunk it came in.
    set.pieces.set(index, Buffer.from(body))
    set.bytes += body.length + pieceOverhead
    this.#bytes += body.length + pieceOverhead
  }

  #finish(key: string, set: PieceSet, now: number): Assembled {
    const pieces = Array.from({ length: set.total }, (_, i) => set.pieces.get(i + 1) ?? Buffer.alloc(0))
    this.#forget(key, set)
    this.#finished.delete(key)
    this.#finished.set(key, { checksums: pieces.map((piece) => crc32(piece)), at: now })
    for (const old of this.#finished.keys()) {
      if (this.#finished.size <= this.#limits.maxSets) break
      this.#finished.delete(old)
    }
    return { header: set.header, body: Buffer.concat(pieces) }
  }

  /** Drops the oldest sets until the limits hold; a set too large by itself goes as well. */
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
