import type { Connection } from './connection.ts'
import { createFullness, type Stream } from './stream.ts'

type Options = {
  stream: Pick<Stream, 'isFull' | 'onFree'>
  /** Uncommitted locations and messages at which a connection is paused; it is resumed at half of them. */
  maxUncommitted: number
  /** Bytes of messages without locations that may wait for the database, of all connections; their next ones are read again at half of them. */
  maxMessageBytes: number
  resume(connection: Connection): void
}

/** Memory that a location takes until it is stored, about; a message takes as much and its content. */
const bytesOfLocation = 2048

/** Connections that are resumed in one turn of the event loop: some tenths of a millisecond, for which the recorder's statements wait. */
const resumedAtOnce = 8

/** Pauses and resumes connections, so that terminals send no faster than the recorder commits and none fills the stream alone. */
export class FlowControl {
  readonly #options: Options
  /** In the order in which they were paused: the one that waits longest is resumed first, so that under overload none is always last. */
  readonly #paused = new Set<Connection>()
  /** Messages without locations that wait for the database; each weighs as many locations as its memory would hold. */
  readonly #messages: ReturnType<typeof createFullness>
  #isStopped = false
  #isResuming = false

  constructor(options: Options) {
    this.#options = options
    // The batch that made room goes to the database first; what comes next is decoded meanwhile.
    options.stream.onFree(() => this.#resumeSoon())
    this.#messages = createFullness(options.maxMessageBytes / bytesOfLocation)
    this.#messages.onFree(() => this.#resumeSoon())
  }

  /** True while so many messages wait for the database that no other may join them. */
  get areMessagesFull(): boolean {
    return this.#messages.isFull()
  }

  /** Counts a message with `bytes` of content among those that wait for the database, until the returned function is called. */
  countMessage(connection: Connection, bytes: number): () => void {
    const weight = 1 + Math.floor(bytes / bytesOfLocation)
    const add = (change: number) => {
      connection.uncommitted += change
      this.#messages.add(change)
      this.balance(connection)
    }
    add(weight)
    return () => add(-weight)
  }

  /** Pauses a connection before a frame of a message that would have to wait for the database, and returns true, while too many wait. */
  holdBack(connection: Connection): boolean {
    const isFull = this.areMessagesFull
    if (isFull) this.#pause(connection)
    return isFull
  }

  /**
   * Pauses or resumes a connection, before it is read and after its uncommitted count has changed. One that is not authenticated adds nothing to the
   * stream, and its time to authenticate runs: it is not paused.
   */
  balance(connection: Connection) {
    const { stream, maxUncommitted, resume } = this.#options
    if (!connection.isPaused) {
      const hasToWait = stream.isFull() || connection.uncommitted >= maxUncommitted
      if (hasToWait && connection.terminal) this.#pause(connection)
    } else if (this.#mayResume(connection)) {
      this.#paused.delete(connection)
      resume(connection)
    }
  }

  #pause(connection: Connection) {
    connection.pause()
    this.#paused.add(connection)
  }

  #mayResume({ uncommitted, hasWaitingFrame }: Connection): boolean {
    const { stream, maxUncommitted } = this.#options
    if (hasWaitingFrame && this.areMessagesFull) return false
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
