import type { Connection } from './connection.ts'
import type { Stream } from './stream.ts'

type Options = {
  stream: Pick<Stream, 'isFull' | 'onFree'>
  connections: Set<Connection>
  /** Uncommitted locations and messages at which a connection is paused; it is resumed at half of them. */
  maxUncommitted: number
  resume(connection: Connection): void
}

/** Pauses and resumes reading, so that terminals send no faster than the recorder commits and none fills the stream alone. */
export class FlowControl {
  readonly #options: Options
  #isEveryonePaused = false
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
    options.stream.onFree(() => this.#balanceAll())
  }

  /** Pauses or resumes a connection after its uncommitted count or the stream has changed. */
  balance(connection: Connection) {
    const { stream, connections, maxUncommitted, resume } = this.#options
    if (stream.isFull()) for (const one of this.#isEveryonePaused ? [connection] : connections) one.pause()
    this.#isEveryonePaused = stream.isFull()
    if (!connection.isPaused && connection.uncommitted >= maxUncommitted) connection.pause()
    if (connection.isPaused && !this.#isStopped && !stream.isFull() && connection.uncommitted <= maxUncommitted / 2)
      resume(connection)
  }

  #balanceAll() {
    const { connections } = this.#options
    for (const connection of [...connections]) {
      const wasPaused = connection.isPaused
      this.balance(connection)
      if (!wasPaused || connection.isPaused) continue
      // A served connection goes to the end of the set, so that under overload none is always last.
      connections.delete(connection)
      connections.add(connection)
    }
  }

  /** Resumes no connection from now on. */
  stop() {
    this.#isStopped = true
  }
}
