/** Objects of a tenant by id, in an order. To exchange one costs a search and a shift of pointers. */
export class Entries<T extends { id: number }> {
  readonly #compare: (a: T, b: T) => number
  readonly #byId: Map<number, T>
  readonly #inOrder: T[]

  /** `entries` are in the order already. */
  constructor(compare: (a: T, b: T) => number, entries: readonly T[] = []) {
    this.#compare = compare
    this.#inOrder = [...entries]
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]))
  }

  get size() {
    return this.#inOrder.length
  }

  has(id: number) {
    return this.#byId.has(id)
  }

  get(id: number) {
    return this.#byId.get(id)
  }

  /** Those with these ids. */
  some(ids: Iterable<number>): T[] {
    return Array.from(ids, (id) => this.#byId.get(id)).filter((entry) => entry !== undefined)
  }

  /** In order. */
  values(): readonly T[] {
    return this.#inOrder
  }

  /** Puts entries in the place of earlier ones, by id. */
  exchange(before: readonly T[], now: readonly T[]) {
    const remaining = new Set(now.map(({ id }) => id))
    for (const entry of before) if (!remaining.has(entry.id)) this.#remove(entry)
    for (const entry of now) this.#put(entry)
    return this
  }

  #put(entry: T) {
    const known = this.#byId.get(entry.id)
    if (known && this.#compare(known, entry) === 0) this.#inOrder[this.#placeOf(known)] = entry
    else {
      if (known) this.#remove(known)
      this.#inOrder.splice(this.#placeOf(entry), 0, entry)
    }
    this.#byId.set(entry.id, entry)
  }

  #remove(entry: T) {
    this.#inOrder.splice(this.#placeOf(entry), 1)
    this.#byId.delete(entry.id)
  }

  /** Number of entries that come before this one. */
  #placeOf(entry: T) {
    let [low, high] = [0, this.#inOrder.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#compare(this.#inOrder[middle]!, entry) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
