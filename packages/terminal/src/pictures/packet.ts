/** Kinds of content of a packet. Source: spec 4, IV.5. */
export const PacketKind = { intra: 0, predicted: 1, bidirectional: 2, sound: 3, transparent: 4 } as const

/** Parts of a frame that a packet can be. Source: spec 4, IV.5. */
export const Part = { whole: 0, first: 1, last: 2, middle: 3 } as const

/** Codecs of a packet (payload type). Source: spec 4, IV.5. */
export const Codec = {
  g711a: 6,
  g711u: 7,
  g726: 8,
  dvi4At8: 12,
  dvi4At16: 13,
  aac: 19,
  aacHe: 21,
  aacLc: 24,
  adpcm: 26,
  h264: 98,
  h265: 99,
} as const

/** A packet of JT/T 1078: a frame of picture or sound, or a part of one. Source: spec 4, IV.5. */
export type Packet = {
  /** Value of `Codec`, or another payload type. */
  codec: number
  /** Set in the last packet of a frame. */
  isMarked: boolean
  /** Counts packets, wraps at 65535. */
  sequence: number
  /** Number of the SIM card: 12 digits, or 20 in 2019 variants. */
  sim: string
  /** From 1. */
  channel: number
  /** Value of `PacketKind`. */
  kind: number
  /** Value of `Part`. */
  part: number
  /** Clock of the terminal, ms; 0 in transparent packets, which have none. */
  timestamp: number
  /** Ms since the last key frame and since the last frame; 0 where there is no picture. */
  sinceKey: number
  sinceLast: number
  body: Buffer
}

/** Longest body of the standard, bytes. */
export const longestBody = 950

export const magic = Buffer.from([0x30, 0x31, 0x63, 0x64])

/** V 2, P 0, X 0, CC 1. */
const versionByte = 0x81
const markedBit = 0x80

export const hasTime = (kind: number) => kind !== PacketKind.transparent
export const hasIntervals = (kind: number) => kind < PacketKind.sound

/** Encodes a packet. RangeError when a value does not fit its field. */
export function encodePacket(packet: Packet): Buffer {
  const { kind, body, sim } = packet
  const simBytes = sim.length / 2
  const length = 8 + simBytes + 2 + (hasTime(kind) ? 8 : 0) + (hasIntervals(kind) ? 4 : 0) + 2
  const bytes = Buffer.alloc(length + body.length)
  magic.copy(bytes)
  bytes.writeUInt8(versionByte, 4)
  bytes.writeUInt8((packet.isMarked ? markedBit : 0) | packet.codec, 5)
  bytes.writeUInt16BE(packet.sequence, 6)
  bytes.write(sim, 8, 'hex')
  let at = bytes.writeUInt8(packet.channel, 8 + simBytes)
  at = bytes.writeUInt8((kind << 4) | packet.part, at)
  if (hasTime(kind)) at = bytes.writeBigUInt64BE(BigInt(packet.timestamp), at)
  if (hasIntervals(kind)) at = bytes.writeUInt16BE(packet.sinceLast, bytes.writeUInt16BE(packet.sinceKey, at))
  body.copy(bytes, bytes.writeUInt16BE(body.length, at))
  return bytes
}

/** Reads the packet at `start` whose header ends at `bodyAt`, all of it in `bytes`; its body is a view of them. */
export function decodePacket(bytes: Buffer, start: number, simBytes: number, bodyAt: number, bodyLength: number): Packet {
  const at = start + 8 + simBytes
  const types = bytes.readUInt8(at + 1)
  const kind = types >> 4
  const isPicture = hasIntervals(kind)
  return {
    codec: bytes.readUInt8(start + 5) & 0x7f,
    isMarked: (bytes.readUInt8(start + 5) & markedBit) !== 0,
    sequence: bytes.readUInt16BE(start + 6),
    sim: bytes.toString('hex', start + 8, at),
    channel: bytes.readUInt8(at),
    kind,
    part: types & 15,
    timestamp: hasTime(kind) ? bytes.readUInt32BE(at + 2) * 2 ** 32 + bytes.readUInt32BE(at + 6) : 0,
    sinceKey: isPicture ? bytes.readUInt16BE(at + 10) : 0,
    sinceLast: isPicture ? bytes.readUInt16BE(at + 12) : 0,
    body: bytes.subarray(bodyAt, bodyAt + bodyLength),
  }
}
