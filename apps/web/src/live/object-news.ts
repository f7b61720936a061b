/** Ids that changed since the listener last heard, or everything (log-out). */
type Changed = number[] | 'all'

/** Ids published at a time: well within a frame on a slow machine. */
const toldAtOnce = 1000

/** Tells listeners which objects changed, in portions, at the moments that `schedule` gives. */
export function createNews(schedule: (run: () => void) => void) {
  const listeners = new Set<(changed: Changed) => void>()
  const perId = new Map<number, Set<() => void>>()
  /** Ids to publish: changed ones, and after a snapshot all old and new ones. */
  const changed = new Set<number>()
  let rest: Generator<number> | undefined
  let isAll = false
  let isScheduled = false

  /** The next ids to tell. */
  function nextIds(): number[] {
    const ids: number[] = []
    for (const id of changed) {
      if (ids.length >= toldAtOnce) return ids
      ids.push(id)
      changed.delete(id)
    }
    while (rest && ids.length < toldAtOnce) {
      const next = rest.next()
      if (next.done) rest = undefined
      else ids.push(next.value)
    }
    return ids
  }

  function flush() {
    isScheduled = false
    const told: Changed = isAll ? 'all' : nextIds()
    isAll = false
    for (const listener of listeners) listener(told)
    if (told === 'all') for (const set of perId.values()) for (const listener of set) listener()
    else for (const id of told) for (const listener of perId.get(id) ?? []) listener()
    if (changed.size || rest) tell()
  }

  function tell() {
    if (isScheduled) return
    isScheduled = true
    schedule(flush)
  }

  return {
    tell,
    add: (id: number) => void changed.add(id),
    /** Publishes `ids` after the changed ones and what was left of an earlier call. */
    addLater(ids: Iterable<number>) {
      rest = inTurn(ids, rest)
    },
    /** Publishes that everything changed, in place of what was left. */
    addAll() {
      changed.clear()
      rest = undefined
      isAll = true
    },
    /** Hears the changed ids, batched. Returns the way out. */
    onChange(listener: (changed: Changed) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Hears of one object only. Returns the way out. */
    onChangeOf(id: number, listener: () => void) {
      const set = perId.get(id) ?? new Set()
      perId.set(id, set.add(listener))
      return () => {
        set.delete(listener)
        if (!set.size && perId.get(id) === set) perId.delete(id)
      }
    },
  }
}

/** First `ids`, then what is left of `before`. */
function* inTurn(ids: Iterable<number>, before: Generator<number> | undefined): Generator<number> {
  yield* ids
  if (before) yield* before
}
