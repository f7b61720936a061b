import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { toggled } from '../../lib/collections.ts'
import type { LeafSource } from './counts.ts'
import { firstGroups, groupIds, openGroups, rememberedGroups, rememberGroups } from './expansion.ts'
import { filterTree, matches, needleOf } from './filter.ts'
import { createLiveCounts } from './live-counts.ts'
import { buildTree, type TreeItem, type TreeList, visibleRows } from './model.ts'

/** Results of a search of `items`. Apart from `useTree`, so that React may pause in between. */
export function useFound<T extends TreeItem>(items: TreeList<T>, query: string) {
  const model = useMemo(() => buildTree(items), [items])
  const needle = useDeferredValue(needleOf(query))
  const found = useMemo(() => (needle ? matches(model, needle) : undefined), [model, needle])
  return { model, needle, found }
}

type Options<T extends TreeItem> = ReturnType<typeof useFound<T>> & {
  /** Names the tree in the browser store. */
  name: string
  /** Leaves to keep; a new function when the answer changes. */
  keep?: ((item: T) => boolean) | undefined
  source: LeafSource<T>
  /** A group is being unfolded. */
  onUnfold?: ((id: number) => void) | undefined
}

/** Groups that are turned from how what was found unfolds them. */
const noneTurned: { needle: string; ids: ReadonlySet<number> } = { needle: '', ids: new Set() }

/** The state of one tree on the screen: model, search, folding, figures, rows. */
export function useTree<T extends TreeItem>({ model, needle, found, name, keep, source, onUnfold }: Options<T>) {
  const counts = useMemo(() => createLiveCounts(model, source), [model, source])
  useEffect(() => counts.start(), [counts])

  const filtered = useMemo(() => filterTree(model, found, keep && ((index) => keep(model.items[index]!))), [model, found, keep])

  const [left, setLeft] = useState(() => rememberedGroups(name))
  const groups = useMemo(() => left ?? firstGroups(model), [left, model])
  /** Search results replace the expansion. */
  const unfolded = filtered?.open
  const [turned, setTurned] = useState(noneTurned)
  if (!unfolded && turned !== noneTurned) setTurned(noneTurned)
  const open = useMemo(
    () => openGroups(model, groups, unfolded, turned.needle === needle ? turned.ids : undefined),
    [model, groups, unfolded, turned, needle],
  )
  const rows = useMemo(() => visibleRows(model, open, filtered?.shown), [model, open, filtered])

  const keepGroups = useCallback(
    (ids: ReadonlySet<number>) => {
      // Unfolding a large tree may take longer than a click should.
      startTransition(() => setLeft(ids))
      rememberGroups(name, ids)
    },
    [name],
  )
  /** Folding what was found is forgotten with it; otherwise it is remembered. */
  const toggle = useCallback(
    (index: number) => {
      const { id } = model.items[index]!
      if (unfolded) setTurned((was) => ({ needle, ids: toggled(was.needle === needle ? was.ids : new Set<number>(), id) }))
      else keepGroups(toggled(groups, id))
      if (!groups.has(id)) onUnfold?.(id)
    },
    [model, needle, unfolded, groups, keepGroups, onUnfold],
  )
  /** Unfolds the groups around a node. Not among what was found. */
  const reveal = useCallback(
    (index: number) => {
      if (unfolded) return
      const ids = new Set(groups)
      for (let up = model.parent[index]!; up >= 0; up = model.parent[up]!) ids.add(model.items[up]!.id)
      if (ids.size > groups.size) keepGroups(ids)
    },
    [model, unfolded, groups, keepGroups],
  )
  const isUnfolded = useMemo(() => model.groups.every((group) => open[group] === 1), [model, open])
  const foldAll = useCallback(() => {
    const wanted = !isUnfolded
    if (!unfolded) return keepGroups(groupIds(model, () => wanted))
    setTurned({ needle, ids: groupIds(model, (index) => (unfolded[index] === 1) !== wanted) })
  }, [isUnfolded, needle, unfolded, keepGroups, model])

  return { model, counts, rows, open, needle, leaves: filtered?.leaves, toggle, reveal, foldAll, isUnfolded }
}
export type TreeState<T extends TreeItem> = ReturnType<typeof useTree<T>>
