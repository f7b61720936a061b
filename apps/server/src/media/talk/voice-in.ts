import { longestVoice, TalkEnd, voiceBytesPerSecond } from '@huanwei/contract/video/codes'
import { inPieces } from '../../lib/in-pieces.ts'
import { pieceBytes } from './talk-line.ts'

/** The part of a WebSocket that a talk needs. */
export type VoiceSocket = {
  readonly bufferedAmount: number
  send(data: Buffer | string): void
  close(code: number): void
  ping(): void
  terminate(): void
  on(event: 'close' | 'pong' | 'error', listener: () => void): unknown
  on(event: 'message', listener: (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => void): unknown
}

/** A microphone's clock may be this much faster than ours; after a pause of its line it brings up to `most` bytes at once. */
const [faster, most] = [1.1, 3 * voiceBytesPerSecond]

/** Cuts the voice of a browser into pieces of 20 ms, and notices one that sends what no microphone does. */
export class VoiceIn {
  readonly #cut: (bytes: Buffer) => void
  #allowed = most
  #at: number | undefined

  constructor(onPiece: (piece: Buffer) => void) {
    this.#cut = inPieces(pieceBytes, onPiece)
  }

  /** Takes a message of A-law; returns why the talk must end, if it must. `now` in epoch ms. */
  take(data: Buffer | ArrayBuffer | Buffer[], now: number): TalkEnd | undefined {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
    if (bytes.length === 0 || bytes.length > longestVoice) return TalkEnd.garbled
    const passed = Math.max(0, now - (this.#at ?? now))
    this.#at = now
    this.#allowed = Math.min(most, this.#allowed + (passed / 1000) * voiceBytesPerSecond * faster) - bytes.length
    if (this.#allowed < 0) return TalkEnd.tooFast
    this.#cut(bytes)
    return undefined
  }
}
