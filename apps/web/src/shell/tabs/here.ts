import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import type { PageRoute } from '../../lib/page.tsx'
import { fittingNodes, type MenuPages, pagePath } from '../menu/menu-pages.ts'
import { noAuthority, unknownRoute } from '../pages/state-routes.tsx'
import { routeAt } from '../registry.ts'
import { tabKeyOf } from './tabs.ts'

/** The page that an address shows inside the frame. */
export type Here = {
  /** Key of its tab, also when it has none. */
  key: string
  /** The address with all of its search. */
  value: string
  route: PageRoute
  node: MenuNode | undefined
  /** Name of an outside page in the address. */
  name?: string
  /** The key of the tab that is just being refreshed here. */
  refreshes?: string
}
type Elsewhere = { to: string }

const outsidePath = '/myiframe/'
/** The blank page, through which a tab is refreshed. Source: spec 1, section 2.4. */
const blankPath = '/blank/index'
export const blankFor = (value: string) => `${blankPath}?${new URLSearchParams({ path: value })}`

/**
 * Content of an address: a page of the registry that is for everybody or in the person's menu, a page that the menu alone knows, the
 * page without authority, or somewhere else to go. Null while `pages` is not known (undefined) and decides; when the menu cannot be
 * had (null) nothing is held back here, for the server decides anyway.
 */
export function findHere(pathname: string, search: string, pages: MenuPages | null | undefined): Here | Elsewhere | null {
  const route = routeAt(pathname)
  if (route?.isFree || (route && (pages === null || pages?.has(pathname)))) return hereAt(route, pathname, search, pages)
  if (pages === undefined) return null
  if (route) return { key: `${noAuthority.path}?${pathname}`, value: pathname + search, route: noAuthority, node: undefined }
  const node = pages?.get(pathname)?.[0]
  if (node) return hereAt(unknownRoute(pathname, node), pathname, search, pages)
  return { to: pages?.has(pagePath(pathname)) ? pagePath(pathname) + search : '/404' }
}

function hereAt(route: PageRoute, pathname: string, search: string, pages: MenuPages | null | undefined): Here {
  const params = new URLSearchParams(search)
  const nodes = pages?.get(pathname) ?? []
  const refreshed = pathname === blankPath ? params.get('path') : null
  const name = pathname.startsWith(outsidePath) ? params.get('name') : null
  return {
    key: keyAt(route, pathname, params, pages),
    value: pathname + search,
    route,
    node: fittingNodes(pages?.get(params.get('src') ?? pathname) ?? [], params)[0] ?? nodes[0],
    ...(name && { name }),
    ...(refreshed !== null && { refreshes: keyOfAddress(refreshed, pages) }),
  }
}

/** Query parameters that make two addresses of one page two tabs: the page's own, and those of its menu items. */
const keyAt = (route: PageRoute, pathname: string, params: URLSearchParams, pages: MenuPages | null | undefined) =>
  tabKeyOf(pathname, params, [
    ...(route.identity ?? []),
    ...(pages?.get(pathname) ?? []).flatMap(({ query }) => Object.keys(query)),
  ])

function keyOfAddress(address: string, pages: MenuPages | null | undefined) {
  const [pathname = '', search = ''] = address.split('?')
  const route = routeAt(pathname)
  return route ? keyAt(route, pathname, new URLSearchParams(search), pages) : pathname
}
