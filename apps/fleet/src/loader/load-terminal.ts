import { connect } from 'node:net'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { decodeMessage, type Message } from '@huanwei/terminal/messages/message'
import { FrameReader } from '@huanwei/terminal/wire/frame'
import { framesOf } from '../terminals/connection.ts'
import { registrationOrAuthentication } from '../terminals/registration.ts'
import { locationTemplate } from './frame-template.ts'
import { readGeneralReplies } from './general-replies.ts'
import { SendWindow } from './send-window.ts'

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
   * Seconds by which the first location is late. If above 0, locations are a second apart, as if they had been stored, and the next batch
   * goes out when the previous one is acknowledged completely. If 0, all have the current time and go out as the window has room.
   */
  behind: number
  /** Called for every acknowledged location: serial, device time (epoch s), ms from sending to acknowledgement. */
  onAcknowledged(serial: number, second: number, latency: number): void
  onLost(): void
}

/** Unsent bytes above which a terminal waits. */
const highWaterMark = 64 * 1024
/** Shared by all sockets, which are read one after the other. */
const readBuffer = Buffer.allocUnsafe(64 * 1024)
const registration = { plate: '川A00000', plateColour: 2 } as const

/** One terminal of a load: sends pre-encoded locations and measures their acknowledgements. */
export class LoadTerminal {
  readonly #options: Options
  readonly #identity
  readonly #template
  readonly #window
  readonly #reader = new FrameReader()
  readonly #socket
  readonly #entered = Promise.withResolvers<void>()
  #storedSecond: number
  #isClosed = false
  #closeReason = 'closed by the gateway'

  private constructor(options: Options) {
    this.#options = options
    this.#identity = { terminalNo: options.terminalNo, version2019: false }
    this.#template = locationTemplate(this.#identity)
    this.#window = new SendWindow(options.window)
    this.#storedSecond = Math.floor(Date.now() / 1000) - options.behind
    const onRead = (length: number) => this.#receive(readBuffer.subarray(0, length))
    const onread = { buffer: readBuffer, callback: onRead }
    this.#socket = connect({ host: options.host, port: options.port, noDelay: true, onread })
    this.#socket.on('connect', () => this.#write(registrationOrAuthentication(registration, this.#identity, undefined), 0))
    this.#socket.on('error', (error) => {
      this.#closeReason = error.message
    })
    this.#socket.on('close', () => this.#handleClose())
  }

  /** Connects, registers and authenticates. Rejects when the terminal is refused or cannot connect. */
  static async open(options: Options): Promise<LoadTerminal> {
    const terminal = new LoadTerminal(options)
    await terminal.#entered.promise
    return terminal
  }

  /** Sends up to `limit` locations in one write, as many as fit the window. Returns their number; 0 when the connection is lost. */
  send(limit: number): number {
    const { window: size, behind, lng, lat } = this.#options
    const window = this.#window
    if (this.#isClosed || window.isFull || (behind && window.waiting) || this.#socket.writableLength > highWaterMark) return 0
    const bytes = Buffer.allocUnsafe(Math.min(limit, size) * this.#template.longest)
    const currentSecond = Math.floor(Date.now() / 1000)
    const now = performance.now()
    let end = 0
    let count = 0
    for (; count < limit && !window.isFull; count++) {
      const second = behind ? this.#storedSecond++ : currentSecond
      const serial = window.add(now, second)
      end = this.#template.write(bytes, end, serial, second, lng + (serial % 97), lat + (serial % 89))
    }
    this.#socket.write(bytes.subarray(0, end))
    return count
  }

  close(): void {
    this.#isClosed = true
    this.#socket.destroy()
  }

  /** True, so that the socket goes on reading. */
  #receive(bytes: Buffer): true {
    const rest = readGeneralReplies(bytes, this.#reader, (serial, replyId, result) => this.#handleReply(serial, replyId, result))
    for (const frame of this.#reader.push(rest)) if (frame.ok) this.#handle(decodeMessage(frame.header, frame.body))
    return true
  }

  #handle(message: Message) {
    if (message.id === MessageId.platformReply) this.#handleReply(message.replySerial, message.replyId, message.result)
    if (message.id !== MessageId.registered) return
    if (message.authCode === undefined) this.#entered.reject(new Error(`not registered: result ${message.result}`))
    else this.#write(registrationOrAuthentication(registration, this.#identity, message.authCode), 1)
  }

  /** Handles a general reply to the message `replyId` with that serial. */
  #handleReply(serial: number, replyId: number, result: number) {
    if (replyId === MessageId.authenticate) return this.#entered.resolve()
    if (replyId !== MessageId.location || result !== ReplyResult.ok) return
    const sentAt = this.#window.sentAt(serial)
    if (sentAt === 0) return
    this.#window.release(serial)
    this.#options.onAcknowledged(serial, this.#window.secondOf(serial), performance.now() - sentAt)
  }

  #handleClose() {
    if (!this.#isClosed) this.#options.onLost()
    this.#isClosed = true
    this.#entered.reject(new Error(this.#closeReason))
  }

  #write(message: Message, serial: number) {
    for (const frame of framesOf(this.#identity, message, serial)) this.#socket.write(frame)
  }
}
