/** `ids` with one of them moved by `step` places; undefined when it would leave the list. */
export function moved<T extends number | string>(ids: readonly T[], id: T, step: number): T[] | undefined {
  const from = ids.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= ids.length) return undefined
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** `set` with `item`, or without it when it was in. */
export function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}

/** Groups items by a key, groups and members in the order they came. `Map.groupBy` is younger than the oldest browsers. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
