/** What the tree needs to know of a node; vehicles, people and facilities all have it. */
export type TreeItem = {
  id: number
  parentId: number
  isParent: boolean
  label: string
  name: string
  plateNumber?: string | undefined
  initials: string
  vehicleType?: string | undefined
}

/** Groups and leaves have overlapping ids; together with the kind they are unique: `d12`, `v12`. */
export const keyOf = (item: Pick<TreeItem, 'id' | 'isParent'>) => `${item.isParent ? 'd' : 'v'}${item.id}`

/**
 * A tree laid flat: every array has one entry per node, in the order they show when all is unfolded. A node's subtree is the run of
 * `size` entries that starts with it, so folding skips a run and nothing walks pointers.
 */
export type TreeModel<T extends TreeItem = TreeItem> = {
  items: T[]
  /** 1 at groups; and the indexes of the groups, ascending. */
  isGroup: Uint8Array
  groups: Int32Array
  /** Index of the parent, -1 at the roots. */
  parent: Int32Array
  /** 0 at the roots. */
  depth: Int32Array
  /** Nodes in the subtree, itself included. */
  size: Int32Array
  /** 1-based place among its siblings and their number, for screen readers. */
  place: Int32Array
  siblings: Int32Array
  /** Index of the leaf or group with an id. The first call builds the index: opening a tree does without. */
  leafIndex: (id: number) => number | undefined
  groupIndex: (id: number) => number | undefined
}

/**
 * Builds the model from a flat list in any order. Children keep the order of the list; a node whose parent is not in it is a root,
 * and so is the first of a ring, so that nothing is ever lost.
 */
export function buildTree<T extends TreeItem>(list: readonly T[]): TreeModel<T> {
  const count = list.length
  const inputById = new Map<number, number>()
  let groupCount = 0
  for (let i = 0; i < count; i++) {
    if (!list[i]!.isParent) continue
    inputById.set(list[i]!.id, i)
    groupCount++
  }

  // Child lists over the input, last to first so that each ends up in the order of the input.
  const firstChild = new Int32Array(count).fill(-1)
  const nextSibling = new Int32Array(count).fill(-1)
  const hasParent = new Uint8Array(count)
  for (let i = count - 1; i >= 0; i--) {
    const above = inputById.get(list[i]!.parentId)
    if (above === undefined || above === i) continue
    hasParent[i] = 1
    nextSibling[i] = firstChild[above]!
    firstChild[above] = i
  }

  const items = new Array<T>(count)
  const model: TreeModel<T> = {
    items,
    isGroup: new Uint8Array(count),
    groups: new Int32Array(groupCount),
    parent: new Int32Array(count),
    depth: new Int32Array(count),
    size: new Int32Array(count),
    place: new Int32Array(count),
    siblings: new Int32Array(count),
    leafIndex: indexById(items, false),
    groupIndex: indexById(items, true),
  }
  const laid = new Uint8Array(count)
  let next = 0
  let nextGroup = 0
  const open: number[] = []
  const cursor: number[] = []

  /** Lays one root's subtree; an explicit stack, since trees may be as deep as they like. */
  const lay = (root: number) => {
    enter(root, -1)
    while (open.length) {
      const child = cursor[cursor.length - 1]!
      const at = open[open.length - 1]!
      if (child < 0) {
        model.size[at] = next - at
        open.pop()
        cursor.pop()
        continue
      }
      cursor[cursor.length - 1] = nextSibling[child]!
      if (!laid[child]) enter(child, at)
    }
  }
  const enter = (input: number, above: number) => {
    const item = list[input]!
    const at = next++
    laid[input] = 1
    model.items[at] = item
    model.parent[at] = above
    model.depth[at] = above < 0 ? 0 : model.depth[above]! + 1
    if (!item.isParent) {
      model.size[at] = 1
      return
    }
    model.isGroup[at] = 1
    model.groups[nextGroup++] = at
    open.push(at)
    cursor.push(firstChild[input]!)
  }
  for (let i = 0; i < count; i++) if (!hasParent[i]) lay(i)
  for (let i = 0; i < count; i++) if (!laid[i]) lay(i)
  numberSiblings(model)
  return model
}

function indexById(items: readonly TreeItem[], ofGroups: boolean) {
  let index: Map<number, number> | undefined
  return (id: number) => {
    if (!index) {
      index = new Map()
      for (let i = 0; i < items.length; i++) if (items[i]!.isParent === ofGroups) index.set(items[i]!.id, i)
    }
    return index.get(id)
  }
}

function numberSiblings({ parent, place, siblings }: TreeModel) {
  const counts = new Int32Array(parent.length + 1)
  for (let i = 0; i < parent.length; i++) place[i] = ++counts[parent[i]! + 1]!
  for (let i = 0; i < parent.length; i++) siblings[i] = counts[parent[i]! + 1]!
}

/**
 * Indexes of the rows to show, top to bottom. `shown` undefined shows all; a node that is not shown hides its subtree, a node that is
 * not `open` shows without it.
 */
export function visibleRows({ size, items }: TreeModel, open: Uint8Array, shown: Uint8Array | undefined): Int32Array {
  const count = items.length
  const rows = new Int32Array(count)
  let used = 0
  for (let i = 0; i < count; ) {
    if (shown && !shown[i]) {
      i += size[i]!
      continue
    }
    rows[used++] = i
    i += open[i] ? 1 : size[i]!
  }
  return rows.subarray(0, used)
}
