import { type Counts, createCounts, type LeafSource } from './counts.ts'
import type { TreeItem, TreeModel } from './model.ts'

/** The figures of every group as a store: a row subscribes to its own group only and is woken when its figures change. */
export function createLiveCounts<T extends TreeItem>(model: TreeModel<T>, source: LeafSource<T>) {
  const version = source.version()
  const counts: Counts = createCounts(model, source.isOnline)
  const listeners = new Map<number, Set<() => void>>()

  const wake = (touched: Set<number>) => {
    // Few rows are on the screen, many groups may have changed.
    for (const [index, set] of listeners) if (touched.has(index)) for (const listener of set) listener()
  }
  return {
    /** Starts listening to the source; returns the way to stop. */
    start() {
      if (source.version() !== version) wake(counts.reset())
      return source.onChange((changed) => wake(changed === 'all' ? counts.reset() : counts.update(changed)))
    },
    online: counts.online,
    total: counts.total,
    subscribe(index: number, listener: () => void) {
      const set = listeners.get(index) ?? new Set()
      listeners.set(index, set.add(listener))
      return () => {
        set.delete(listener)
        if (!set.size && listeners.get(index) === set) listeners.delete(index)
      }
    },
  }
}
export type LiveCounts = ReturnType<typeof createLiveCounts>
