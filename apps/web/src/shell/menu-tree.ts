import { MenuType } from '@huanwei/contract/menus/codes'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'

/** What the side menu shows: no buttons, nothing hidden, no group that would be empty. `visible` '0' shows. Source: spec 1, section 3. */
export const visibleMenus = (nodes: MenuNode[]): MenuNode[] =>
  nodes
    .filter(({ type, visible }) => type !== MenuType.button && visible === '0')
    .map((node) => ({ ...node, children: visibleMenus(node.children) }))
    .filter(({ path, children }) => children.length > 0 || path !== null)

/** The addresses of all pages below. */
export const leavesOf = (nodes: MenuNode[]): string[] =>
  nodes.flatMap(({ path, children }) => (children.length ? leavesOf(children) : path === null ? [] : [path]))

/** True when `path` is the node's own or one of a page below it. */
export const leadsTo = (node: MenuNode, path: string) => leavesOf([node]).includes(path)
