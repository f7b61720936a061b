import { type PictureStatus, SoundWish } from '@huanwei/contract/video/endpoints'
import { flvHeader } from './flv.ts'
import type { PictureTag } from './picture-tags.ts'

/** The part of a WebSocket that a picture needs. */
export type PictureSocket = {
  readonly bufferedAmount: number
  send(data: Buffer | string): void
  close(code: number): void
  ping(): void
  terminate(): void
  on(event: 'close' | 'pong' | 'error', listener: () => void): unknown
  on(event: 'message', listener: (data: Buffer | ArrayBuffer | Buffer[]) => void): unknown
}

/** Takes the pictures of a stream as they come: a browser, or a recorder. Must return at once. */
export type PictureListener = {
  /** The first pictures that are shown were taken up to so many ms ago. */
  precede?(ms: number): void
  show(tag: PictureTag, description: Buffer): void
  hear?(tag: Buffer): void
  tell?(status: PictureStatus): void
}

/** Unsent bytes above which a viewer loses the rest of a group of pictures. */
const mostUnsent = 1024 * 1024
/** A browser that answers no ping for this many of them is gone. */
const mostMissedPings = 2

/** One browser that looks at one camera. A slow line loses whole groups of pictures and delays nobody else. */
export class PictureViewer implements PictureListener {
  readonly #socket: PictureSocket
  #description: Buffer | undefined
  #waitsForKey = true
  #missedPings = 0
  #isListening = false

  constructor(socket: PictureSocket) {
    this.#socket = socket
    socket.on('pong', () => {
      this.#missedPings = 0
    })
    socket.on('message', (data) => {
      const wish = SoundWish.safeParse(String(data))
      if (wish.success) this.#isListening = wish.data === SoundWish.enum.sound
    })
    socket.send(flvHeader)
  }

  /** Sends a picture, after the description that it needs. */
  show({ bytes, isKey }: PictureTag, description: Buffer) {
    if (this.#waitsForKey && !isKey) return
    if (this.#socket.bufferedAmount > mostUnsent) {
      this.#waitsForKey = true
      return
    }
    this.#waitsForKey = false
    if (this.#description === undefined || !isSame(description, this.#description)) this.#socket.send(description)
    this.#description = description
    this.#socket.send(bytes)
  }

  /** Sends a piece of sound, if somebody listens and the line carries it. */
  hear(tag: Buffer) {
    if (this.#isListening && !this.#waitsForKey && this.#socket.bufferedAmount <= mostUnsent) this.#socket.send(tag)
  }

  tell(status: PictureStatus) {
    if (this.#socket.bufferedAmount <= mostUnsent) this.#socket.send(JSON.stringify(status))
  }

  /** Asks the browser for a sign of life; a dead one must not keep a camera sending. */
  ping() {
    if (++this.#missedPings > mostMissedPings) this.#socket.terminate()
    else this.#socket.ping()
  }
}

/** Offset of the time in a tag; three bytes and one. */
const timeAt = 4

/** True when two descriptions differ in nothing but their times. */
const isSame = (one: Buffer, other: Buffer) =>
  one === other || (one.length === other.length && one.subarray(timeAt + 4).equals(other.subarray(timeAt + 4)))
