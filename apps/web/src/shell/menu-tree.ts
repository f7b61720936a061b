import { MenuType } from '@huanwei/contract/menus/codes'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import type { TFunction } from 'i18next'

/** What the side menu shows: no buttons, nothing hidden, no group that would be empty. `visible` '0' shows. Source: spec 1, section 3. */
export const visibleMenus = (nodes: MenuNode[]): MenuNode[] =>
  nodes
    .filter(({ type, visible }) => type !== MenuType.button && visible === '0')
    .map((node) => ({ ...node, children: visibleMenus(node.children) }))
    .filter(({ path, children }) => children.length > 0 || path !== null)

/** What an item is called: its own words in the language in force, or what the product calls a page of that name. `t` of namespace `shell`. */
export const labelOf = ({ name, label }: MenuNode, t: TFunction<'shell'>) =>
  label === name ? t(`item.${name}`, { defaultValue: label }) : label

/** The addresses of all pages below. */
export const leavesOf = (nodes: MenuNode[]): string[] =>
  nodes.flatMap(({ path, children }) => (children.length ? leavesOf(children) : path === null ? [] : [path]))

/** True when `path` is the node's own or one of a page below it. */
export const leadsTo = (node: MenuNode, path: string) => leavesOf([node]).includes(path)
