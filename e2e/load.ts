import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fixAt } from '@huanwei/server/position/ingest/terminal.test-kit'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { decodeMessage, encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/messages/message'
import { encodeFrame, FrameReader } from '@huanwei/terminal/wire/frame'
import { versionOf } from '@huanwei/terminal/wire/header'

/** One report that the platform acknowledged; `time` is epoch s. */
export type Acknowledged = { terminalNo: string; time: number; serial: number }

/** A report as it went over the wire; `time` is epoch s. */
type Sent = { time: number; frame: Buffer }
/** What a terminal has sent, by serial. */
export type Recording = ReadonlyMap<number, Sent>

/**
 * Terminals that send `perSecond` reports each and record which were acknowledged. They reconnect when the connection is
 * lost, and resend unacknowledged reports as the same bytes. Every other one speaks the version of 2019.
 */
export function startLoad(port: number, numbers: readonly string[], perSecond: number) {
  const acknowledged: Acknowledged[] = []
  const terminals = numbers.map(
    (terminalNo, i) => new LoadTerminal(port, terminalNo, i % 2 === 1, (one) => acknowledged.push(one)),
  )
  const reportAll = () => {
    for (const one of terminals) one.report()
  }
  const timer = perSecond > 0 ? setInterval(reportAll, 1000 / perSecond) : undefined
  return {
    acknowledged,
    /** Terminals that are connected and authenticated now. */
    ready: () => terminals.filter((one) => one.isReady).length,
    /** What each terminal has sent. */
    recordings: () => new Map<string, Recording>(terminals.map((one) => [one.terminalNo, one.sent])),
    /** Sends what these terminals once sent, as the same bytes. */
    replay(recordings: ReadonlyMap<string, Recording>) {
      for (const one of terminals) one.replay(recordings.get(one.terminalNo) ?? new Map())
    },
    /** Stops reporting, at rest and without an alarm, waits until everything sent is acknowledged, and closes. Throws after `ms`. */
    async finish(ms = 40_000) {
      clearInterval(timer)
      if (timer) {
        // Times are whole seconds: what ends a violation is later than what was part of it.
        await sleep(1100)
        for (const one of terminals) one.rest()
      }
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
/** Maximum number of unacknowledged reports of a replay, whose rest waits: what is sent again after 10 s must stay little. */
const mostReplayed = 50

/** Bit of the alarm word: the driver is tired. */
const fatigue = 1 << 2

class LoadTerminal {
  readonly pending = new Map<number, Sent>()
  readonly sent = new Map<number, Sent>()
  readonly terminalNo: string
  isReady = false
  readonly #port: number
  readonly #version2019: boolean
  readonly #onAcknowledged: (one: Acknowledged) => void
  /** What a replay has still to send. */
  #unsent: Iterator<[serial: number, sent: Sent]> | undefined
  #authCode: string | undefined
  #serial = 0
  #socket: Socket | undefined
  #isClosed = false

  constructor(port: number, terminalNo: string, version2019: boolean, onAcknowledged: (one: Acknowledged) => void) {
    this.#port = port
    this.terminalNo = terminalNo
    this.#version2019 = version2019
    this.#onAcknowledged = onAcknowledged
    this.#open()
  }

  report() {
    const [fast, tired] = [this.#serial % 90 < 40, this.#serial % 130 < 30]
    this.#report(fast ? 60 + (this.#serial % 40) : 40, tired ? fatigue : 0)
  }

  rest = () => this.#report(0, 0)

  #report(speed: number, alarm: number) {
    if (this.pending.size >= mostPending) return
    const time = Math.floor(Date.now() / 1000)
    // Each at a place of its own: what says the same twice is stored once.
    const lng = 121.4 + this.#serial / 1e5
    const { serial, frame } = this.#frame({ id: MessageId.location, location: fixAt(time * 1000, { lng, speed, alarm }) })
    this.sent.set(serial, { time, frame })
    this.pending.set(serial, { time, frame })
    if (this.isReady) this.#socket?.write(frame)
  }

  replay(recording: Recording) {
    this.#unsent = recording.entries()
    while (this.pending.size < mostReplayed && this.#replayNext());
  }

  /** Sends the next report of a replay; returns false if there is none. */
  #replayNext(): boolean {
    const next = this.#unsent?.next()
    if (!next || next.done) return false
    const [serial, sent] = next.value
    this.pending.set(serial, sent)
    if (this.isReady) this.#socket?.write(sent.frame)
    return true
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
    const maker = { provinceId: 31, cityId: 115, manufacturer: 'HW', model: 'L-1', terminalId: this.terminalNo.slice(-7) }
    this.#send({ id: MessageId.register, ...maker, plateColour: 2, plate: `沪L${this.terminalNo.slice(-5)}` })
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
    this.#replayNext()
    this.#onAcknowledged({ terminalNo: this.terminalNo, time: found.time, serial })
  }

  #frame(message: Message) {
    const serial = this.#serial
    this.#serial = (serial + 1) & 0xffff
    const header = { messageId: messageIdOf(message), version2019: this.#version2019, terminalNo: this.terminalNo, serial }
    return { serial, frame: encodeFrame(header, encodeMessage(message, versionOf(header))) }
  }

  #send(message: Message) {
    this.#socket?.write(this.#frame(message).frame)
  }
}
