import { menuRootId } from '@huanwei/contract/menus/codes'
import type { MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import { mayStandBelow } from '@huanwei/contract/menus/rules'

/** One line of the tree: how deep it stands, and where among those beside it. `level` and `place` count from 1. */
export type MenuRow = { node: MenuTreeNode; level: number; place: number; siblings: MenuTreeNode[]; isOpen: boolean }

/** The lines that are seen: what stands below an item only when the item is in `open`. */
export const rowsOf = (nodes: MenuTreeNode[], open: ReadonlySet<number>, level = 1): MenuRow[] =>
  nodes.flatMap((node, i) => {
    const isOpen = open.has(node.id) && node.children.length > 0
    return [{ node, level, place: i + 1, siblings: nodes, isOpen }, ...(isOpen ? rowsOf(node.children, open, level + 1) : [])]
  })

/** The items that match and what leads to them. What stands below a match stays. */
export const narrow = (nodes: MenuTreeNode[], isMatch: (node: MenuTreeNode) => boolean): MenuTreeNode[] =>
  nodes.flatMap((node) => {
    if (isMatch(node)) return [node]
    const children = narrow(node.children, isMatch)
    return children.length ? [{ ...node, children }] : []
  })

/** Ids of everything that has something below it. */
export const parentsIn = (nodes: MenuTreeNode[]): number[] =>
  nodes.flatMap(({ id, children }) => (children.length ? [id, ...parentsIn(children)] : []))

/** Everything in the tree, from the top down. */
export const flatten = (nodes: MenuTreeNode[]): MenuTreeNode[] => nodes.flatMap((node) => [node, ...flatten(node.children)])

/** Drop target of an item: beside another, or as the last below it. */
export type DropPlace = 'before' | 'into' | 'after'

/** Order of items below each parent once `id` is dropped at `target`; undefined when it cannot be there or is there already. */
export function dropped(tree: MenuTreeNode[], id: number, target: number, place: DropPlace) {
  const all = flatten(tree)
  const [node, at] = [id, target].map((wanted) => all.find((one) => one.id === wanted))
  if (!node || !at || flatten([node]).includes(at)) return undefined
  const parent = place === 'into' ? at : all.find((one) => one.id === at.parentId)
  if (!mayStandBelow(node.type, parent?.type)) return undefined
  const before = (parent?.children ?? tree).map((one) => one.id)
  const ids = before.filter((one) => one !== id)
  const places = { before: ids.indexOf(target), into: ids.length, after: ids.indexOf(target) + 1 }
  ids.splice(places[place], 0, id)
  return ids.join() === before.join() ? undefined : { parentId: parent?.id ?? menuRootId, ids }
}

/** Drop targets at the pointer, the likeliest first; `height` is its offset in the row, 0 to 1. */
export const placesAt = (height: number): DropPlace[] => {
  const beside = height < 0.5 ? 'before' : 'after'
  return Math.abs(height - 0.5) > 0.2 ? [beside, 'into'] : ['into', beside]
}
