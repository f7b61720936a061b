/** Whose turn it is: of one group at most so many are worked on at once. */
type Groups<T> = { groupOf(one: T): unknown; most: number }

/**
 * Returns a function that asks for `work` on something: on so many at once in the order of asking, and again on what is asked for during its turn.
 * Who waits for others of their own group lets those of other groups go first.
 */
export function inTurns<T>(
  mostAtOnce: number,
  work: (one: T) => Promise<void>,
  { groupOf, most }: Groups<T> = { groupOf: () => undefined, most: mostAtOnce },
) {
  /** What waits, by group, with the number of its asking. */
  const waiting = new Map<unknown, Map<T, number>>()
  const running = new Set<T>()
  /** How many of each group are worked on. */
  const taken = new Map<unknown, number>()
  let asked = 0

  async function run(group: unknown, one: T) {
    const others = waiting.get(group)
    others?.delete(one)
    if (!others?.size) waiting.delete(group)
    running.add(one)
    taken.set(group, (taken.get(group) ?? 0) + 1)
    await work(one)
    running.delete(one)
    const left = (taken.get(group) ?? 1) - 1
    if (left) taken.set(group, left)
    else taken.delete(group)
    begin()
  }

  /** What was asked for first of all that may begin. */
  function next() {
    let first: { group: unknown; one: T; place: number } | undefined
    for (const [group, ones] of waiting) {
      if ((taken.get(group) ?? 0) >= most) continue
      for (const [one, place] of ones) {
        if (running.has(one)) continue
        if (!first || place < first.place) first = { group, one, place }
        break
      }
    }
    return first
  }

  function begin() {
    while (running.size < mostAtOnce) {
      const first = next()
      if (!first) return
      void run(first.group, first.one)
    }
  }

  return (one: T) => {
    const group = groupOf(one)
    const ones = waiting.get(group) ?? new Map<T, number>()
    waiting.set(group, ones)
    if (!ones.has(one)) ones.set(one, asked++)
    begin()
  }
}
