import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'
import type { Message } from '@huanwei/terminal/messages/message'
import { type Connection, framesOf, type Identity } from './connection.ts'
import type { Counters } from './counters.ts'
import { corruptChecksum } from './fault-injection.ts'
import { type PendingMessage, RetransmissionQueue } from './retransmission.ts'
import type { SavedState } from './saved-state.ts'

type Parts = { identity: Identity; saved: SavedState; counters: Counters; random: () => number }

/** Messages that may wait for their acknowledgement; further reports are stored. */
const window = 16
const mostStored = 2000
const batchSize = 15
/** Messages per corrupted one. */
const messagesPerFault = 1500

/**
 * Sending side of one terminal: numbers the messages, sends them again until they are acknowledged, and stores reports while they cannot be
 * sent. Source: spec 4, IV.2 and IV.3.
 */
export class Sender {
  readonly #parts: Parts
  readonly #queue = new RetransmissionQueue()
  #connection: Connection | undefined
  #stored: Location[] = []
  #lastSent = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Unacknowledged messages and stored reports. */
  get waiting(): number {
    return this.#queue.size + this.#stored.length
  }

  /** Sends over this connection from now on; undefined when there is none. */
  use(connection: Connection | undefined): void {
    this.#connection = connection
  }

  /** Sends a report, or stores it while the terminal is not `isReady` or too many messages wait. */
  report(location: Location, isReady: boolean, now: number): void {
    if (isReady && this.#queue.size < window) {
      this.sendReliably({ id: MessageId.location, location }, now)
      this.#parts.counters.reports++
    } else this.#store(location)
  }

  #store(location: Location) {
    this.#stored.push(location)
    this.#parts.counters.stored++
    if (this.#stored.length > mostStored) this.#stored.shift()
  }

  /** Sends a message that is sent again until it is acknowledged. */
  sendReliably(message: Message & { id: number }, now: number): PendingMessage {
    const { identity, saved, random } = this.#parts
    const frames = framesOf(identity, message, saved.serial)
    const pending = this.#queue.add(this.#takeSerials(frames.length), message.id, frames, now)
    const delivered = random() * messagesPerFault < 1 ? corruptChecksum(frames) : frames
    if (!this.#connection?.write(delivered)) pending.dueAt = now + 1000
    this.#lastSent = now
    return pending
  }

  /** Sends a message once; returns its serial. */
  sendOnce(message: Message): number {
    const frames = framesOf(this.#parts.identity, message, this.#parts.saved.serial)
    this.#connection?.write(frames)
    return this.#takeSerials(frames.length)
  }

  #takeSerials(count: number): number {
    const { saved } = this.#parts
    const first = saved.serial
    saved.serial = (first + count) & 0xffff
    return first
  }

  /** Begins a new authenticated connection: messages without an acknowledgement are due at once. */
  restart(now: number): void {
    this.#lastSent = now
    this.#queue.reset(now)
  }

  /**
   * Sends what is due: unacknowledged messages, then stored reports, then a heartbeat. Returns false when a message was sent often enough, so
   * that the connection counts as lost.
   */
  sendDue(now: number, heartbeatSeconds: number): boolean {
    const { messages, isLost } = this.#queue.due(now)
    if (isLost) return false
    for (const pending of messages) {
      if (!this.#connection?.write(pending.frames)) break
      if (pending.sends) this.#parts.counters.resent++
      this.#queue.markSent(pending, now)
      this.#lastSent = now
    }
    while (this.#stored.length && this.#queue.size < window / 4) {
      const locations = this.#stored.splice(0, batchSize)
      this.sendReliably({ id: MessageId.batchLocation, kind: 1, locations, rejected: [] }, now)
      this.#parts.counters.reports += locations.length
    }
    if (now - this.#lastSent < heartbeatSeconds * 1000) return true
    this.sendOnce({ id: MessageId.heartbeat })
    this.#lastSent = now
    return true
  }

  /** Handles the platform's general reply to one of the messages. */
  handleReply(serial: number, messageId: number, result: number, now: number): void {
    // Refused for lack of authentication: the message stays and is sent again after the next one.
    if (result === ReplyResult.failed) return
    const pending = this.#queue.take(serial, messageId)
    if (!pending) return
    if (result === ReplyResult.badMessage && pending.sends < 2) {
      // The frames were corrupted on their way.
      const again = this.#queue.add(serial, messageId, pending.frames, now)
      if (this.#connection?.write(pending.frames)) this.#queue.markSent(again, now)
      this.#parts.counters.resent++
    } else this.#parts.counters.acknowledged++
  }

  /** Sends the frames with these indexes, from 1, of a message again. */
  resendPieces({ frames }: PendingMessage, indexes: readonly number[]): void {
    this.#connection?.write(indexes.flatMap((index) => frames[index - 1] ?? []))
  }

  /** Ends the wait for a message that the platform has. */
  acknowledge({ serial, messageId }: PendingMessage): void {
    if (this.#queue.take(serial, messageId)) this.#parts.counters.acknowledged++
  }
}
