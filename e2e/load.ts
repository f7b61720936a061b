import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fixAt } from '@huanwei/server/position/ingest/terminal.test-kit'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { decodeMessage, encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/messages/message'
import { encodeFrame, FrameReader } from '@huanwei/terminal/wire/frame'

/** One report that the platform acknowledged; `time` is epoch s. */
export type Acknowledged = { terminalNo: string; time: number; serial: number }

/**
 * Terminals that send `perSecond` reports each and record which were acknowledged. They reconnect when the connection is
 * lost, and resend unacknowledged reports as the same bytes.
 */
export function startLoad(port: number, numbers: string[], perSecond: number) {
  const acknowledged: Acknowledged[] = []
  const terminals = numbers.map((terminalNo) => new LoadTerminal(port, terminalNo, (one) => acknowledged.push(one)))
  const timer = setInterval(() => {
    for (const one of terminals) one.report()
  }, 1000 / perSecond)
  return {
    acknowledged,
    /** Terminals that are connected and authenticated now. */
    ready: () => terminals.filter((one) => one.isReady).length,
    /** Stops reporting, waits until everything sent is acknowledged, and closes. Throws after `ms`. */
    async finish(ms = 40_000) {
      clearInterval(timer)
      // As terminals do with what was not answered.
      const again = setInterval(() => {
        for (const one of terminals) one.sendAgain()
      }, 10_000)
      const waiting = () => terminals.filter((one) => one.pending.size > 0).length
      for (const until = Date.now() + ms; waiting() && Date.now() < until; ) await sleep(50)
      clearInterval(again)
      if (waiting()) throw new Error(`${waiting()} terminals are not answered`)
      this.close()
    },
    close() {
      clearInterval(timer)
      for (const one of terminals) one.close()
    },
  }
}

/** Maximum number of unacknowledged reports that a terminal buffers. */
const mostPending = 400

class LoadTerminal {
  readonly pending = new Map<number, { time: number; frame: Buffer }>()
  isReady = false
  readonly #port: number
  readonly #terminalNo: string
  readonly #onAcknowledged: (one: Acknowledged) => void
  #authCode: string | undefined
  #serial = 0
  #socket: Socket | undefined
  #isClosed = false

  constructor(port: number, terminalNo: string, onAcknowledged: (one: Acknowledged) => void) {
    this.#port = port
    this.#terminalNo = terminalNo
    this.#onAcknowledged = onAcknowledged
    this.#open()
  }

  report() {
    if (this.pending.size >= mostPending) return
    const time = Math.floor(Date.now() / 1000)
    // Each at a place of its own: what says the same twice is stored once.
    const lng = 121.4 + this.#serial / 1e6
    const { serial, frame } = this.#frame({ id: MessageId.location, location: fixAt(time * 1000, { lng }) })
    this.pending.set(serial, { time, frame })
    if (this.isReady) this.#socket?.write(frame)
  }

  /** Sends again what is not answered. */
  sendAgain() {
    if (this.isReady) for (const { frame } of this.pending.values()) this.#socket?.write(frame)
  }

  close() {
    this.#isClosed = true
    this.#socket?.destroy()
  }

  #open() {
    const reader = new FrameReader()
    const socket = connect(this.#port, '127.0.0.1')
    this.#socket = socket
    socket.on('connect', () => this.#introduce())
    socket.on('data', (chunk) => {
      for (const frame of reader.push(chunk)) if (frame.ok) this.#take(decodeMessage(frame.header, frame.body))
    })
    // An error is followed by `close`.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.isReady = false
      if (!this.#isClosed) setTimeout(() => this.#isClosed || this.#open(), 300)
    })
  }

  #introduce() {
    if (this.#authCode !== undefined) return this.#send({ id: MessageId.authenticate, authCode: this.#authCode })
    const maker = { provinceId: 31, cityId: 115, manufacturer: 'HW', model: 'L-1', terminalId: this.#terminalNo.slice(-7) }
    this.#send({ id: MessageId.register, ...maker, plateColour: 2, plate: `沪L${this.#terminalNo.slice(-5)}` })
  }

  #take(message: Message) {
    if (message.id === MessageId.registered) {
      this.#authCode = message.authCode
      this.#introduce()
    } else if (message.id === MessageId.platformReply && message.result === 0) {
      if (message.replyId === MessageId.authenticate) {
        this.isReady = true
        this.sendAgain()
      } else if (message.replyId === MessageId.location) this.#settle(message.replySerial)
    }
  }

  #settle(serial: number) {
    const found = this.pending.get(serial)
    if (!found) return
    this.pending.delete(serial)
    this.#onAcknowledged({ terminalNo: this.#terminalNo, time: found.time, serial })
  }

  #frame(message: Message) {
    const serial = this.#serial
    this.#serial = (serial + 1) & 0xffff
    const header = { messageId: messageIdOf(message), version2019: false, terminalNo: this.#terminalNo, serial }
    return { serial, frame: encodeFrame(header, encodeMessage(message, '2013')) }
  }

  #send(message: Message) {
    this.#socket?.write(this.#frame(message).frame)
  }
}
