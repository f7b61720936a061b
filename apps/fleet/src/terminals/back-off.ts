const shortestMs = 1000
const longestMs = 60_000

/** Waiting time between a lost connection and the next attempt: doubled with each failure, randomised, at most a minute. */
export class BackOff {
  readonly #random: () => number
  #delayMs = shortestMs
  #attemptAt = 0

  constructor(random: () => number) {
    this.#random = random
  }

  isOver(now: number): boolean {
    return now >= this.#attemptAt
  }

  /** Sets the time of the next attempt, unless attempts have been stopped. */
  begin(now: number): void {
    if (this.#attemptAt !== Number.POSITIVE_INFINITY) this.#attemptAt = now + this.#delayMs * (0.5 + this.#random())
  }

  succeeded(): void {
    this.#delayMs = shortestMs
  }

  failed(): void {
    this.#delayMs = Math.min(longestMs, this.#delayMs * 2)
  }

  /** Waits for the longest time, as another attempt soon would fail as well. */
  refused(): void {
    this.#delayMs = longestMs
  }

  /** Ends all attempts. */
  stop(): void {
    this.#attemptAt = Number.POSITIVE_INFINITY
  }
}
