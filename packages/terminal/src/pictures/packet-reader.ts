import { decodePacket, hasIntervals, hasTime, magic, type Packet, PacketKind, Part } from './packet.ts'

/** Bodies above are taken for garbage, bytes: the standard's have 950 at most, some terminals send an Ethernet frame. */
const longestTolerated = 2048
/** Bytes of a SIM number: 2013 and 2019. The packet does not say which. */
const simLengths = [6, 10] as const

/** Where the body of a packet begins and ends; `short` when more bytes are needed to know. */
type Layout = { simBytes: number; bodyAt: number; end: number } | 'short' | undefined

/** Layout of the packet at `start` if its SIM number has `simBytes`; undefined when it cannot be one. */
function layoutAt(bytes: Buffer, start: number, simBytes: number): Layout {
  const at = start + 8 + simBytes
  if (at + 2 > bytes.length) return 'short'
  const types = bytes.readUInt8(at + 1)
  const kind = types >> 4
  if (bytes.readUInt8(at) === 0 || kind > PacketKind.transparent || (types & 15) > Part.middle) return undefined
  const lengthAt = at + 2 + (hasTime(kind) ? 8 : 0) + (hasIntervals(kind) ? 4 : 0)
  if (lengthAt + 2 > bytes.length) return 'short'
  const length = bytes.readUInt16BE(lengthAt)
  return length > longestTolerated ? undefined : { simBytes, bodyAt: lengthAt + 2, end: lengthAt + 2 + length }
}

/** Packets of a datagram, which holds whole ones; none where it holds anything else. Never throws. Source: spec 4, IV.5. */
export function packetsIn(datagram: Buffer): Packet[] {
  for (const simBytes of simLengths) {
    const packets: Packet[] = []
    for (let at = 0; at < datagram.length; ) {
      if (!datagram.subarray(at, at + magic.length).equals(magic)) break
      const layout = layoutAt(datagram, at, simBytes)
      if (!layout || layout === 'short' || layout.end > datagram.length) break
      packets.push(decodePacket(datagram, at, simBytes, layout.bodyAt, layout.end - layout.bodyAt))
      at = layout.end
      if (at === datagram.length) return packets
    }
  }
  return []
}

/** Finds packets in a byte stream that is cut anywhere and may hold garbage between them. Never throws. Source: spec 4, IV.5. */
export class PacketReader {
  #bytes: Buffer = Buffer.alloc(0)
  /** Length of the SIM numbers so far. */
  #simBytes: number | undefined
  /** Bytes that were no packet, in all. */
  skippedBytes = 0

  /** Packets that these bytes complete. */
  push(chunk: Buffer): Packet[] {
    const bytes = this.#bytes.length ? Buffer.concat([this.#bytes, chunk]) : chunk
    const packets: Packet[] = []
    let start = 0
    for (;;) {
      const found = bytes.indexOf(magic, start)
      // The end may be the beginning of the next packet.
      const from = found < 0 ? Math.max(start, bytes.length - magic.length + 1) : found
      this.skippedBytes += from - start
      start = from
      if (found < 0) break
      const layout = this.#layoutAt(bytes, start)
      if (layout === 'short' || (layout && layout.end > bytes.length)) break
      if (layout) {
        packets.push(decodePacket(bytes, start, layout.simBytes, layout.bodyAt, layout.end - layout.bodyAt))
        this.#simBytes = layout.simBytes
        start = layout.end
      } else {
        this.skippedBytes++
        start++
      }
    }
    this.#bytes = Buffer.from(bytes.subarray(start))
    return packets
  }

  /** Where both lengths are possible, the one of the packets before counts, else the one after which another packet begins. */
  #layoutAt(bytes: Buffer, start: number): Layout {
    const usual = this.#simBytes === undefined ? undefined : layoutAt(bytes, start, this.#simBytes)
    if (usual && usual !== 'short') return usual
    const layouts = simLengths.map((simBytes) => layoutAt(bytes, start, simBytes))
    if (layouts.includes('short')) return 'short'
    const possible = layouts.filter((layout) => layout !== undefined && layout !== 'short')
    if (possible.length < 2) return possible[0]
    if (possible.some(({ end }) => end + magic.length > bytes.length)) return 'short'
    return possible.find(({ end }) => bytes.subarray(end, end + magic.length).equals(magic))
  }
}
