import { inTurns } from '../../lib/turns.ts'
import { createCounts, type LeafSource } from './counts.ts'
import type { TreeItem, TreeModel } from './model.ts'

/** Nodes handled in one go: within a frame on a slow machine. */
const portion = 2048

/** The figures of every group as a store: a row subscribes to its own group only and is woken when its figures change. */
export function createLiveCounts<T extends TreeItem>(model: TreeModel<T>, source: LeafSource<T>) {
  const counts = createCounts(model, source.isOnline)
  const version = source.version()
  const listeners = new Map<number, Set<() => void>>()
  // A tree that is larger is looked at once it is on the screen.
  counts.look(0, portion)

  const wake = (touched: Set<number>) => {
    // Few rows are on the screen, many groups may have changed.
    for (const [index, set] of listeners) if (touched.has(index)) for (const listener of set) listener()
  }

  /** Looks at everything from `start` on; returns the way to stop. */
  function lookOn(start: number) {
    let at = start
    return inTurns(() => {
      wake(counts.look(at, at + portion))
      at += portion
      return at >= model.items.length
    })
  }

  return {
    /** Starts listening to the source; returns the way to stop. */
    start() {
      let stopLooking = lookOn(source.version() === version ? portion : 0)
      const leave = source.onChange((changed) => {
        if (changed !== 'all') return wake(counts.update(changed))
        stopLooking()
        stopLooking = lookOn(0)
      })
      return () => {
        leave()
        stopLooking()
      }
    },
    online: counts.online,
    total: (index: number) => model.leaves[index]!,
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
