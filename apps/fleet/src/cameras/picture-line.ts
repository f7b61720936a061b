import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { packetsOf } from '@huanwei/terminal/pictures/frames'
import { Codec, encodePacket, PacketKind } from '@huanwei/terminal/pictures/packet'
import type { Identity } from '../terminals/connection.ts'
import { framesPerSecond, type LoopFrame } from './picture-loop.ts'

/** Unsent bytes above which a camera leaves out pictures until the next key frame, as the radio is too slow. */
const mostUnsent = 256 * 1024

const garbage = Buffer.alloc(16 * 1024, 0x55)

/** A media server that asked for pictures, and the channel that it asked for. */
type Asked = { host: string; tcpPort: number; udpPort: number; channel: number }
/** A line to it; `write` sends a frame with its time, epoch ms. */
export type PictureLine = {
  write(frame: LoopFrame, timestamp: number): void
  /** Sends sound, in A-law unless `codec` of 1078 says else. */
  writeSound(data: Buffer, timestamp: number, codec?: number): void
  /** Sends bytes that are no packet. */
  writeGarbage(): void
  close(): void
}

/** Number of a terminal in its packets. */
export const simOf = ({ terminalNo, version2019 }: Identity) => terminalNo.padStart(version2019 ? 20 : 12, '0')

/** Which way pictures go: over TCP, over UDP, or over UDP while the network swaps some datagrams and doubles others. */
export type Radio = 'tcp' | 'udp' | 'scattered'

type Handlers = { onOpen(line: PictureLine): () => void; onData?(bytes: Buffer): void; onClosed(): void }
/** What carries packets; `unsent` in bytes. */
type Carrier = { write(bytes: Buffer): void; unsent(): number; close(): void }
type Carried = { opened(): void; data(bytes: Buffer): void; closed(): void }

/** Connects to a media server. `onOpen` begins to send, and returns what stops it; `onData` gets what the server sends; `onClosed` is called once. Source: spec 4, IV.5. */
export function openPictureLine(
  asked: Asked,
  sim: string,
  { onOpen, onData, onClosed }: Handlers,
  radio: Radio = 'tcp',
): PictureLine {
  const { channel } = asked
  let stopSending: () => void = () => undefined
  let sequence = 0
  let isBehind = false
  let keyAt = 0

  function write(frame: LoopFrame, timestamp: number) {
    isBehind = frame.isKey ? carrier.unsent() > mostUnsent : isBehind || carrier.unsent() > mostUnsent
    if (isBehind) return
    if (frame.isKey) keyAt = timestamp
    const head = { codec: frame.codec, sim, channel, timestamp, sinceKey: Math.min(timestamp - keyAt, 0xffff) }
    const kind = frame.isKey ? PacketKind.intra : PacketKind.predicted
    const sinceLast = Math.round(1000 / framesPerSecond)
    const packets = packetsOf({ ...head, kind, sequence, sinceLast, data: frame.data })
    sequence = (sequence + packets.length) & 0xffff
    for (const packet of packets) carrier.write(encodePacket(packet))
  }
  function writeSound(data: Buffer, timestamp: number, codec: number = Codec.g711a) {
    if (isBehind) return
    const head = { codec, kind: PacketKind.sound, sim, channel, timestamp, sinceKey: 0, sinceLast: 0 }
    for (const packet of packetsOf({ ...head, sequence, data })) carrier.write(encodePacket(packet))
    sequence = (sequence + 1) & 0xffff
  }
  const carried: Carried = {
    opened() {
      stopSending = onOpen(line)
    },
    data: (bytes) => onData?.(bytes),
    closed() {
      stopSending()
      onClosed()
    },
  }
  const carrier = radio === 'tcp' ? overTcp(asked, carried) : overUdp(asked, carried, radio === 'scattered')
  const line = { write, writeSound, writeGarbage: () => carrier.write(garbage), close: () => carrier.close() }
  return line
}

function overTcp({ host, tcpPort }: Asked, { opened, data, closed }: Carried): Carrier {
  const socket = connect({ host, port: tcpPort, noDelay: true })
  socket.on('connect', opened)
  socket.on('data', data)
  socket.on('error', () => undefined)
  socket.on('close', closed)
  return {
    write: (bytes) => void socket.write(bytes),
    unsent: () => socket.writableLength,
    close: () => socket.destroySoon(),
  }
}

/** Of the datagrams that a bad network carries, every so many-th comes after the next one, and every so many-th twice. */
const [swapped, doubled] = [5, 7]

function overUdp({ host, udpPort }: Asked, { opened, data, closed }: Carried, isScattered: boolean): Carrier {
  const socket = createSocket('udp4')
  let count = 0
  let held: Buffer | undefined
  let isOpen = true
  function write(bytes: Buffer) {
    if (!isOpen) return
    count++
    if (isScattered && count % swapped === 0 && !held) {
      held = bytes
      return
    }
    for (const datagram of [bytes, ...(held ? [held] : []), ...(isScattered && count % doubled === 0 ? [bytes] : [])])
      socket.send(datagram)
    held = undefined
  }
  function close() {
    if (!isOpen) return
    isOpen = false
    socket.close()
  }
  socket.on('connect', opened)
  socket.on('message', data)
  // Nobody listens there.
  socket.on('error', close)
  socket.on('close', closed)
  socket.connect(udpPort, host)
  return { write, unsent: () => 0, close }
}
