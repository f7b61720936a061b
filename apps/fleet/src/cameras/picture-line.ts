import { connect } from 'node:net'
import { packetsOf } from '@huanwei/terminal/pictures/frames'
import { Codec, encodePacket, PacketKind } from '@huanwei/terminal/pictures/packet'
import type { Identity } from '../terminals/connection.ts'
import { framesPerSecond, type LoopFrame } from './picture-loop.ts'

/** Unsent bytes above which a camera leaves out pictures until the next key frame, as the radio is too slow. */
const mostUnsent = 256 * 1024

const garbage = Buffer.alloc(16 * 1024, 0x55)

/** A media server that asked for pictures, and the channel that it asked for. */
type Asked = { host: string; tcpPort: number; channel: number }
/** A line to it; `write` sends a frame with its time, epoch ms. */
export type PictureLine = {
  write(frame: LoopFrame, timestamp: number): void
  /** Sends sound in A-law. */
  writeSound(samples: Buffer, timestamp: number): void
  /** Sends bytes that are no packet. */
  writeGarbage(): void
  close(): void
}

/** Number of a terminal in its packets. */
export const simOf = ({ terminalNo, version2019 }: Identity) => terminalNo.padStart(version2019 ? 20 : 12, '0')

/** Connects to a media server. `onOpen` begins to send, and returns what stops it; `onData` gets what the server sends; `onClosed` is called once. Source: spec 4, IV.5. */
export function openPictureLine(
  { host, tcpPort, channel }: Asked,
  sim: string,
  { onOpen, onData, onClosed }: { onOpen(line: PictureLine): () => void; onData?(bytes: Buffer): void; onClosed(): void },
): PictureLine {
  const socket = connect({ host, port: tcpPort, noDelay: true })
  let stopSending: () => void = () => undefined
  let sequence = 0
  let isBehind = false
  let keyAt = 0

  function write(frame: LoopFrame, timestamp: number) {
    isBehind = frame.isKey ? socket.writableLength > mostUnsent : isBehind || socket.writableLength > mostUnsent
    if (isBehind) return
    if (frame.isKey) keyAt = timestamp
    const head = { codec: Codec.h264, sim, channel, timestamp, sinceKey: Math.min(timestamp - keyAt, 0xffff) }
    const kind = frame.isKey ? PacketKind.intra : PacketKind.predicted
    const sinceLast = Math.round(1000 / framesPerSecond)
    const packets = packetsOf({ ...head, kind, sequence, sinceLast, data: frame.data })
    sequence = (sequence + packets.length) & 0xffff
    for (const packet of packets) socket.write(encodePacket(packet))
  }
  function writeSound(data: Buffer, timestamp: number) {
    if (isBehind) return
    const head = { codec: Codec.g711a, kind: PacketKind.sound, sim, channel, timestamp, sinceKey: 0, sinceLast: 0 }
    for (const packet of packetsOf({ ...head, sequence, data })) socket.write(encodePacket(packet))
    sequence = (sequence + 1) & 0xffff
  }
  const line = { write, writeSound, writeGarbage: () => void socket.write(garbage), close: () => socket.destroySoon() }
  socket.on('connect', () => {
    stopSending = onOpen(line)
  })
  if (onData) socket.on('data', onData)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    stopSending()
    onClosed()
  })
  return line
}
