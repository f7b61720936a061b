import { setTimeout as pause } from 'node:timers/promises'
import { TalkState } from '@huanwei/contract/video/codes'
import type { Frame } from '@huanwei/terminal/pictures/frames'
import { samplesOf } from '@huanwei/terminal/pictures/g711'
import { Codec, encodePacket, PacketKind, Part } from '@huanwei/terminal/pictures/packet'
import type { Answer } from '../../position/ingest/pending-commands.ts'
import type { CameraConnection, CameraListener } from '../camera-listener.ts'

/** Samples of a packet to a terminal, one byte each: 20 ms of 8 kHz. */
export const pieceBytes = 160
const pieceMs = 20
/** Voice that waits for the terminal's connection, pieces: 5 s. Older is dropped. */
const mostWaiting = 250
/** Unsent bytes above which the terminal loses voice, as its radio is too slow. */
const mostUnsent = 32 * 1024

export type TalkLineParts = {
  channel: number
  /** Asks the terminal for its connection. */
  open(): Promise<Answer>
  close(): void
  /** Runs requests for one channel of one terminal one after the other. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  expect(listener: CameraListener): () => void
  /** From the command to the terminal's connection, ms. */
  arrivalMs: number
  /** Voice of the terminal, A-law. */
  heard(samples: Buffer): void
  /** The state is another one. */
  changed(): void
}

const failures = {
  offline: TalkState.offline,
  refused: TalkState.refused,
  timedOut: TalkState.noAnswer,
  confirmed: TalkState.noAnswer,
} as const

/** The voice between the platform and one terminal, on a connection that the terminal opens. Source: spec 4, IV.5. */
export class TalkLine {
  readonly #parts: TalkLineParts
  readonly #waiting: Buffer[] = []
  #state: TalkState = TalkState.connecting
  #connection: CameraConnection | undefined
  #isEnded = false
  #wasAsked = false
  #arrived: () => void = () => undefined
  #sequence = 0
  #time = 0
  /** Some recorders set a header before each piece of sound, and want one. */
  #isHeaded = false

  constructor(parts: TalkLineParts) {
    this.#parts = parts
    void parts.inTurn(() => this.#ask())
  }

  get state(): TalkState {
    return this.#state
  }

  /** Sends `pieceBytes` of A-law. What comes before the connection waits for it. */
  send(piece: Buffer) {
    if (this.#state === TalkState.open) return this.#write(piece)
    if (this.#state !== TalkState.connecting) return
    this.#waiting.push(piece)
    if (this.#waiting.length > mostWaiting) this.#waiting.shift()
  }

  /** Has the terminal stop. */
  end() {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#arrived()
    if (this.#wasAsked && this.#state !== TalkState.offline) this.#parts.close()
    this.#connection?.close()
  }

  async #ask() {
    if (this.#isEnded) return
    const arrival = new Promise<void>((resolve) => {
      this.#arrived = resolve
    })
    const forget = this.#parts.expect({
      opened: (connection) => this.#opened(connection),
      heard: () => undefined,
      frame: (frame) => this.#hear(frame),
      closed: () => this.#become(TalkState.lost),
    })
    this.#wasAsked = true
    const { outcome } = await this.#parts.open()
    if (outcome === 'confirmed' && !this.#connection)
      await Promise.race([arrival, pause(this.#parts.arrivalMs, undefined, { ref: false })])
    forget()
    if (!this.#connection) this.#become(failures[outcome])
  }

  #opened(connection: CameraConnection) {
    this.#connection = connection
    if (this.#isEnded) return connection.close()
    this.#arrived()
    this.#become(TalkState.open)
    for (const piece of this.#waiting.splice(0)) this.#write(piece)
  }

  #hear({ kind, codec, data }: Frame) {
    if (kind !== PacketKind.sound) return
    if (codec !== Codec.g711a) return this.#become(TalkState.cannotTalk)
    const samples = samplesOf(data)
    this.#isHeaded = samples.length < data.length
    if (!this.#isEnded) this.#parts.heard(samples)
  }

  #write(piece: Buffer) {
    const line = this.#connection
    if (!line || line.unsentBytes() > mostUnsent) return
    const head = this.#isHeaded ? Buffer.of(0, 1, piece.length / 2, 0) : Buffer.alloc(0)
    const { channel } = this.#parts
    const times = { timestamp: this.#time, sinceKey: 0, sinceLast: 0 }
    const packet = { codec: Codec.g711a, kind: PacketKind.sound, part: Part.whole, isMarked: true, sim: line.sim, channel }
    line.write(encodePacket({ ...packet, ...times, sequence: this.#sequence, body: Buffer.concat([head, piece]) }))
    this.#sequence = (this.#sequence + 1) & 0xffff
    this.#time += pieceMs
  }

  #become(state: TalkState) {
    const isFinal = this.#state !== TalkState.connecting && this.#state !== TalkState.open
    if (this.#isEnded || isFinal || this.#state === state) return
    this.#state = state
    this.#waiting.length = state === TalkState.open ? this.#waiting.length : 0
    if (state === TalkState.cannotTalk) this.end()
    this.#parts.changed()
  }
}
