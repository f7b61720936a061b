import type { Connection } from './connection.ts'
import type { Stream } from './stream.ts'

type Options = {
  stream: Pick<Stream, 'isFull' | 'onFree'>
  /** Uncommitted locations and messages at which a connection is paused; it is resumed at half of them. */
  maxUncommitted: number
  resume(connection: Connection): void
}

/** Pauses and resumes connections, so that terminals send no faster than the recorder commits and none fills the stream alone. */
export class FlowControl {
  readonly #options: Options
  /** In the order in which they were paused: the one that waits longest is resumed first, so that under overload none is always last. */
  readonly #paused = new Set<Connection>()
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
    // The batch that made room goes to the database first; what comes next is decoded meanwhile.
    options.stream.onFree(() => setImmediate(() => this.#resumePaused()))
  }

  /** Pauses or resumes a connection, before it is read and after its uncommitted count has changed. */
  balance(connection: Connection) {
    const { stream, maxUncommitted, resume } = this.#options
    if (!connection.isPaused) {
      if (!stream.isFull() && connection.uncommitted < maxUncommitted) return
      connection.pause()
      this.#paused.add(connection)
    } else if (!this.#isStopped && !stream.isFull() && connection.uncommitted <= maxUncommitted / 2) {
      this.#paused.delete(connection)
      resume(connection)
    }
  }

  #resumePaused() {
    for (const connection of this.#paused) {
      if (this.#options.stream.isFull()) return
      this.balance(connection)
    }
  }

  /** Forgets a connection that is closed. */
  forget(connection: Connection) {
    this.#paused.delete(connection)
  }

  /** Resumes no connection from now on. */
  stop() {
    this.#isStopped = true
  }
}
