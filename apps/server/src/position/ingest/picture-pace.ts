/** Least time between two pictures of one terminal, ms. */
const pauseMs = 60_000
/** Pictures a minute of all terminals: a rule that many break at once must not fill their lines and the store. */
const mostAMinute = 600

/** How often terminals are asked for a picture of a violation. Times in ms of a clock that is never set. */
export class PicturePace {
  /** Times of the last pictures by terminal, oldest first. */
  readonly #asked = new Map<number, number>()

  /** True when the terminal may be asked now; it counts as asked then. */
  take(deviceId: number, now: number): boolean {
    for (const [id, time] of this.#asked) {
      if (now - time < pauseMs) break
      this.#asked.delete(id)
    }
    if (this.#asked.has(deviceId) || this.#asked.size >= mostAMinute) return false
    this.#asked.set(deviceId, now)
    return true
  }
}
