import type { TreeItem } from './model.ts'
import type { TreeState } from './use-tree.ts'

/** The index of a node in the model, by `nodeKeyOf` it. */
export function indexOf<T extends TreeItem>({ model }: TreeState<T>, key: string | undefined) {
  if (!key) return undefined
  const id = Number(key.slice(1))
  return key.startsWith('d') ? model.groupIndex(id) : model.leafIndex(id)
}

/** The row of a node, -1 when it is folded away or filtered out. Rows are in the order of the model. */
export function placeInRows<T extends TreeItem>(tree: TreeState<T>, key: string | undefined) {
  const index = indexOf(tree, key)
  if (index === undefined) return -1
  const { rows } = tree
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const there = rows[middle]!
    if (there === index) return middle
    if (there < index) low = middle + 1
    else high = middle - 1
  }
  return -1
}
