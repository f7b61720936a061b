/** Bytes from `start` up to, not including, `end`. */
type Range = { start: number; end: number }

/** Parts of a file that are there, in whatever order and how often they came. */
export class ReceivedRanges {
  /** Ascending, none touching the next. */
  #ranges: Range[] = []

  /** Number of separate parts; bytes that come scattered on purpose make many. */
  get count() {
    return this.#ranges.length
  }

  add(start: number, end: number) {
    if (end <= start) return
    const before = this.#ranges.filter((one) => one.end < start)
    const after = this.#ranges.filter((one) => one.start > end)
    const joined = this.#ranges.slice(before.length, this.#ranges.length - after.length)
    const all = { start: Math.min(start, joined[0]?.start ?? start), end: Math.max(end, joined.at(-1)?.end ?? end) }
    this.#ranges = [...before, all, ...after]
  }

  /** The first parts that are missing of a file of `size` bytes, at most `most`. */
  missingOf(size: number, most: number): { offset: number; length: number }[] {
    const missing: { offset: number; length: number }[] = []
    let offset = 0
    for (const { start, end } of [...this.#ranges, { start: size, end: size }]) {
      if (start > offset) missing.push({ offset, length: start - offset })
      if (missing.length >= most) break
      offset = end
    }
    return missing
  }
}
