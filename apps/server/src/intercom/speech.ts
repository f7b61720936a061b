import { createHash } from 'node:crypto'
import { headToBrowser, longestSpeech, type SpeechEnd, voiceRate } from '@huanwei/contract/intercom/codes'
import type { Speaking } from '@huanwei/contract/intercom/messages'

/** Sound may be ahead of the clock by so much, as a line that stood still brings it at once. ms. */
const aheadMs = 3000
const mostSamples = longestSpeech * voiceRate
/** Voice in one message to a browser at most, bytes. */
const together = 32_000

/** What is said from the grant of the floor on, kept whole until everybody has it. */
export class SpeechSound {
  readonly tenantId: number
  readonly groupId: number
  readonly speaking: Speaking
  readonly #startedAt: number
  /** The bytes so far are its first `samples`. */
  #bytes = Buffer.alloc(voiceRate)
  samples = 0
  /** Samples that are in the database. */
  kept = 0
  endReason: SpeechEnd | undefined
  #newest = { sent: 0, end: 0, message: Buffer.alloc(0) }

  constructor(about: { tenantId: number; groupId: number; speaking: Speaking }, now: number) {
    this.tenantId = about.tenantId
    this.groupId = about.groupId
    this.speaking = about.speaking
    this.#startedAt = now
  }

  /** Takes the next bytes; false when they come faster than anybody speaks, or it has ended. */
  add(voice: Buffer, now: number): boolean {
    const samples = this.samples + voice.length
    const possible = ((now - this.#startedAt + aheadMs) * voiceRate) / 1000
    if (this.endReason || samples > possible || samples > mostSamples) return false
    if (samples > this.#bytes.length) {
      const larger = Buffer.alloc(2 * this.#bytes.length)
      this.#bytes.copy(larger, 0, 0, this.samples)
      this.#bytes = larger
    }
    voice.copy(this.#bytes, this.samples)
    this.samples = samples
    return true
  }

  /** Up to `samples` of the sound from a place on. */
  piece(at: number, samples: number): Buffer {
    return Buffer.from(this.#bytes.subarray(at, Math.min(at + samples, this.samples)))
  }

  /** The sound from a sample on, as it is now. */
  from(at: number): Buffer {
    return Buffer.from(this.#bytes.subarray(at, this.samples))
  }

  /** The next message for a browser that has the first `sent` samples; most have the same. */
  messageFrom(sent: number): Buffer {
    const end = Math.min(this.samples, sent + together)
    if (sent === this.#newest.sent && end === this.#newest.end) return this.#newest.message
    const message = Buffer.alloc(headToBrowser + end - sent)
    message.writeUInt32BE(this.speaking.speechId, 0)
    message.writeUInt32BE(sent, 4)
    this.#bytes.copy(message, headToBrowser, sent, end)
    this.#newest = { sent, end, message }
    return message
  }

  get sha256(): string {
    return createHash('sha256').update(this.#bytes.subarray(0, this.samples)).digest('hex')
  }
}
