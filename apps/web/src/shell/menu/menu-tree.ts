import { MenuType } from '@huanwei/contract/menus/codes'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import type { TFunction } from 'i18next'
import { labelMatches } from './initials.ts'
import { pagePath } from './menu-pages.ts'

/** Items of the side menu: no buttons, no hidden items, no empty groups. `visible` '0' shows. Source: spec 1, section 3. */
export const visibleMenus = (nodes: MenuNode[]): MenuNode[] =>
  nodes
    .filter(({ type, visible }) => type !== MenuType.button && visible === '0')
    .map((node) => ({ ...node, children: visibleMenus(node.children) }))
    .filter(({ path, children }) => children.length > 0 || path !== null)

/** Label of an item: its own in the current language, or the product's for a page of that name. `t` of namespace `shell`. */
export const labelOf = ({ name, label }: Pick<MenuNode, 'name' | 'label'>, t: TFunction<'shell'>) =>
  label === name ? t(`item.${name}`, { defaultValue: label }) : label

/** Every page below. */
export const pagesOf = (nodes: MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (node.children.length ? pagesOf(node.children) : node.path === null ? [] : [node]))

/** Route of a page; the address itself of an outside page. */
const placeOf = ({ path }: Pick<MenuNode, 'path'>) => (path?.startsWith('/') ? pagePath(path) : (path ?? ''))

/** The addresses of all pages below. */
export const addressesOf = (nodes: MenuNode[]): string[] => pagesOf(nodes).map(placeOf)

/** True when an item is active at `path`: its own address, or one of its group with all below. Source: spec 1, section 2.5. */
export const isActiveAt = (node: Pick<MenuNode, 'path' | 'group'>, at: string) =>
  placeOf(node) === at || node.group.some((one) => at === one || at.startsWith(`${one}/`))

/** True when `path` is that of the node or of a page below it, or counts as such. */
export const leadsTo = (node: MenuNode, path: string) => pagesOf([node]).some((page) => isActiveAt(page, path))

/** The pages whose words, or those of a group above, match `text`, in their groups. */
export const searchMenus = (nodes: MenuNode[], text: string, t: TFunction<'shell'>): MenuNode[] =>
  nodes.flatMap((node) => {
    if (labelMatches(labelOf(node, t), text)) return [node]
    const children = searchMenus(node.children, text, t)
    return children.length ? [{ ...node, children }] : []
  })
