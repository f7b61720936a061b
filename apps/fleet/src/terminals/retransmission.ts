/** A message without an acknowledgement yet: its frames are sent again, byte for byte. */
export type PendingMessage = {
  serial: number
  messageId: number
  frames: readonly Buffer[]
  sends: number
  waitSeconds: number
  dueAt: number
}

/** T1, seconds; then T(N+1) = T(N) × (N+1). Source: spec 4, IV.2. */
const firstWaitSeconds = 10
const mostSends = 4

/** Messages that a terminal has sent and that are not acknowledged. It outlives the connection; its owner bounds its size. */
export class RetransmissionQueue {
  readonly #pending = new Map<number, PendingMessage>()

  get size(): number {
    return this.#pending.size
  }

  add(serial: number, messageId: number, frames: readonly Buffer[], now: number): PendingMessage {
    const message = { serial, messageId, frames, sends: 1, waitSeconds: firstWaitSeconds, dueAt: now + firstWaitSeconds * 1000 }
    this.#pending.set(serial, message)
    return message
  }

  /** Removes and returns an acknowledged message; undefined when it was not pending. */
  take(serial: number, messageId: number): PendingMessage | undefined {
    const message = this.#pending.get(serial)
    if (message?.messageId !== messageId) return undefined
    this.#pending.delete(serial)
    return message
  }

  /** Messages to send again. `isLost`: one of them was sent often enough, so the connection counts as lost. */
  due(now: number): { messages: PendingMessage[]; isLost: boolean } {
    const messages = [...this.#pending.values()].filter(({ dueAt }) => dueAt <= now)
    return { messages, isLost: messages.some(({ sends }) => sends >= mostSends) }
  }

  /** Records that the message was sent once more. */
  markSent(message: PendingMessage, now: number): void {
    message.sends++
    message.waitSeconds *= message.sends
    message.dueAt = now + message.waitSeconds * 1000
  }

  /** Counts every message as not sent, so that it goes out first on a new connection. */
  reset(now: number): void {
    for (const message of this.#pending.values()) Object.assign(message, { sends: 0, waitSeconds: firstWaitSeconds, dueAt: now })
  }
}
