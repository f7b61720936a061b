import type { TreeModel } from './model.ts'

/** Ids of checked leaves; a Set is one. */
export type CheckedIds = Iterable<number> & { readonly size: number; has(id: number): boolean }

/** `checked`: how many leaves of each node's subtree are; `others`: checked ids that the tree does not have. */
type Figures = { model: TreeModel; checked: Int32Array; others: ReadonlySet<number> }
/** The figures behind what a tree handed out. */
const handedOut = new WeakMap<CheckedIds, Figures>()

/** Check state of every node from the ids of the checked leaves: a group is checked when all its leaves are, mixed when some are. */
export function createChecks(model: TreeModel, ids: CheckedIds, onChecked: (ids: CheckedIds) => void) {
  const { leaves, size, parent } = model
  const before = handedOut.get(ids)
  const { checked, others } = before?.model === model ? before : figuresOf(model, ids)
  const of = (index: number): boolean | 'mixed' => {
    const some = checked[index]!
    return some > 0 && (some === leaves[index] ? true : 'mixed')
  }
  return {
    of,
    /** Checks all leaves below `index` unless all are, then unchecks them: one run of memory, however many they are. */
    toggle(index: number) {
      const next = checked.slice()
      const end = index + size[index]!
      if (of(index) === true) next.fill(0, index, end)
      else next.set(leaves.subarray(index, end), index)
      const by = next[index]! - checked[index]!
      for (let up = parent[index]!; up >= 0; up = parent[up]!) next[up]! += by
      onChecked(idsOf({ model, checked: next, others }))
    },
  }
}

function figuresOf(model: TreeModel, ids: CheckedIds): Figures {
  const checked = new Int32Array(model.items.length)
  const others = new Set<number>()
  for (const id of ids) {
    const leaf = model.leafIndex(id)
    if (leaf === undefined) others.add(id)
    else for (let up = leaf; up >= 0; up = model.parent[up]!) checked[up]!++
  }
  return { model, checked, others }
}

function idsOf(figures: Figures): CheckedIds {
  const { model, checked, others } = figures
  const { items, isGroup, size, leafIndex } = model
  const ids: CheckedIds = {
    get size() {
      let sum = others.size
      for (let root = 0; root < items.length; root += size[root]!) sum += checked[root]!
      return sum
    },
    has(id) {
      const leaf = leafIndex(id)
      return leaf === undefined ? others.has(id) : checked[leaf] === 1
    },
    *[Symbol.iterator]() {
      for (let i = 0; i < items.length; i++) if (!isGroup[i] && checked[i]) yield items[i]!.id
      yield* others
    },
  }
  handedOut.set(ids, figures)
  return ids
}
