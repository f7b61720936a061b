import { connect, type Socket } from 'node:net'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import { type OpenVideo, VideoControl } from '@huanwei/terminal/messages/video'
import { packetsOf } from '@huanwei/terminal/pictures/frames'
import { Codec, encodePacket, PacketKind } from '@huanwei/terminal/pictures/packet'
import type { Identity } from '../terminals/connection.ts'
import { framesPerSecond, loopOf } from './picture-loop.ts'

const frameMs = 1000 / framesPerSecond
/** Unsent bytes above which a camera leaves out pictures until the next key frame, as the radio is too slow. */
const mostUnsent = 256 * 1024

/** The cameras of one terminal: each requested stream goes over a connection of its own. Source: spec 4, IV.5. */
export class LiveCameras {
  readonly #sim: string
  readonly #open = new Map<string, () => void>()

  constructor({ terminalNo, version2019 }: Identity) {
    this.#sim = terminalNo.padStart(version2019 ? 20 : 12, '0')
  }

  /** How many streams are on. */
  get count() {
    return this.#open.size
  }

  /** Opens or closes a stream if the command says so. */
  obey(command: Message | undefined): void {
    if (command?.id === MessageId.openVideo) this.#begin(command)
    if (command?.id === MessageId.controlVideo && command.command === VideoControl.close) this.#open.get(keyOf(command))?.()
  }

  closeAll(): void {
    for (const close of this.#open.values()) close()
  }

  #begin(command: OpenVideo) {
    const key = keyOf(command)
    this.#open.get(key)?.()
    const socket = connect({ host: command.host, port: command.tcpPort, noDelay: true })
    let stopSending: () => void = () => undefined
    const close = () => socket.destroy()
    this.#open.set(key, close)
    socket.on('connect', () => {
      stopSending = sendLoop(socket, { sim: this.#sim, channel: command.channel, stream: command.stream })
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      stopSending()
      if (this.#open.get(key) === close) this.#open.delete(key)
    })
  }
}

const keyOf = ({ channel, stream }: Pick<OpenVideo, 'channel' | 'stream'>) => `${channel} ${stream}`

/** Sends a loop at its pace until the returned function is called; each channel begins elsewhere in it. */
function sendLoop(socket: Socket, { sim, channel, stream }: Pick<OpenVideo, 'channel' | 'stream'> & { sim: string }) {
  const loop = loopOf(stream)
  const firstKey = loop.findIndex(({ isKey }, i) => isKey && i >= (channel - 1) * framesPerSecond) || 0
  let [next, sequence] = [Math.max(0, firstKey), 0]
  let isBehind = false
  let keyAt = Date.now()

  function send() {
    const frame = loop[next++ % loop.length]
    if (!frame) return
    isBehind = frame.isKey ? socket.writableLength > mostUnsent : isBehind || socket.writableLength > mostUnsent
    if (isBehind) return
    const now = Date.now()
    if (frame.isKey) keyAt = now
    const head = { codec: Codec.h264, sim, channel, timestamp: now, sinceKey: Math.min(now - keyAt, 0xffff) }
    const kind = frame.isKey ? PacketKind.intra : PacketKind.predicted
    const packets = packetsOf({ ...head, kind, sequence, sinceLast: Math.round(frameMs), data: frame.data })
    sequence = (sequence + packets.length) & 0xffff
    for (const packet of packets) socket.write(encodePacket(packet))
  }
  send()
  const sending = setInterval(send, frameMs)
  return () => clearInterval(sending)
}
