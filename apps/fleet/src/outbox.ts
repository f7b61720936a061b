/** A message on its way: its frames go out again, the same bytes, until it is acknowledged. */
export type Pending = {
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

/** What a terminal has sent and is waiting for. Survives the connection; bounded by what its owner puts in. */
export class Outbox {
  readonly #pending = new Map<number, Pending>()

  get size(): number {
    return this.#pending.size
  }

  add(serial: number, messageId: number, frames: readonly Buffer[], now: number): Pending {
    const pending = { serial, messageId, frames, sends: 1, waitSeconds: firstWaitSeconds, dueAt: now + firstWaitSeconds * 1000 }
    this.#pending.set(serial, pending)
    return pending
  }

  /** Takes out what the platform acknowledged; undefined when it was not waited for. */
  settle(serial: number, messageId: number): Pending | undefined {
    const found = this.#pending.get(serial)
    if (found?.messageId !== messageId) return undefined
    this.#pending.delete(serial)
    return found
  }

  /** What is due to go out again. `isLost`: one has been sent often enough, the connection is as good as gone. */
  due(now: number): { again: Pending[]; isLost: boolean } {
    const again = [...this.#pending.values()].filter(({ dueAt }) => dueAt <= now)
    return { again, isLost: again.some(({ sends }) => sends >= mostSends) }
  }

  /** Notes that it went out once more. */
  sent(pending: Pending, now: number): void {
    pending.sends++
    pending.waitSeconds *= pending.sends
    pending.dueAt = now + pending.waitSeconds * 1000
  }

  /** Everything counts as not sent yet: after a new connection it goes out first. */
  rewind(now: number): void {
    for (const pending of this.#pending.values()) Object.assign(pending, { sends: 0, waitSeconds: firstWaitSeconds, dueAt: now })
  }
}
