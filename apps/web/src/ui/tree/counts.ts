import type { TreeItem, TreeModel } from './model.ts'

/** Live facts about leaves, kept outside React. Shaped like the live store. */
export type LeafSource<T extends TreeItem = TreeItem> = {
  /** True when the leaf counts as online now. */
  isOnline(leaf: T): boolean
  /** Another number whenever any answer may be another. */
  version(): number
  /** Hears the ids of changed leaves, or 'all', at most once per frame. Returns the way out. */
  onChange(listener: (changed: number[] | 'all') => void): () => void
}

/**
 * `online` of every group, kept while leaves change: a change walks up only the ancestors of that leaf. At first no leaf counts.
 * `update` and `look` return the indexes of the groups whose figures changed, to wake just their rows.
 */
export function createCounts<T extends TreeItem>(
  { items, isGroup, parent, leafIndex }: TreeModel<T>,
  isOnline: (leaf: T) => boolean,
) {
  const online = new Int32Array(items.length)

  function lookAt(leaf: number, touched: Set<number>) {
    const by = (isOnline(items[leaf]!) ? 1 : 0) - online[leaf]!
    if (!by) return
    online[leaf]! += by
    for (let up = parent[leaf]!; up >= 0; up = parent[up]!) {
      online[up]! += by
      touched.add(up)
    }
  }

  return {
    online: (index: number) => online[index]!,
    /** Looks at these leaves. */
    update(ids: Iterable<number>): Set<number> {
      const touched = new Set<number>()
      for (const id of ids) {
        const leaf = leafIndex(id)
        if (leaf !== undefined) lookAt(leaf, touched)
      }
      return touched
    },
    /** Looks at all leaves among the nodes from `start` to before `end`. */
    look(start = 0, end = items.length): Set<number> {
      const touched = new Set<number>()
      for (let i = start; i < Math.min(end, items.length); i++) if (!isGroup[i]) lookAt(i, touched)
      return touched
    },
  }
}
