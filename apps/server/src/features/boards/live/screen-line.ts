import { closeSocket, type Wire } from '../../../position/push/stomp.ts'

/** The part of a WebSocket that a screen needs. */
export type BoardSocket = Wire & { ping(): void; on(event: 'pong', listener: () => void): unknown }

/** Unsent bytes above which a screen is left out until it has read on. */
const mostUnsent = 1_000_000
/** A screen that answers no ping for this many of them is gone. */
const mostMissedPings = 2

/** The line to one screen. One that does not read delays nobody else: it gets the whole board when it has read on. */
export class ScreenLine {
  readonly #socket: BoardSocket
  /** Version that the screen shows already; for its first message. */
  known: string | undefined
  /** True when the next message must be the whole board. */
  isBehind = true
  /** Epoch ms. */
  sentAt = 0
  #missedPings = 0

  constructor(socket: BoardSocket, known: string | undefined) {
    this.#socket = socket
    this.known = known
    socket.on('pong', () => {
      this.#missedPings = 0
    })
  }

  /** False as soon as it is about to be closed. */
  get isOpen() {
    return this.#socket.readyState === this.#socket.OPEN
  }

  get isSlow() {
    return this.#socket.bufferedAmount > mostUnsent
  }

  send(text: string, now: number) {
    if (!this.isOpen) return
    this.#socket.send(text)
    this.sentAt = now
  }

  /** The screen lost its place: it wants the whole board whatever it knows. */
  restart() {
    this.isBehind = true
    this.known = undefined
  }

  ping() {
    if (++this.#missedPings > mostMissedPings) this.#socket.terminate()
    else if (this.isOpen) this.#socket.ping()
  }

  end(code: number) {
    closeSocket(this.#socket, code)
  }
}
