import type { PictureStream } from '@huanwei/contract/video/codes'
import { type PictureStatus, SoundWish, StreamWish } from '@huanwei/contract/video/endpoints'
import { flvHeader } from './flv.ts'
import { type PictureTag, usualStep } from './picture-tags.ts'

/** The part of a WebSocket that a picture needs. */
export type PictureSocket = {
  readonly bufferedAmount: number
  send(data: Buffer | string): void
  close(code: number): void
  ping(data: string): void
  terminate(): void
  on(event: 'close' | 'error', listener: () => void): unknown
  on(event: 'pong', listener: (data?: Buffer) => void): unknown
  on(event: 'message', listener: (data: Buffer | ArrayBuffer | Buffer[]) => void): unknown
}

/** Takes the pictures of a stream as they come: a browser, or a recorder. Must return at once. */
export type PictureListener = {
  /** The first pictures that are shown were taken up to so many ms ago. */
  precede?(ms: number): void
  show(tag: PictureTag, description: Buffer): void
  hear?(tag: Buffer): void
  tell?(status: PictureStatus): void
  /** True for one that hears the sound. */
  readonly isListening?: boolean
}

type Wishes = { sound?(): void; stream?(stream: PictureStream): void }

/** Unsent bytes above which a viewer loses the rest of a group of pictures. */
const mostUnsent = 1024 * 1024
/** A browser that answers no ping for so long is gone, ms. */
const longestSilence = 25_000

/** One browser that looks at one camera. A slow line loses whole groups of pictures and delays nobody else. */
export class PictureViewer implements PictureListener {
  readonly #socket: PictureSocket
  #description: Buffer | undefined
  #waitsForKey = true
  /** Pings that were not answered, with their times, ms. An answer is one to all before it. */
  #pinged: { number: number; at: number }[] = []
  #pings = 0
  /** True while the line is so far behind that more would only make it later: pictures are left out up to the next key frame. */
  isBehind = false
  isListening = false
  /** Said with each state: which stream it is, and why it is not another. */
  note: Pick<PictureStatus, 'stream' | 'unswitched'> = {}
  /** Added to the times of tags, as each stream counts its own; undefined until the first picture of another stream. */
  #shift: number | undefined = 0
  /** Of the last picture, ms. */
  #time = 0

  /** `wishes` are called after the viewer has said something. */
  constructor(socket: PictureSocket, wishes: Wishes = {}) {
    this.#socket = socket
    socket.on('pong', (data) => {
      const answered = Number(data?.toString() || this.#pings)
      this.#pinged = this.#pinged.filter(({ number }) => number > answered)
    })
    socket.on('message', (data) => {
      const text = String(data)
      const [sound, stream] = [SoundWish.safeParse(text), StreamWish.safeParse(text)]
      if (sound.success) {
        this.isListening = sound.data === SoundWish.enum.sound
        wishes.sound?.()
      }
      if (stream.success) wishes.stream?.(stream.data)
    })
    socket.send(flvHeader)
  }

  /** Sends a picture, after the description that it needs. */
  show({ bytes, isKey, time }: PictureTag, description: Buffer) {
    if (this.#waitsForKey && !isKey) return
    if (this.isBehind || this.#socket.bufferedAmount > mostUnsent) {
      this.#waitsForKey = true
      return
    }
    this.#waitsForKey = false
    this.#shift ??= this.#time + usualStep - time
    this.#time = time + this.#shift
    if (this.#description === undefined || !isSame(description, this.#description)) this.#socket.send(this.#shifted(description))
    this.#description = description
    this.#socket.send(this.#shifted(bytes))
  }

  /** Sends a piece of sound, if somebody listens and the line carries it. */
  hear(tag: Buffer) {
    const canHear = this.isListening && !this.#waitsForKey && this.#shift !== undefined
    if (canHear && this.#socket.bufferedAmount <= mostUnsent) this.#socket.send(this.#shifted(tag))
  }

  tell(status: PictureStatus) {
    if (this.#socket.bufferedAmount <= mostUnsent) this.#socket.send(JSON.stringify({ ...status, ...this.note }))
  }

  /** The next pictures are of another stream: they follow those before, beginning with a key frame. */
  change() {
    this.#shift = undefined
    this.#waitsForKey = true
  }

  /** The tag at the time that this viewer counts; others get the bytes as they are. */
  #shifted(tag: Buffer): Buffer {
    if (!this.#shift) return tag
    const own = Buffer.from(tag)
    const time = Math.max(0, Math.round((own.readUIntBE(timeAt, 3) | ((own[timeAt + 3] ?? 0) << 24)) + this.#shift))
    own.writeUIntBE(time & 0xffffff, timeAt, 3)
    own.writeUInt8((time >>> 24) & 0xff, timeAt + 3)
    return own
  }

  /** Asks the browser for a sign of life; a dead one must not keep a camera sending. */
  ping(now = Date.now()) {
    if (this.lag(now) > longestSilence) return this.#socket.terminate()
    this.#pinged.push({ number: ++this.#pings, at: now })
    this.#socket.ping(String(this.#pings))
  }

  /** For how long a ping has not been answered, ms: what was sent before it has not arrived either. */
  lag(now: number): number {
    return now - (this.#pinged[0]?.at ?? now)
  }
}

/** Offset of the time in a tag; three bytes and one. */
const timeAt = 4

/** True when two descriptions differ in nothing but their times. */
const isSame = (one: Buffer, other: Buffer) =>
  one === other || (one.length === other.length && one.subarray(timeAt + 4).equals(other.subarray(timeAt + 4)))
