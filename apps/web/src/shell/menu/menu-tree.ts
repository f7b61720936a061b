import { homeKey, homePath } from '@huanwei/contract/home/codes'
import { MenuType, menuRootId } from '@huanwei/contract/menus/codes'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { i18n } from '../../i18n/i18n.ts'
import { labelMatches } from './initials.ts'
import { fittingNodes, heldPages, pagePath } from './menu-pages.ts'

/** Items in sight: no buttons, no hidden items, no empty groups. `visible` '0' shows. Source: spec 1, section 3. */
const inSight = (nodes: MenuNode[]): MenuNode[] =>
  nodes
    .filter(({ type, visible }) => type !== MenuType.button && visible === '0')
    .map((node) => ({ ...node, children: inSight(node.children) }))
    .filter(({ isGroup, children }) => children.length > 0 || !isGroup)

/** The first page, which the server leaves to every client. */
const homeNode = (): MenuNode => ({
  id: 0,
  parentId: menuRootId,
  key: homeKey,
  name: i18n.t('shell:item.home'),
  label: i18n.t('shell:item.home'),
  path: homePath,
  isGroup: false,
  icon: homeKey,
  type: MenuType.menu,
  sort: 0,
  keepAlive: '1',
  visible: '0',
  meta: {},
  group: [],
  query: {},
  spread: false,
  children: [],
})

/** Items of a menu on the screen, the first page in front; none for who has none. */
export function visibleMenus(nodes: MenuNode[]): MenuNode[] {
  const shown = inSight(nodes)
  return shown.length ? [homeNode(), ...shown] : []
}

/** Every page below. */
export const pagesOf = (nodes: MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (node.children.length ? pagesOf(node.children) : node.isGroup ? [] : [node]))

/** Route of a page; the address itself of an outside page. */
const placeOf = ({ path }: Pick<MenuNode, 'path'>) => (path.startsWith('/') ? pagePath(path) : path)

/** The addresses of all pages below. */
export const addressesOf = (nodes: MenuNode[]): string[] => pagesOf(nodes).map(placeOf)

/**
 * Tells which pages of `menu` are active at an address: `page` for the page itself (of several items with its path those whose query
 * fits), true for one whose group holds the address or one above it. Source: spec 1, section 2.5.
 */
export function activeAt(menu: MenuNode[], path: string, search: string): (page: MenuNode) => 'page' | boolean {
  const params = new URLSearchParams(search)
  const there = heldPages(menu).get(params.get('src') ?? path) ?? []
  const current = new Set((there.length > 1 ? fittingNodes(there, params) : there).map(({ id }) => id))
  return ({ id, group }) => (current.has(id) ? 'page' : group.some((one) => path === one || path.startsWith(`${one}/`)))
}

/** True when a page of the node is active. */
export const leadsTo = (node: MenuNode, isActive: ReturnType<typeof activeAt>) => pagesOf([node]).some(isActive)

/** The pages whose words, or those of a group above, match `text`, in their groups. */
export const searchMenus = (nodes: MenuNode[], text: string): MenuNode[] =>
  nodes.flatMap((node) => {
    if (labelMatches(node.label, text)) return [node]
    const children = searchMenus(node.children, text)
    return children.length ? [{ ...node, children }] : []
  })
