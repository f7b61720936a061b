import { matchPath } from 'react-router'
import type { PageRoute } from '../lib/page.tsx'

let exact: ReadonlyMap<string, PageRoute> = new Map()
let patterned: readonly PageRoute[] = []

/** Gives the shell the pages of the product, which it knows only by their addresses. Call once, before the frame is drawn. */
export function registerRoutes(routes: readonly PageRoute[]) {
  exact = new Map(routes.map((route) => [route.path, route]))
  patterned = routes.filter(({ path }) => path.includes(':'))
}

/** Returns the page at an address; undefined when there is none. */
export const routeAt = (pathname: string): PageRoute | undefined =>
  exact.get(pathname) ?? patterned.find(({ path }) => matchPath(path, pathname))
