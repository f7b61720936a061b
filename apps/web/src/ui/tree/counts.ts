import type { TreeItem, TreeModel } from './model.ts'

/** Live facts about leaves, kept outside React. Shaped like the live store. */
export type LeafSource<T extends TreeItem = TreeItem> = {
  /** Whether the leaf counts as online now. */
  isOnline(leaf: T): boolean
  /** Another number whenever any answer may be another. */
  version(): number
  /** Hears the ids of changed leaves, or 'all', at most once per frame. Returns the way out. */
  onChange(listener: (changed: number[] | 'all') => void): () => void
}

/**
 * `online` and `total` of every group, kept while leaves change: a change walks up only the ancestors of that leaf.
 * `update` and `reset` return the indexes of the groups whose figures changed, to wake just their rows.
 */
export function createCounts<T extends TreeItem>(model: TreeModel<T>, isOnline: (leaf: T) => boolean) {
  const { items, isGroup, parent, leafIndex } = model
  const count = items.length
  const online = new Int32Array(count)
  const total = new Int32Array(count)
  /** 1 where a leaf is counted as online. */
  const counted = new Uint8Array(count)
  // Children come after their parents, so one backward pass adds everything up.
  for (let i = count - 1; i >= 0; i--) {
    if (!isGroup[i]) total[i] = 1
    if (parent[i]! >= 0) total[parent[i]!]! += total[i]!
  }
  recount()

  function recount() {
    online.fill(0)
    for (let i = count - 1; i >= 0; i--) {
      if (!isGroup[i]) online[i] = counted[i] = isOnline(items[i]!) ? 1 : 0
      if (parent[i]! >= 0) online[parent[i]!]! += online[i]!
    }
  }

  return {
    online: (index: number) => online[index]!,
    total: (index: number) => total[index]!,
    update(changed: Iterable<number>): Set<number> {
      const touched = new Set<number>()
      for (const id of changed) {
        const leaf = leafIndex(id)
        if (leaf === undefined) continue
        const now = isOnline(items[leaf]!) ? 1 : 0
        const by = now - counted[leaf]!
        if (!by) continue
        counted[leaf] = online[leaf] = now
        for (let up = parent[leaf]!; up >= 0; up = parent[up]!) {
          online[up]! += by
          touched.add(up)
        }
      }
      return touched
    },
    reset(): Set<number> {
      const before = online.slice()
      recount()
      const touched = new Set<number>()
      for (const group of model.groups) if (before[group] !== online[group]) touched.add(group)
      return touched
    },
  }
}
export type Counts = ReturnType<typeof createCounts>
