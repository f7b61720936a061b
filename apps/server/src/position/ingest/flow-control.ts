import type { Connection } from './connection.ts'
import type { Stream } from './stream.ts'

type Options = {
  stream: Pick<Stream, 'isFull' | 'onFree'>
  /** Uncommitted locations and messages at which a connection is paused; it is resumed at half of them. */
  maxUncommitted: number
  resume(connection: Connection): void
}

/** Connections that are resumed in one turn of the event loop: some tenths of a millisecond, for which the recorder's statements wait. */
const resumedAtOnce = 8

/** Pauses and resumes connections, so that terminals send no faster than the recorder commits and none fills the stream alone. */
export class FlowControl {
  readonly #options: Options
  /** In the order in which they were paused: the one that waits longest is resumed first, so that under overload none is always last. */
  readonly #paused = new Set<Connection>()
  #isStopped = false
  #isResuming = false

  constructor(options: Options) {
    this.#options = options
    // The batch that made room goes to the database first; what comes next is decoded meanwhile.
    options.stream.onFree(() => this.#resumeSoon())
  }

  /** Pauses or resumes a connection, before it is read and after its uncommitted count has changed. */
  balance(connection: Connection) {
    const { stream, maxUncommitted, resume } = this.#options
    if (!connection.isPaused) {
      if (!stream.isFull() && connection.uncommitted < maxUncommitted) return
      connection.pause()
      this.#paused.add(connection)
    } else if (this.#mayResume(connection)) {
      this.#paused.delete(connection)
      resume(connection)
    }
  }

  #mayResume({ uncommitted }: Connection): boolean {
    const { stream, maxUncommitted } = this.#options
    return !this.#isStopped && !stream.isFull() && uncommitted <= maxUncommitted / 2
  }

  #resumeSoon() {
    if (this.#isResuming) return
    this.#isResuming = true
    setImmediate(() => {
      this.#isResuming = false
      this.#resumePaused()
    })
  }

  #resumePaused() {
    let resumed = 0
    for (const connection of this.#paused) {
      if (this.#options.stream.isFull()) return
      if (!this.#mayResume(connection)) continue
      if (resumed++ === resumedAtOnce) return this.#resumeSoon()
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
