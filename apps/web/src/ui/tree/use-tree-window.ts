import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import type { TreeItem } from './model.ts'
import { indexOf, placeInRows } from './row-place.ts'
import type { TreeState } from './use-tree.ts'

/** Height of every row, px. */
export const rowHeight = 32

/** The rows that exist: those on the screen, and the active one at `at`. */
export function useTreeWindow(scroller: RefObject<HTMLElement | null>, count: number, at: number) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    useFlushSync: false,
    // The active row is named by the tree, so it exists even when it is scrolled away.
    rangeExtractor({ startIndex, endIndex, overscan, count }) {
      const from = Math.max(0, startIndex - overscan)
      const to = Math.min(count - 1, endIndex + overscan)
      const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
      return at >= from && at <= to ? shown : at < from ? [at, ...shown] : at < count ? [...shown, at] : shown
    },
  })
}

/** Unfolds and shows what is selected from outside (map, address bar), once. Later nothing jumps under the pointer. */
export function useReveal<T extends TreeItem>(
  tree: TreeState<T>,
  selected: string | undefined,
  virtual: Pick<ReturnType<typeof useTreeWindow>, 'scrollToIndex'>,
  onSelected: (key: string) => void,
) {
  const toShow = useRef<string>(undefined)
  const { reveal } = tree
  useEffect(() => {
    toShow.current = selected
    if (selected) onSelected(selected)
  }, [selected, onSelected])
  useEffect(() => {
    const index = indexOf(tree, toShow.current)
    if (index === undefined) return
    const place = placeInRows(tree, toShow.current)
    if (place < 0) return reveal(index)
    toShow.current = undefined
    virtual.scrollToIndex(place, { align: 'auto' })
  }, [tree, reveal, virtual])
}
