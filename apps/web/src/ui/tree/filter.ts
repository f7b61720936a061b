import type { TreeModel } from './model.ts'
import type { SearchBlock } from './search-blocks.ts'

/** Normalised text of the search box; '' means no search. */
export const needleOf = (query: string) => query.trim().toLowerCase()

/** Marks the nodes whose label, plate or initials contain `needle` (lower case, not empty). Source: spec 1, section 5 (tree filter). */
export function matches({ items, blocks }: TreeModel, needle: string): Uint8Array {
  const found = new Uint8Array(items.length)
  for (const block of blocks) matchBlock(block, needle, found)
  return found
}

function matchBlock({ first, text, starts }: SearchBlock, needle: string, found: Uint8Array) {
  let node = 0
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, starts[node]!)) {
    node = nodeAt(starts, at, node)
    found[first + node] = 1
    if (++node >= starts.length) return
  }
}

/** The last node from `low` on whose part starts at or before `at`; near ones first, since hits are often dense. */
function nodeAt(starts: Int32Array, at: number, low: number) {
  let step = 1
  while (low + step < starts.length && starts[low + step]! <= at) step *= 2
  let high = Math.min(low + step, starts.length)
  let first = low + (step >> 1)
  while (high - first > 1) {
    const middle = (first + high) >> 1
    if (starts[middle]! <= at) first = middle
    else high = middle
  }
  return first
}

/** A choice that leaves at most so many leaves shows them at once. */
const few = 30

export type Filtered = {
  /** Nodes that show: matches, their ancestors, and what is kept below a matching group. */
  shown: Uint8Array
  /** Groups to unfold so that everybody found is seen. Undefined where a choice alone leaves many: folding stays as it was. */
  open: Uint8Array | undefined
  /** Leaves that pass, and leaves in all. */
  leaves: number
}

/**
 * Applies search and choice together: `found` is what `matches` marked, `keep` says by index which leaves to keep; undefined keeps all. A matching group keeps its leaves within reach, folded; ancestors of whatever shows stay.
 * Undefined when there is nothing to filter by.
 */
export function filterTree(
  model: TreeModel,
  found: Uint8Array | undefined,
  keep: ((index: number) => boolean) | undefined,
): Filtered | undefined {
  if (!found && !keep) return undefined
  const { isGroup, parent, size } = model
  const count = isGroup.length
  const shown = new Uint8Array(count)
  const open = new Uint8Array(count)
  let leaves = 0

  if (!found) for (let i = 0; i < count; i++) !isGroup[i] && keepLeaf(i, open)
  // From match to match: most nodes of a large tree are none.
  else
    for (let i = found.indexOf(1), end = 0; i >= 0; i = found.indexOf(1, i + 1)) {
      if (!isGroup[i]) {
        // Within a group that matches, all leaves are counted already.
        if (i >= end) keepLeaf(i, open)
        else if (shown[i]) show(i, open)
        continue
      }
      // An empty group that matches is an answer too, unless only certain leaves are wanted.
      if (!keep) show(i, open)
      if (i < end) continue
      end = i + size[i]!
      if (keep) for (let below = i + 1; below < end; below++) !isGroup[below] && keepLeaf(below, undefined)
      else {
        shown.fill(1, i, end)
        leaves += model.leaves[i]!
      }
    }

  function keepLeaf(i: number, unfold: Uint8Array | undefined) {
    if (keep && !keep(i)) return
    leaves++
    show(i, unfold)
  }

  /** Shows `i` and its ancestors; with `unfold`, unfolds them as well. */
  function show(i: number, unfold: Uint8Array | undefined) {
    shown[i] = 1
    for (let up = parent[i]!; up >= 0; up = parent[up]!) {
      if (shown[up] && (!unfold || unfold[up])) break
      shown[up] = 1
      if (unfold) unfold[up] = 1
    }
  }
  return { shown, open: found || leaves <= few ? open : undefined, leaves }
}

/** Range of `needle` in `label`, for highlighting; undefined when the match was by plate or initials. */
export function highlight(label: string, needle: string): [start: number, end: number] | undefined {
  if (!needle) return undefined
  const at = label.toLowerCase().indexOf(needle)
  return at < 0 || label.toLowerCase().length !== label.length ? undefined : [at, at + needle.length]
}
