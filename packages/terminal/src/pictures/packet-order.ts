import { hasIntervals, type Packet } from './packet.ts'

/** Packets that are held for a missing one, and the longest wait for it, ms. */
const mostHeld = 64
const longestWait = 200
/** A sequence further away than this is of another count, or begins anew. */
const farthest = 512
/** So many packets in a row whose count is near that of their own kind alone show that both kinds are counted apart. */
const enoughHints = 64

/** From one sequence to another, which wrap at 65535. */
const distance = (to: number, from: number) => ((to - from + 0x8000) & 0xffff) - 0x8000

/** Packets of one count in its order. */
class Count {
  #next: number | undefined
  readonly #held = new Map<number, { packet: Packet; at: number }>()

  /** Packets that come next after this one came; `now` in ms. */
  add(packet: Packet, now: number): Packet[] {
    const { sequence } = packet
    this.#next ??= sequence
    const ahead = distance(sequence, this.#next)
    if (Math.abs(ahead) > farthest) {
      const before = this.release()
      this.#next = (sequence + 1) & 0xffff
      return [...before, packet]
    }
    // It is late, or comes again.
    if (ahead < 0 || this.#held.has(sequence)) return []
    this.#held.set(sequence, { packet, at: now })
    return this.#ready(now)
  }

  /** All that is held, in its order. */
  release(): Packet[] {
    const packets = this.#inOrder()
    this.#held.clear()
    return packets
  }

  #inOrder(): Packet[] {
    const from = this.#next ?? 0
    return Array.from(this.#held.values(), ({ packet }) => packet).sort(
      (a, b) => distance(a.sequence, from) - distance(b.sequence, from),
    )
  }

  #ready(now: number): Packet[] {
    const ready: Packet[] = []
    for (;;) {
      const next = this.#held.get(this.#next ?? 0)
      if (next) {
        this.#held.delete(next.packet.sequence)
        ready.push(next.packet)
        this.#next = (next.packet.sequence + 1) & 0xffff
        continue
      }
      const [oldest] = this.#held.values()
      const isOverdue = oldest !== undefined && (this.#held.size > mostHeld || now - oldest.at > longestWait)
      if (!isOverdue) return ready
      this.#next = this.#inOrder()[0]?.sequence
    }
  }
}

/**
 * Puts the packets of one stream that come over UDP into their order: holds those before which one is missing for a moment, drops doubled and late ones.
 * Most terminals count pictures and sound together, some apart; which, it finds out.
 */
export class PacketOrder {
  #together: Count | undefined = new Count()
  #apart = { picture: new Count(), sound: new Count() }
  /** Kinds of the packets that came last, by their sequence. */
  readonly #kinds = new Map<number, boolean>()
  readonly #last: { picture?: number; sound?: number } = {}
  #hints = 0

  /** Packets that come next after this one came; `now` in ms. */
  add(packet: Packet, now: number): Packet[] {
    const isPicture = hasIntervals(packet.kind)
    const together = this.#together
    if (!together) return this.#apart[isPicture ? 'picture' : 'sound'].add(packet, now)
    if (!this.#showsApart(packet, isPicture)) return together.add(packet, now)
    this.#together = undefined
    return [...together.release(), ...this.add(packet, now)]
  }

  /** True once it is known that both kinds are counted apart: they share a number, or their counts are far from each other for long. */
  #showsApart({ sequence }: Packet, isPicture: boolean): boolean {
    const known = this.#kinds.get(sequence)
    this.#kinds.delete(sequence)
    this.#kinds.set(sequence, isPicture)
    for (const [oldest] of this.#kinds) {
      if (this.#kinds.size <= farthest / 2) break
      this.#kinds.delete(oldest)
    }
    const [own, other] = isPicture ? (['picture', 'sound'] as const) : (['sound', 'picture'] as const)
    const isNear = (last: number | undefined) => last !== undefined && Math.abs(distance(sequence, last)) <= farthest
    const isHint = this.#last[other] !== undefined && isNear(this.#last[own]) && !isNear(this.#last[other])
    this.#hints = isHint ? this.#hints + 1 : 0
    this.#last[own] = sequence
    return (known !== undefined && known !== isPicture) || this.#hints >= enoughHints
  }
}
