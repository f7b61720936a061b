import { connect } from 'node:net'
import { FrameReader } from '@huanwei/terminal/frame'
import { MessageId, ReplyResult } from '@huanwei/terminal/ids'
import { decodeMessage, type Message } from '@huanwei/terminal/message'
import { locationTemplate } from './frame-template.ts'
import { introduction } from './introduction.ts'
import { framesOf } from './link.ts'
import { takeReplies } from './loader-replies.ts'

/** One terminal of a load. */
export type Loader = {
  /** Sends up to `most` locations in one piece, as many as its window has room for. How many; none when the connection is lost. */
  send(most: number): number
  close(): void
}

type Options = {
  host: string
  port: number
  terminalNo: string
  /** Micro-degrees around which it stays. */
  lng: number
  lat: number
  /** Locations that may wait for their acknowledgement. */
  window: number
  /**
   * Seconds that its first location lies behind; then one follows another by a second, as if they had been stored, and the next piece goes when
   * the one before is acknowledged whole. 0: all are of now, and each goes when the window has room.
   */
  behind: number
  /** Told of every acknowledged location: serial, device time (epoch s), ms from sending to acknowledgement. */
  acknowledged(serial: number, second: number, latency: number): void
  lost(): void
}

/** Unsent bytes above which a terminal waits. */
const fullAt = 64 * 1024
/** All sockets read into it, one after the other. */
const readBuffer = Buffer.allocUnsafe(64 * 1024)

/** Registers and authenticates a terminal that sends pre-encoded locations. Rejects when it cannot enter. */
export function openLoader({ host, port, terminalNo, lng, lat, window, behind, acknowledged, lost }: Options): Promise<Loader> {
  const identity = { terminalNo, version2019: false }
  const papers = { plate: '川A00000', plateColour: 2 } as const
  const { longest, write } = locationTemplate(identity)
  /** When the location in each slot, serial % window, was sent; 0: free. */
  const sentAt = new Float64Array(window)
  const deviceTime = new Uint32Array(window)
  const reader = new FrameReader()
  const { promise, resolve, reject } = Promise.withResolvers<Loader>()
  let serial = 0
  /** Locations sent and not acknowledged. */
  let waiting = 0
  let stored = Math.floor(Date.now() / 1000) - behind
  let isClosed = false
  let reason = 'closed by the gateway'

  const socket = connect({
    ...{ host, port, noDelay: true },
    onread: {
      buffer: readBuffer,
      callback(length) {
        const left = takeReplies(readBuffer.subarray(0, length), reader, settle)
        for (const frame of reader.push(left)) if (frame.ok) take(decodeMessage(frame.header, frame.body))
        return true
      },
    },
  })

  /** A reply of the platform, to the message `replyId` with that serial. */
  function settle(answered: number, replyId: number, result: number) {
    if (replyId === MessageId.authenticate) return resolve({ send, close })
    if (replyId !== MessageId.location || result !== ReplyResult.ok) return
    const slot = answered % window
    const at = sentAt[slot] ?? 0
    if (at === 0) return
    sentAt[slot] = 0
    waiting--
    acknowledged(answered, deviceTime[slot] ?? 0, performance.now() - at)
  }

  function take(message: Message) {
    if (message.id === MessageId.platformReply) return settle(message.replySerial, message.replyId, message.result)
    if (message.id !== MessageId.registered) return
    if (message.authCode === undefined) return reject(new Error(`not registered: result ${message.result}`))
    say(introduction(papers, identity, message.authCode), 1)
  }

  function say(message: Message, number: number) {
    for (const frame of framesOf(identity, message, number)) socket.write(frame)
  }

  function send(most: number) {
    if (isClosed || sentAt[serial % window] || (behind && waiting) || socket.writableLength > fullAt) return 0
    const bytes = Buffer.allocUnsafe(Math.min(most, window) * longest)
    const today = Math.floor(Date.now() / 1000)
    const now = performance.now()
    let end = 0
    let count = 0
    for (; count < most && !sentAt[serial % window]; count++) {
      const second = behind ? stored++ : today
      end = write(bytes, end, serial, second, lng + (serial % 97), lat + (serial % 89))
      sentAt[serial % window] = now
      deviceTime[serial % window] = second
      serial = (serial + 1) & 0xffff
    }
    socket.write(bytes.subarray(0, end))
    waiting += count
    return count
  }

  function close() {
    isClosed = true
    socket.destroy()
  }

  socket.on('connect', () => say(introduction(papers, identity, undefined), 0))
  socket.on('error', (error) => {
    reason = error.message
  })
  socket.on('close', () => {
    if (!isClosed) lost()
    isClosed = true
    reject(new Error(reason))
  })
  return promise
}
