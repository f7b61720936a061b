import { type SearchBlock, searchBlocks } from './search-blocks.ts'

/** The fields of a node that the tree reads. */
export type TreeItem = {
  id: number
  parentId: number
  isParent: boolean
  label: string
  name: string
  plateNumber?: string | undefined
  initials: string
  /** `online/total` of a group whose leaves are not read yet. */
  figures?: string
}

/** Groups and leaves have overlapping ids; together with the kind they are unique: `d12`, `v12`. */
export const nodeKeyOf = (item: Pick<TreeItem, 'id' | 'isParent'>) => `${item.isParent ? 'd' : 'v'}${item.id}`

/**
 * A tree laid flat: every array has one entry per node, in the order they show when all is unfolded. A node's subtree is the run of
 * `size` entries that starts with it, so folding skips a run and nothing walks pointers.
 */
export type Layout = {
  /** Index of the node in the layout. */
  order: Int32Array<ArrayBuffer>
  /** 1 at groups; and the indexes of the groups, ascending. */
  isGroup: Uint8Array<ArrayBuffer>
  groups: Int32Array<ArrayBuffer>
  /** Index of the parent, -1 at the roots. */
  parent: Int32Array<ArrayBuffer>
  /** 0 at the roots. */
  depth: Int32Array<ArrayBuffer>
  /** Nodes in the subtree, itself included; and how many of them are leaves. */
  size: Int32Array<ArrayBuffer>
  leaves: Int32Array<ArrayBuffer>
  /** 1-based place among its siblings and their number, for screen readers. */
  place: Int32Array<ArrayBuffer>
  siblings: Int32Array<ArrayBuffer>
}

export type TreeModel<T extends TreeItem = TreeItem> = Omit<Layout, 'order'> & {
  items: readonly T[]
  blocks: readonly SearchBlock[]
  /** Index of the leaf or group with an id. */
  leafIndex: (id: number) => number | undefined
  groupIndex: (id: number) => number | undefined
}

/**
 * Lays out a flat list in any order. Children keep the order of the list; a node whose parent is not in it is a root,
 * and so is the first of a ring, so that nothing is ever lost.
 */
export function layOut(list: readonly TreeItem[]): Layout {
  const count = list.length
  const { firstChild, nextSibling, hasParent, groupCount } = childLists(list)
  const layout = emptyLayout(count, groupCount)
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
        layout.size[at] = next - at
        open.pop()
        cursor.pop()
        continue
      }
      cursor[cursor.length - 1] = nextSibling[child]!
      if (!laid[child]) enter(child, at)
    }
  }
  const enter = (input: number, above: number) => {
    const at = next++
    laid[input] = 1
    layout.order[at] = input
    layout.parent[at] = above
    layout.depth[at] = above < 0 ? 0 : layout.depth[above]! + 1
    if (!list[input]!.isParent) {
      layout.size[at] = 1
      return
    }
    layout.isGroup[at] = 1
    layout.groups[nextGroup++] = at
    open.push(at)
    cursor.push(firstChild[input]!)
  }
  for (let i = 0; i < count; i++) if (!hasParent[i]) lay(i)
  for (let i = 0; i < count; i++) if (!laid[i]) lay(i)
  numberSiblings(layout)
  countLeaves(layout)
  return layout
}

/** Children of each entry of `list` as linked lists of its indexes, -1 at their ends. */
function childLists(list: readonly TreeItem[]) {
  const inputById = new Map<number, number>()
  for (let i = 0; i < list.length; i++) if (list[i]!.isParent) inputById.set(list[i]!.id, i)
  const groupCount = list.reduce((count, { isParent }) => count + Number(isParent), 0)
  const firstChild = new Int32Array(list.length).fill(-1)
  const nextSibling = new Int32Array(list.length).fill(-1)
  const hasParent = new Uint8Array(list.length)
  // Last to first, so that each list ends up in the order of the input.
  for (let i = list.length - 1; i >= 0; i--) {
    const above = inputById.get(list[i]!.parentId)
    if (above === undefined || above === i) continue
    hasParent[i] = 1
    nextSibling[i] = firstChild[above]!
    firstChild[above] = i
  }
  return { firstChild, nextSibling, hasParent, groupCount }
}

const emptyLayout = (count: number, groupCount: number): Layout => ({
  order: new Int32Array(count),
  isGroup: new Uint8Array(count),
  groups: new Int32Array(groupCount),
  parent: new Int32Array(count),
  depth: new Int32Array(count),
  size: new Int32Array(count),
  leaves: new Int32Array(count),
  place: new Int32Array(count),
  siblings: new Int32Array(count),
})

function numberSiblings({ parent, place, siblings }: Layout) {
  const counts = new Int32Array(parent.length + 1)
  for (let i = 0; i < parent.length; i++) place[i] = ++counts[parent[i]! + 1]!
  for (let i = 0; i < parent.length; i++) siblings[i] = counts[parent[i]! + 1]!
}

function countLeaves({ parent, isGroup, leaves }: Layout) {
  // Children come after their parents, so one backward pass adds everything up.
  for (let i = parent.length - 1; i >= 0; i--) {
    if (!isGroup[i]) leaves[i] = 1
    if (parent[i]! >= 0) leaves[parent[i]!]! += leaves[i]!
  }
}

/** Query key of a list's model. */
const ready = Symbol('model')
export type TreeList<T extends TreeItem> = readonly T[] & { readonly [ready]?: TreeModel<T> }

/** Takes in the nodes of a tree in the order of its layout, some at a time, so that a large one does not hold the screen up. */
export function gatherTree<T extends TreeItem>({ order: _, ...layout }: Layout) {
  const items: T[] = []
  const blocks: SearchBlock[] = []
  const leafIndexes = new Map<number, number>()
  const groupIndexes = new Map<number, number>()
  return {
    add(some: Iterable<T>) {
      for (const item of some) (item.isParent ? groupIndexes : leafIndexes).set(item.id, items.push(item) - 1)
    },
    addBlock(block: SearchBlock) {
      blocks.push(block)
    },
    /** All of them, as a list whose model is ready. */
    finish(): readonly T[] & { readonly [ready]: TreeModel<T> } {
      const model: TreeModel<T> = {
        ...layout,
        items,
        blocks,
        leafIndex: (id) => leafIndexes.get(id),
        groupIndex: (id) => groupIndexes.get(id),
      }
      return Object.assign(items, { [ready]: model })
    },
  }
}

/** The model of `list`, made when it has none. */
export function buildTree<T extends TreeItem>(list: TreeList<T>): TreeModel<T> {
  if (list[ready]) return list[ready]
  const layout = layOut(list)
  const tree = gatherTree<T>(layout)
  const items = Array.from(layout.order, (at) => list[at]!)
  tree.add(items)
  for (const block of searchBlocks(items)) tree.addBlock(block)
  return tree.finish()[ready]
}

/** The leaves of `list` by id. */
export function leavesOf<T extends TreeItem>(list: TreeList<T>) {
  const { items, groups, leafIndex } = buildTree(list)
  const get = (id: number) => {
    const at = leafIndex(id)
    return at === undefined ? undefined : items[at]
  }
  return {
    size: items.length - groups.length,
    get,
    has: (id: number) => leafIndex(id) !== undefined,
    *values() {
      for (const item of items) if (!item.isParent) yield item
    },
  }
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
