/** Ids that changed since the listener last heard, or everything (log-out). */
export type Changed = number[] | 'all'

/** Ids published at a time: well within a frame on a slow machine. */
const toldAtOnce = 1000

/** Tells listeners which objects changed, in portions, at the moments that `schedule` gives. */
export class News {
  readonly #schedule: (run: () => void) => void
  readonly #listeners = new Set<(changed: Changed) => void>()
  readonly #perId = new Map<number, Set<() => void>>()
  /** Ids to publish: changed ones, and after a snapshot all old and new ones. */
  readonly #changed = new Set<number>()
  #rest: Generator<number> | undefined
  #isAll = false
  #isScheduled = false

  constructor(schedule: (run: () => void) => void) {
    this.#schedule = schedule
  }

  tell() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#schedule(() => this.#flush())
  }

  add(id: number) {
    this.#changed.add(id)
  }

  /** Publishes `ids` after the changed ones and what was left of an earlier call. */
  addLater(ids: Iterable<number>) {
    this.#rest = inTurn(ids, this.#rest)
  }

  /** Publishes that everything changed, in place of what was left. */
  addAll() {
    this.#changed.clear()
    this.#rest = undefined
    this.#isAll = true
  }

  /** Hears the changed ids, batched. Returns the way out. */
  onChange(listener: (changed: Changed) => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Hears of one object only. Returns the way out. */
  onChangeOf(id: number, listener: () => void) {
    const set = this.#perId.get(id) ?? new Set()
    this.#perId.set(id, set.add(listener))
    return () => {
      set.delete(listener)
      if (!set.size && this.#perId.get(id) === set) this.#perId.delete(id)
    }
  }

  #flush() {
    this.#isScheduled = false
    const told: Changed = this.#isAll ? 'all' : this.#nextIds()
    this.#isAll = false
    for (const listener of this.#listeners) listener(told)
    if (told === 'all') for (const set of this.#perId.values()) for (const listener of set) listener()
    else for (const id of told) for (const listener of this.#perId.get(id) ?? []) listener()
    if (this.#changed.size || this.#rest) this.tell()
  }

  /** The next ids to tell. */
  #nextIds(): number[] {
    const ids: number[] = []
    for (const id of this.#changed) {
      if (ids.length >= toldAtOnce) return ids
      ids.push(id)
      this.#changed.delete(id)
    }
    while (this.#rest && ids.length < toldAtOnce) {
      const next = this.#rest.next()
      if (next.done) this.#rest = undefined
      else ids.push(next.value)
    }
    return ids
  }
}

/** First `ids`, then what is left of `before`. */
function* inTurn(ids: Iterable<number>, before: Generator<number> | undefined): Generator<number> {
  yield* ids
  if (before) yield* before
}
