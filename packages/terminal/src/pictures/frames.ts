import { hasIntervals, longestBody, type Packet, PacketKind, Part } from './packet.ts'

/** A whole frame of picture or sound. */
export type Frame = Pick<Packet, 'codec' | 'kind' | 'timestamp'> & {
  data: Buffer
  /** Frames before this one were lost. */
  isAfterLoss: boolean
}

/** Frames above are dropped: bytes, and pieces with at least one. */
const longestFrame = 2 * 1024 * 1024
const mostPieces = 16_384

/** Puts the frames of one connection together; drops those with a missing packet. */
export class FrameAssembly {
  readonly #pieces: Buffer[] = []
  #head: Packet | undefined
  #length = 0
  /** Sequence after the last packet, of all and of each kind: some terminals count pictures and sound apart. */
  #next: number | undefined
  #nextPicture: number | undefined
  #isAfterLoss = false

  /** The frame that this packet completes. */
  add(packet: Packet): Frame | undefined {
    const isPicture = hasIntervals(packet.kind)
    const isExpected = this.#next === undefined || packet.sequence === this.#next || packet.sequence === this.#nextPicture
    this.#next = (packet.sequence + 1) & 0xffff
    if (packet.kind === PacketKind.transparent) return undefined
    if (!isPicture) return packet.part === Part.whole && packet.body.length ? frameOf(packet, packet.body, false) : undefined
    this.#nextPicture = this.#next
    if (!isExpected) this.#lose()
    if (packet.part === Part.whole || packet.part === Part.first) {
      // The frame before never ended.
      if (this.#head) this.#lose()
      this.#head = packet
    } else if (!this.#head) {
      this.#isAfterLoss = true
      return undefined
    }
    // An empty body holds nothing but the bytes that it was cut from.
    if (packet.body.length) this.#pieces.push(packet.body)
    this.#length += packet.body.length
    if (this.#length > longestFrame || this.#pieces.length > mostPieces) this.#lose()
    return packet.part === Part.whole || packet.part === Part.last ? this.#take() : undefined
  }

  #take(): Frame | undefined {
    const head = this.#head
    if (!head) return undefined
    if (!this.#length) return this.#drop()
    const frame = frameOf(head, Buffer.concat(this.#pieces), this.#isAfterLoss)
    this.#drop()
    this.#isAfterLoss = false
    return frame
  }

  #lose() {
    this.#drop()
    this.#isAfterLoss = true
  }

  #drop(): undefined {
    this.#head = undefined
    this.#pieces.length = 0
    this.#length = 0
  }
}

const frameOf = ({ codec, kind, timestamp }: Packet, data: Buffer, isAfterLoss: boolean): Frame => ({
  codec,
  kind,
  timestamp,
  data,
  isAfterLoss,
})

/** Cuts a frame into the packets that carry it, the first with the sequence given. */
export function packetsOf(frame: Omit<Packet, 'part' | 'isMarked' | 'body'> & { data: Buffer }): Packet[] {
  const { data, sequence, ...head } = frame
  const count = Math.max(1, Math.ceil(data.length / longestBody))
  return Array.from({ length: count }, (_, i) => {
    const isLast = i === count - 1
    return {
      ...head,
      sequence: (sequence + i) & 0xffff,
      isMarked: isLast,
      part: count === 1 ? Part.whole : i === 0 ? Part.first : isLast ? Part.last : Part.middle,
      body: data.subarray(i * longestBody, (i + 1) * longestBody),
    }
  })
}
